import { parseDate } from "../shared/calendar.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { folderOf, nameOf, type TrailingSlash } from "../shared/route.ts";
import type { Blog } from "./blog.ts";
import type { SourcePage } from "./content-types.ts";
import type { ContentFile } from "./overlay.ts";
import { postName } from "./post-name.ts";
import { makeRoute } from "./routes.ts";
import type { Source } from "./source.ts";
import { titleOf } from "./title.ts";
import type { ReadPage } from "./translation.ts";

/**
 * Reads a post. Its date comes from its front matter or its path only, not from the file's time, so that every machine
 * builds the same blog.
 *
 * @param source as read from the file
 * @param isTranslation takes the date from the original unless it has its own
 */
export function readPost(
  file: ContentFile,
  { frontMatter, keyLines, heading, problems }: Source,
  blog: Blog,
  trailingSlash: TrailingSlash,
  isTranslation: boolean,
): ReadPage {
  const { path } = file;
  const inside = file.inside.slice(`${blog.folder}/`.length);
  const named = postName(inside);
  const namedDate = named.date === undefined ? undefined : parseDate(named.date);
  const date = frontMatter.date ?? (isTranslation ? undefined : namedDate);
  const isReported = isTranslation || problems.some(({ message }) => message.includes('"date"'));
  const dateFaults = isReported ? [] : faultsOfDate(path, named.date, namedDate, date);
  const { slug } = frontMatter;
  const source: Omit<SourcePage, "title"> = {
    keyLines,
    kind: "post",
    path,
    route: makeRoute({
      base: blog.routeBasePath,
      name: named.slug,
      slug: slug === undefined ? undefined : `/${slug.replace(/^\.?\//, "")}`,
      trailingSlash,
    }),
    plugin: "",
    blog: blog.id,
    version: "",
    id: named.slug,
    folder: folderOf(inside),
    name: nameOf(named.slug),
    isIndex: false,
    format: "md",
    frontMatter: date === undefined ? frontMatter : { ...frontMatter, date },
  };
  return { source: { ...source, title: titleOf(source, heading) }, problems: [...problems, ...dateFaults] };
}

function faultsOfDate(
  path: string,
  named: string | undefined,
  namedDate: string | undefined,
  date: string | undefined,
): Problem[] {
  const fault = (message: string, hint: string) => [problemOf({ path, code: "date", message, hint })];
  if (named !== undefined && namedDate === undefined) {
    return fault(`"${named}" is not a date`, "a post's path can start with a date such as 2026-01-31");
  }
  if (date !== undefined) return [];
  return fault("the post has no date", "start the file name with a date, or set date in the front matter");
}

/** Keys for posts only. */
const POST_KEYS = ["date", "authors"];

/** Warns of keys for posts in other pages. */
export function postKeyProblems(path: string, keyLines: SourcePage["keyLines"]): Problem[] {
  return POST_KEYS.flatMap((key) => {
    const line = keyLines[key];
    if (line === undefined) return [];
    const message = `front matter key "${key}" only affects blog posts`;
    return [problemOf({ path, line, severity: "warning", code: "front-matter", message })];
  });
}
