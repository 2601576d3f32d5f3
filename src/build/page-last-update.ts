import type { DocsPluginConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import { formatDate, isoDay, parseDate } from "../shared/date.ts";
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
  language: string,
): Pick<PageData, "lastUpdate"> {
  const { date = known.get(path)?.date, author = known.get(path)?.author } = frontMatter.last_update ?? {};
  const day = docs?.showLastUpdateTime === true ? toDate(date) : undefined;
  const name = docs?.showLastUpdateAuthor === true ? author : undefined;
  if (day === undefined && name === undefined) return {};
  return {
    lastUpdate: {
      ...(day === undefined ? {} : { day: isoDay(day), label: formatDate(day, language) }),
      ...(name === undefined ? {} : { author: name }),
    },
  };
}

function toDate(date: string | Date | undefined): Date | undefined {
  return typeof date === "string" ? parseDate(date) : date;
}
