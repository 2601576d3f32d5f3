import { slug as githubSlug } from "github-slugger";
import * as v from "valibot";
import { isScriptAddress, isScriptPicture } from "../shared/address-kind.ts";
import { nearestOrValid } from "../shared/nearest.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import type { Route } from "../shared/route.ts";
import type { Author, SourcePage } from "./content-types.ts";
import { dataProblems, isMapping, readFields, readMapping, reportFields, yamlKeyPlace } from "./data-file.ts";
import { itemLine } from "./front-matter.ts";
import { AUTHOR_FIELDS, type AuthorFields } from "./front-matter-schema.ts";
import { permalinkSlug } from "./tags.ts";

/** The authors of `authors.yml`, by key; undefined if the file is invalid. */
export type Authors = ReadonlyMap<string, Author> | undefined;

/** Parses `authors.yml`: authors by key. @param source with `\n` line endings @param makeRoute makes that of a page */
export function parseAuthors(
  path: string,
  source: string,
  makeRoute: (slug: string) => Route,
): { authors: Authors; problems: Problem[] } {
  const { problems, report } = dataProblems(path, "authors");
  const data = readMapping(source, report, "authors, such as jane: {name: Jane Doe}");
  if (data === undefined) return { authors: undefined, problems };
  const authors = new Map<string, Author>();
  const bySlug = new Map<string, string>();
  for (const [key, value] of Object.entries(data)) {
    const placeOf = (...names: readonly string[]) => yamlKeyPlace(source, key, ...names);
    if (!isMapping(value) || typeof value.name !== "string" || value.name.trim() === "") {
      report(placeOf("name"), `author "${key}" must be a mapping with a name`);
      continue;
    }
    const faults = reportFields(report, placeOf, `author "${key}": `);
    const { page, ...fields } = readFields({ ...AUTHOR_FIELDS, page: v.unknown() }, value, faults);
    for (const [keys, fault] of linkFaults(fields)) report(placeOf(...keys), `author "${key}": ${fault}`);
    const slug = pageSlug(key, page);
    const owner = (slug === undefined ? undefined : bySlug.get(slug)) ?? key;
    const hasPage = slug !== undefined && owner === key;
    if (owner !== key) report(placeOf("page"), `author "${key}": the page "${slug}" already belongs to "${owner}"`);
    else if (hasPage) bySlug.set(slug, key);
    const places = { url: placeOf("url"), image_url: placeOf("image_url") };
    const { line } = placeOf();
    authors.set(key, { ...fields, key, path, line, places, ...(hasPage ? { route: makeRoute(slug) } : {}) });
  }
  return { authors, problems };
}

/** The authors of a post; an unknown key is a problem at its line. @param file path of `authors.yml` */
export function authorsOf(page: SourcePage, byKey: Authors, file: string): { authors: Author[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const authors = (page.frontMatter.authors ?? []).flatMap(({ key, ...fields }): Author[] => {
    const line = itemLine(page.keyLines, "authors", key ?? "");
    const report = (message: string, hint?: string) =>
      problems.push(problemOf({ path: page.path, line, code: "authors", message, hint }));
    for (const [, fault] of linkFaults(fields)) report(fault);
    const from = key === undefined ? undefined : byKey?.get(key);
    if (key === undefined || from !== undefined) return [{ path: page.path, line, ...from, ...fields }];
    // If `authors.yml` itself is invalid, only that is reported.
    if (byKey !== undefined) {
      const message = `no author "${key}"${nearestOrValid(key, byKey.keys())}`;
      report(message, `define authors in ${file}, or in the post as {name: …}`);
    }
    return [];
  });
  return { authors, problems };
}

/** Faults of an author's URLs, each with the keys that lead to its place. */
function linkFaults({ url = "", image_url = "", socials = {} }: AuthorFields): [keys: string[], fault: string][] {
  const unsafe = [...(isScriptAddress(url) ? ["url"] : []), ...(isScriptPicture(image_url) ? ["image_url"] : [])];
  const unknown = Object.entries(socials).filter(([platform, handle]) => socialLink(platform, handle) === undefined);
  return [
    ...unsafe.map((key): [string[], string] => [[key], `"${key}" is a URL that would run code`]),
    ...unknown.map(([platform]): [string[], string] => {
      return [["socials", platform], `"${platform}" in socials needs a URL such as https://example.com/@jane`];
    }),
  ];
}

/** The slug of an author's page, from `page: true` or `page: {permalink: /jane}`; undefined for no page. */
function pageSlug(key: string, page: unknown): string | undefined {
  if (isMapping(page) && typeof page.permalink === "string") return permalinkSlug(page.permalink);
  return page === "true" || isMapping(page) ? githubSlug(key) : undefined;
}

/** Platforms where a handle is enough to link to a profile. */
const PLATFORMS: Readonly<Record<string, { readonly label: string; readonly url: string }>> = {
  bluesky: { label: "Bluesky", url: "https://bsky.app/profile/" },
  email: { label: "Email", url: "mailto:" },
  github: { label: "GitHub", url: "https://github.com/" },
  gitlab: { label: "GitLab", url: "https://gitlab.com/" },
  instagram: { label: "Instagram", url: "https://www.instagram.com/" },
  linkedin: { label: "LinkedIn", url: "https://www.linkedin.com/in/" },
  mastodon: { label: "Mastodon", url: "https://mastodon.social/@" },
  stackoverflow: { label: "Stack Overflow", url: "https://stackoverflow.com/users/" },
  threads: { label: "Threads", url: "https://www.threads.net/@" },
  twitch: { label: "Twitch", url: "https://www.twitch.tv/" },
  twitter: { label: "X", url: "https://x.com/" },
  x: { label: "X", url: "https://x.com/" },
  youtube: { label: "YouTube", url: "https://www.youtube.com/@" },
};

/** Link to a profile; undefined if the platform is unknown and the handle is no URL. */
export function socialLink(platform: string, handle: string): { label: string; url: string } | undefined {
  const name = platform.toLowerCase();
  const service = Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name] : undefined;
  if (/^(?:https?|mailto):/i.test(handle)) return { label: service?.label ?? platform, url: handle };
  return service === undefined ? undefined : { label: service.label, url: service.url + handle };
}
