import { folderOf } from "../shared/route.ts";

/** Date and slug from a post's path. */
export interface PostName {
  /** The date, if the path has one: `2026-11-21`. */
  readonly date?: string;
  /** Route relative to the blog, without leading and trailing slashes. */
  readonly slug: string;
}

/** Matches `2026-11-21-name.md`, `2026-11-21-name/index.md` and `2026/11/21/name.md`, in any folder. */
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
