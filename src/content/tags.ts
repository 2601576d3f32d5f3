import { slug as githubSlug } from "github-slugger";
import * as v from "valibot";
import type { Reaction } from "../config/values-schema.ts";
import { didYouMean } from "../shared/nearest.ts";
import { compareText, type Problem, problemOf } from "../shared/problem.ts";
import type { Route } from "../shared/route.ts";
import type { PageKind, SourcePage, TagLink } from "./content-types.ts";
import { dataProblems, isMapping, readFields, readMapping, reportFields, yamlKeyPlace } from "./data-file.ts";
import { itemLine } from "./front-matter.ts";
import type { FrontMatter } from "./front-matter-schema.ts";
import { makeListPage } from "./list-pages.ts";

/** Name of the file that describes the tags of a set of docs or of the blog. */
export const TAGS_FILE = /^tags\.ya?ml$/;

const text = v.message(v.string(), "a string");
const label = v.pipe(text, v.regex(/\S/, "a string that is not blank"));
const FIELDS = { label, permalink: text, description: text };

/** A tag, from a `tags.yml` or as a page writes it. */
interface Tag {
  readonly label: string;
  /** The last part of its route. */
  readonly slug: string;
  readonly description?: string | undefined;
  /** Where its address comes from, for messages. */
  readonly path: string;
}

/** A parsed `tags.yml`. */
export interface TagsFile {
  readonly path: string;
  readonly tags: ReadonlyMap<string, Tag>;
  readonly problems: readonly Problem[];
}

/** Slug of a tag, by the rule for headings: ignores case and punctuation. */
export function tagSlug(label: string): string {
  return githubSlug(label.normalize("NFC").trim()).replace(/-{2,}/g, "-").replace(/^-|-$/g, "");
}

/** Slug of a permalink: without slashes around it. */
export function permalinkSlug(permalink: string): string {
  return permalink.replace(/^\/+|\/+$/g, "");
}

/**
 * Parses a `tags.yml`: a mapping of keys to tags.
 *
 * @param source text with `\n` line endings
 * @param original the file that it translates: each tag keeps its address, and the texts that have no translation
 */
export function parseTags(path: string, source: string, original?: TagsFile): TagsFile {
  const { problems, report } = dataProblems(path, "tag");
  const tags = new Map([...(original?.tags ?? [])].map(([key, tag]) => [key, { ...tag, path }]));
  const bySlug = new Map<string, string>();
  for (const [key, value] of Object.entries(readMapping(source, report, "tags, such as csharp: {label: C#}") ?? {})) {
    const placeOf = (...names: readonly string[]) => yamlKeyPlace(source, key, ...names);
    if (value !== null && !isMapping(value)) report(placeOf(), `tag "${key}" must be a mapping`);
    const faults = reportFields(report, placeOf, `tag "${key}": `);
    const { permalink, ...texts } = readFields(FIELDS, isMapping(value) ? value : {}, faults);
    const translated = tags.get(key);
    const slug = translated?.slug ?? (permalink === undefined ? tagSlug(key) : permalinkSlug(permalink));
    const other = bySlug.get(slug);
    if (slug === "") report(placeOf(), `tag "${key}" has no URL: set permalink, such as /words`);
    else if (other !== undefined) {
      const same = `the tags "${key}" and "${other}" have the same URL, "${slug}"`;
      report(placeOf("permalink"), `${same}: change the permalink of one`);
    } else bySlug.set(slug, key);
    tags.set(key, { label: key.charAt(0).toUpperCase() + key.slice(1), ...translated, ...texts, slug, path });
  }
  return { path, tags, problems };
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

/** A tag with the listed pages that have it. The label is that of `tags.yml`, else that of its first page. */
interface ListedTag extends TagLink, Pick<Tag, "description"> {
  readonly pages: readonly SourcePage[];
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
): { tags: ListedTag[]; tagged: SourcePage[]; problems: Problem[] } {
  const entries = [...(file?.tags ?? [])];
  /** By what pages write: the key, or the label. */
  const defined = new Map([...entries.map(([, tag]) => [tag.label, tag] as const), ...entries]);
  const bySlug = new Map(entries.map(([, tag]) => [tag.slug, tag]));
  const pagesOf = new Map<Tag, Set<SourcePage>>();
  const reported = new Set<string>();
  const problems: Problem[] = [];
  const tagsOf = (page: SourcePage): Tag[] => {
    const tags = (page.frontMatter.tags ?? []).flatMap((written): Tag[] => {
      const name = typeof written === "string" ? written : written.label;
      const known = defined.get(name);
      const tag = known ?? inlineTag(written, page.path);
      const line = itemLine(page.keyLines, "tags", name);
      const report = (severity: Problem["severity"], message: string, hint: string) =>
        problems.push(problemOf({ path: page.path, line, severity, code: "tag", message, hint }));
      const { label, slug } = tag;
      if (slug === "") {
        report("error", `the tag "${label}" contains no letter or digit to form a URL`, "use letters or digits");
        return [];
      }
      if (file !== undefined && known === undefined && onInlineTags !== "ignore") {
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
  const isUnlisted = ({ frontMatter }: SourcePage) => frontMatter.unlisted === true;
  const listedFirst = pages.toSorted((a, b) => Number(isUnlisted(a)) - Number(isUnlisted(b)));
  const used = listedFirst.map((page) => [page, tagsOf(page)] as const);
  for (const [page, tags] of used)
    if (!isUnlisted(page)) for (const tag of tags) pagesOf.set(tag, (pagesOf.get(tag) ?? new Set()).add(page));
  const tags = [...pagesOf].map(([{ label, slug, description }, members]): ListedTag => {
    return { label, description, route: routeOf(slug), pages: [...members] };
  });
  const tagged = used.flatMap(([page, pageTags]) => {
    const listed = pageTags.filter((tag) => pagesOf.has(tag));
    return listed.length === 0
      ? []
      : [{ ...page, tags: listed.map(({ label, slug }) => ({ label, route: routeOf(slug) })) }];
  });
  tags.sort((a, b) => compareText(a.label.toLowerCase(), b.label.toLowerCase()) || compareText(a.route, b.route));
  return { tags, tagged, problems };
}

function inlineTag(tag: NonNullable<FrontMatter["tags"]>[number], path: string): Tag {
  if (typeof tag === "string") return { label: tag, slug: tagSlug(tag), path };
  return { label: tag.label, slug: permalinkSlug(tag.permalink ?? "") || tagSlug(tag.label), path };
}

/** The page that lists all tags; none if there are no tags. */
export function tagIndex(kind: PageKind, path: string, route: Route, tags: readonly ListedTag[]): SourcePage[] {
  if (tags.length === 0) return [];
  const entries = tags.map((tag) => ({ label: tag.label, route: tag.route, count: tag.pages.length }));
  return [makeListPage(kind, path, route, { kind: "tags", tags: entries })];
}
