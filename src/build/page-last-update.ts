import type { DocsPluginConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import { parseDate } from "../shared/calendar.ts";
import type { PageData } from "../theme/types.ts";
import type { LastUpdates } from "./last-updates.ts";

/**
 * What a page says of its last update: its front matter's word, else the repository's; as much of
 * it as its docs show.
 */
export function pageLastUpdate(
  { frontMatter, path }: SourcePage,
  docs: DocsPluginConfig | undefined,
  known: LastUpdates["byPath"],
): Pick<PageData, "lastUpdate"> {
  const own = frontMatter.last_update;
  const date = own?.date === undefined ? known.get(path)?.date : parseDate(own.date);
  const day = docs?.showLastUpdateTime === true ? date?.slice(0, 10) : undefined;
  const author = docs?.showLastUpdateAuthor === true ? (own?.author ?? known.get(path)?.author) : undefined;
  if (day === undefined && author === undefined) return {};
  return { lastUpdate: { ...(day === undefined ? {} : { day }), ...(author === undefined ? {} : { author }) } };
}
