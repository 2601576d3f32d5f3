import { parseDate } from "../shared/calendar.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { folderOf, nameOf, type TrailingSlash } from "../shared/route.ts";
import { BLOG_FOLDER, type BlogConfig } from "./blog.ts";
import type { ContentFile } from "./overlay.ts";
import { postName } from "./post-name.ts";
import { makeRoute } from "./routes.ts";
import type { Source } from "./source.ts";
import type { ReadPage } from "./translation.ts";
import type { SourcePage } from "./types.ts";

/**
 * Reads a post. Its day stands in its front matter or in its path, and nowhere else: neither the
 * clock nor the file's own time counts, so that every machine makes the same blog.
 *
 * @param source what the file says
 * @param isTranslation takes its day from its original, unless it says another
 */
export function readPost(
  file: ContentFile,
  { text, problems }: Source,
  blog: BlogConfig,
  trailingSlash: TrailingSlash,
  isTranslation: boolean,
): ReadPage {
  const { path } = file;
  const { frontMatter } = text;
  const inside = file.inside.slice(`${BLOG_FOLDER}/`.length);
  const named = postName(inside);
  const namedDate = named.date === undefined ? undefined : parseDate(named.date);
  const date = frontMatter.date ?? (isTranslation ? undefined : namedDate);
  const isTold = isTranslation || problems.some(({ message }) => message.includes('"date"'));
  const dateFaults = isTold ? [] : faultsOfDate(path, named.date, namedDate, date);
  const { slug } = frontMatter;
  const source: SourcePage = {
    ...text,
    kind: "post",
    path,
    route: makeRoute({
      base: blog.routeBasePath,
      folder: "",
      name: named.slug,
      isIndex: false,
      slug: slug === undefined ? undefined : `/${slug.replace(/^\.?\//, "")}`,
      trailingSlash,
    }),
    plugin: "",
    version: "",
    id: named.slug,
    folder: folderOf(inside),
    name: nameOf(named.slug),
    isIndex: false,
    format: "md",
    frontMatter: date === undefined ? frontMatter : { ...frontMatter, date },
  };
  return { source, problems: [...problems, ...dateFaults] };
}

function faultsOfDate(
  path: string,
  named: string | undefined,
  namedDate: string | undefined,
  date: string | undefined,
): Problem[] {
  const fault = (message: string, hint: string): Problem[] => {
    return [problemOf({ path, code: "date", message, hint })];
  };
  if (named !== undefined && namedDate === undefined) {
    return fault(`there is no day ${named}`, "a post's path may begin with a day such as 2026-01-31");
  }
  if (date !== undefined) return [];
  return fault("the post has no date", "begin the file's name with a day, or set date in the front matter");
}

/** Keys that say something of posts only. */
const POST_KEYS = ["date", "authors"];

/** Warns of a post's keys in another page. */
export function postKeyProblems(path: string, keyLines: SourcePage["keyLines"]): Problem[] {
  return POST_KEYS.flatMap((key) => {
    const line = keyLines[key];
    if (line === undefined) return [];
    const message = `front matter key "${key}" has an effect in posts of the blog only`;
    return [problemOf({ path, line, severity: "warning", code: "front-matter", message })];
  });
}
