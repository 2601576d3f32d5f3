import type { DocsPluginConfig } from "../../config/schema.ts";
import type { SourcePage } from "../../content/types.ts";
import { parseDate } from "../../shared/calendar.ts";
import type { PageData } from "../../theme/types.ts";
import type { LastUpdates } from "../model/last-updates.ts";

/**
 * Last update of a page: from its front matter, else from the repository; as much of
 * it as its docs display.
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

/** Day of a page's last change, `2026-01-31`: from its front matter, else from the repository; undefined if unknown. */
export function lastChangedDay({ frontMatter, path }: SourcePage, known: LastUpdates["byPath"]): string | undefined {
  const own = frontMatter.last_update?.date;
  return (own === undefined ? known.get(path)?.date : parseDate(own))?.slice(0, 10);
}
