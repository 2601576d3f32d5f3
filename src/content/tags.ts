import type { Reaction } from "../config/values-schema.ts";
import { didYouMean } from "../shared/nearest.ts";
import { compareText, type Problem, problemOf } from "../shared/problem.ts";
import type { Route } from "../shared/route.ts";
import type { PageKind, SourcePage, TagLink } from "./content-types.ts";
import { itemLine } from "./front-matter.ts";
import type { FrontMatter } from "./front-matter-schema.ts";
import { makeListPage } from "./list-pages.ts";
import { permalinkSlug, type TagsFile, tagSlug } from "./tags-file.ts";

/** A tag with the listed pages that have it. The label is that of `tags.yml`, else that of its first page. */
export interface Tag extends TagLink {
  readonly description?: string | undefined;
  readonly pages: readonly SourcePage[];
}

/** What the tags of a set of docs, or of the blog, are read by. */
export interface TagRules {
  /** Folder of the pages, where a `tags.yml` may be. */
  readonly folder: string;
  /** The `tags.yml`, if there is one. */
  readonly file: TagsFile | undefined;
  /** What is done about tags that it lacks. */
  readonly onInlineTags: Reaction;
  readonly routeOf: (slug: string) => Route;
}

/** A tag as a page has it. */
interface PageTag {
  readonly label: string;
  readonly slug: string;
  readonly description?: string | undefined;
  /** Where its address comes from, for messages. */
  readonly path: string;
}

/**
 * Collects the tags of pages, sorted by label. Labels with the same address are one tag, with a warning; unlisted pages
 * are left out.
 *
 * @returns `tagged`: the pages that have tags, with links to them
 */
export function collectTags(
  pages: readonly SourcePage[],
  { folder, file, onInlineTags, routeOf }: TagRules,
): { tags: Tag[]; tagged: SourcePage[]; problems: Problem[] } {
  const defined = definedTags(file);
  const bySlug = new Map([...defined.values()].map((tag) => [tag.slug, tag]));
  const pagesOf = new Map<PageTag, Set<SourcePage>>();
  const reported = new Set<string>();
  const problems: Problem[] = [];
  const tagsOf = (page: SourcePage): PageTag[] => {
    const tags = (page.frontMatter.tags ?? []).flatMap((written): PageTag[] => {
      const tag = defined.get(typeof written === "string" ? written : written.label) ?? inlineTag(written, page.path);
      const line = itemLine(page.keyLines, "tags", typeof written === "string" ? written : written.label);
      const report = (severity: Problem["severity"], message: string, hint: string) =>
        problems.push(problemOf({ path: page.path, line, severity, code: "tag", message, hint }));
      const { label, slug } = tag;
      if (slug === "") {
        report("error", `the tag "${label}" contains no letter or digit to form a URL`, "use letters or digits");
        return [];
      }
      if (file !== undefined && tag.path !== file.path && onInlineTags !== "ignore") {
        const message = `the tag "${label}" is not in ${file.path}${didYouMean(label, defined.keys())}`;
        const severity = onInlineTags === "throw" ? "error" : "warning";
        report(severity, message, 'define it there, or set onInlineTags: "ignore"');
      }
      const first = bySlug.get(slug) ?? tag;
      if (first.label !== label && !reported.has(label)) {
        reported.add(label);
        const names = `"${label}" and "${first.label}" (${first.path})`;
        const message = `the tags ${names} have the same URL, "${slug}", and count as one tag`;
        const place = file?.path ?? `${folder}/tags.yml`;
        report("warning", message, `write "${first.label}" in both, or give one a permalink in ${place}`);
      }
      bySlug.set(slug, first);
      return [first];
    });
    return [...new Set(tags)];
  };
  // Listed pages come first: the label is theirs.
  const [listed, others] = [false, true].map((wanted) => {
    const group = pages.filter(({ frontMatter }) => (frontMatter.unlisted === true) === wanted);
    return group.map((page) => [page, tagsOf(page)] as const);
  });
  for (const [page, tags] of listed ?? [])
    for (const tag of tags) pagesOf.set(tag, (pagesOf.get(tag) ?? new Set()).add(page));
  const tags = [...pagesOf].map(([{ label, slug, description }, members]): Tag => {
    return { label, description, route: routeOf(slug), pages: [...members] };
  });
  const tagged = [...(listed ?? []), ...(others ?? [])].flatMap(([page, used]) => {
    const links = used.filter((tag) => pagesOf.has(tag)).map(({ label, slug }) => ({ label, route: routeOf(slug) }));
    return links.length === 0 ? [] : [{ ...page, tags: links }];
  });
  tags.sort((a, b) => compareText(a.label.toLowerCase(), b.label.toLowerCase()) || compareText(a.route, b.route));
  return { tags, tagged, problems };
}

/** The tags of a `tags.yml` by what pages write: the key, or the label. */
function definedTags(file: TagsFile | undefined): Map<string, PageTag> {
  const tags = [...(file?.tags ?? [])].map(([key, tag]) => [key, { ...tag, path: file?.path ?? "" }] as const);
  return new Map([...tags.map(([, tag]) => [tag.label, tag] as const), ...tags]);
}

function inlineTag(tag: NonNullable<FrontMatter["tags"]>[number], path: string): PageTag {
  if (typeof tag === "string") return { label: tag, slug: tagSlug(tag), path };
  return { label: tag.label, slug: permalinkSlug(tag.permalink ?? "") || tagSlug(tag.label), path };
}

/** The page that lists all tags; none if there are no tags. */
export function tagIndex(kind: PageKind, path: string, route: Route, tags: readonly Tag[]): SourcePage[] {
  if (tags.length === 0) return [];
  const entries = tags.map((tag) => ({ label: tag.label, route: tag.route, count: tag.pages.length }));
  return [makeListPage(kind, path, route, { kind: "tags", tags: entries })];
}
