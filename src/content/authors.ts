import { slug as githubSlug } from "github-slugger";
import yaml from "js-yaml";
import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import type { Route } from "../shared/route.ts";
import { isScriptAddress } from "../shared/script-address.ts";
import { socialFaults } from "./socials.ts";
import { AUTHOR_KEYS, type Author, type AuthorFields, type SourcePage } from "./types.ts";

/** The authors that the blog's posts may name, by key; undefined where their file can't be read. */
export type Authors = ReadonlyMap<string, Author> | undefined;

/**
 * Reads `authors.yml`: a mapping of keys to authors.
 *
 * @param source the file's text with `\n` line ends
 * @param makeRoute the route of an author's page
 */
export function parseAuthors(
  path: string,
  source: string,
  makeRoute: (slug: string) => Route,
): { authors: Authors; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (line: number, message: string, severity: Problem["severity"] = "error", column = 1) => {
    problems.push({ path, line, column, severity, code: "authors", message });
  };
  let data: unknown;
  try {
    data = yaml.load(source, { schema: yaml.FAILSAFE_SCHEMA }) ?? {};
  } catch (error) {
    const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
    report(
      (mark?.line ?? 0) + 1,
      `not valid YAML: ${reason ?? String(error)}`,
      "error",
      Math.max(0, mark?.column ?? 0) + 1,
    );
    return { authors: undefined, problems };
  }
  if (!isMapping(data)) {
    report(1, "must be a mapping of keys to authors, such as jane: {name: Jane Doe}");
    return { authors: undefined, problems };
  }
  const lines = source.split("\n");
  const authors = new Map<string, Author>();
  for (const [key, value] of Object.entries(data)) {
    const line = Math.max(1, lines.findIndex((text) => text.replace(/^["']/, "").startsWith(key)) + 1);
    if (!isMapping(value) || typeof value.name !== "string") {
      report(line, `author "${key}" must be a mapping with a name`);
      continue;
    }
    const fields: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      const isKnown = [...AUTHOR_KEYS, "page"].includes(name);
      if (!isKnown) report(line, `author "${key}": unknown key "${name}"${didYouMean(name, AUTHOR_KEYS)}`, "warning");
      else if (name !== "page" && !isField(name, field)) report(line, `author "${key}": "${name}" must be a text`);
      else if (name !== "page") fields[name] = field;
    }
    for (const fault of linkFaults(fields as AuthorFields)) report(line, `author "${key}": ${fault}`);
    const slug = pageSlug(key, value.page);
    authors.set(key, {
      ...(fields as AuthorFields),
      key,
      path,
      line,
      ...(slug === undefined ? {} : { route: makeRoute(slug) }),
    });
  }
  return { authors, problems };
}

/** Finds out who wrote a post; a name that no author has is a problem at its line. */
export function authorsOf(page: SourcePage, known: Authors): { authors: Author[]; problems: Problem[] } {
  const line = page.keyLines.authors ?? 1;
  const problems: Problem[] = [];
  const report = (message: string, hint?: string) => {
    const problem = { path: page.path, line, column: 1, severity: "error" as const, code: "authors", message };
    problems.push(hint === undefined ? problem : { ...problem, hint });
  };
  const authors = (page.frontMatter.authors ?? []).flatMap(({ key, ...own }): Author[] => {
    for (const fault of linkFaults(own)) report(fault);
    const from = key === undefined ? undefined : known?.get(key);
    if (key === undefined || from !== undefined) return [{ path: page.path, line, ...from, ...own }];
    const keys = [...(known?.keys() ?? [])];
    // Where the file itself is at fault, its posts are not.
    if (known !== undefined) {
      const message = `no author "${key}"${didYouMean(key, keys) || ` (there are: ${keys.join(", ") || "none"})`}`;
      report(message, "authors stand in content/blog/authors.yml, or in the post as {name: …}");
    }
    return [];
  });
  return { authors, problems };
}

/** What is wrong with the places that an author's name leads to. */
function linkFaults({ url, socials }: Pick<AuthorFields, "url" | "socials">): string[] {
  const own = url !== undefined && isScriptAddress(url) ? [`"url" is an address that would run code`] : [];
  return [...own, ...socialFaults(socials)];
}

/** `page: true` or `page: {permalink: /jane}` gives an author a page. */
function pageSlug(key: string, page: unknown): string | undefined {
  if (isMapping(page) && typeof page.permalink === "string") return page.permalink.replace(/^\/+|\/+$/g, "");
  return page === "true" || isMapping(page) ? githubSlug(key) : undefined;
}

function isField(name: string, value: unknown): boolean {
  if (name !== "socials") return typeof value === "string";
  return isMapping(value) && Object.values(value).every((item) => typeof item === "string");
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
