import { folderOf } from "../shared/route.ts";

/** What a post's path says. */
export interface PostName {
  /** The date, if the path has one: `2026-11-21`. */
  readonly date?: string;
  /** Route relative to the blog, without leading and trailing slashes. */
  readonly slug: string;
}

/** `2026-11-21-name.md`, `2026-11-21-name/index.md`, `2026/11/21/name.md`, and the same below folders. */
const DATED = /^(?:(.*)\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[-/](.*))?$/;

/** Parses the date and the slug of a post from its path relative to the blog's folder. */
export function postName(inside: string): PostName {
  const bare = inside.replace(/\.mdx?$/, "");
  const name = /(?:^|\/)index$/.test(bare) ? folderOf(bare) : bare;
  const match = DATED.exec(name);
  if (match === null) return { slug: name };
  const [, folder = "", year = "", month = "", day = "", rest = ""] = match;
  return {
    date: `${year}-${month}-${day}`,
    slug: [year, month, day, folder, rest].filter((part) => part !== "").join("/"),
  };
}
