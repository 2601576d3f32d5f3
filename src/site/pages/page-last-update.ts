import type { DocsPluginConfig } from "../../config/schema.ts";
import type { SourcePage } from "../../content/types.ts";
import { parseDate } from "../../shared/calendar.ts";
import type { PageData } from "../../theme/types.ts";
import type { LastUpdates } from "../model/last-updates.ts";

/**
 * What a page says of its last update: its front matter's word, else the repository's; as much of
 * it as its docs show.
 */
export function pageLastUpdate(
  page: SourcePage,
  docs: DocsPluginConfig | undefined,
  known: LastUpdates["byPath"],
): Pick<PageData, "lastUpdate"> {
  const { frontMatter, path } = page;
  const day = docs?.showLastUpdateTime === true ? lastChangedDay(page, known) : undefined;
  const isAuthorShown = docs?.showLastUpdateAuthor === true;
  const author = isAuthorShown ? (frontMatter.last_update?.author ?? known.get(path)?.author) : undefined;
  if (day === undefined && author === undefined) return {};
  return { lastUpdate: { ...(day === undefined ? {} : { day }), ...(author === undefined ? {} : { author }) } };
}

/** The day of a page's last change, `2026-01-31`: by its front matter, else by the repository; undefined: not known. */
export function lastChangedDay({ frontMatter, path }: SourcePage, known: LastUpdates["byPath"]): string | undefined {
  const own = frontMatter.last_update?.date;
  return (own === undefined ? known.get(path)?.date : parseDate(own))?.slice(0, 10);
}
