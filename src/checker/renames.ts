import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { filesOfLastBuild } from "../builder/last-build.ts";
import { parseFrontMatter } from "../content/front-matter.ts";
import { stripPrefixes } from "../content/routes.ts";
import { createInputs } from "../engine/inputs.ts";
import { pathInStyleOf, withPath } from "../links/rewrite.ts";
import type { LinkFinding } from "../links/use.ts";
import { rewriteFile } from "../shared/fixed-file.ts";
import { isBroken } from "../shared/link-kinds.ts";
import { encodeRoute, nameOf, type Route, routeKey } from "../shared/route.ts";
import { git } from "../site/inputs/repository.ts";
import type { Site } from "../site/model/site.ts";

/** Kinds of findings that a renamed file may explain. */
const MOVABLE = ["broken-link", "broken-markdown-link", "broken-image", "broken-file", "broken-media"];

/** A page whose address has changed. */
interface MovedPage {
  /** Current path of its file. */
  readonly path: string;
  readonly from: Route;
  readonly to: Route;
}

/**
 * Adds the new location of renamed files to broken links. Renames are found in git's history, its index and the working
 * tree, or without git by files with the same content as in the last build. If there are no broken links, nothing is
 * searched.
 *
 * @param isAsked whether to search for moved pages in any case
 * @returns the findings, and the pages whose old address is no longer a page: those not committed yet, and those that
 *   findings are about
 */
export async function explainRenames(
  site: Site,
  findings: readonly LinkFinding[],
  isAsked: boolean,
): Promise<{ readonly findings: readonly LinkFinding[]; readonly moved: readonly MovedPage[] }> {
  const isMovable = ({ kind }: LinkFinding) => isBroken(kind) && MOVABLE.includes(kind);
  if (!isAsked && !findings.some(isMovable)) return { findings, moved: [] };
  const { renames, fresh, by } = await readRenames(site);
  const byOldRoute = new Map([...renames].map(([from]) => [oldRoute(from, site), from]));
  const used = new Set(fresh);
  const explained = findings.map((finding): LinkFinding => {
    if (!MOVABLE.includes(finding.kind)) return finding;
    const missing = finding.missing ?? "";
    const from = renames.has(missing) ? missing : byOldRoute.get(routeKey(finding.subject));
    const to = renames.get(from ?? "");
    const fix = to === undefined ? undefined : addressOf(to, finding, site);
    if (from === undefined || fix === undefined) return finding;
    used.add(from);
    return { ...finding, hint: `renamed according to ${by}: write ${fix}`, fix, isRenamed: true };
  });
  return { findings: explained, moved: [...used].flatMap((from) => movedPage(from, renames.get(from) ?? "", site)) };
}

function movedPage(from: string, to: string, site: Site): MovedPage[] {
  const { index, pageAt, config } = site.plan;
  const route = index.paths.get(to);
  const old = oldRoute(from, site);
  const isConfigured = config.redirects.some((rule) => [rule.from].flat().some((address) => routeKey(address) === old));
  const isThere =
    index.routes.has(old) || index.redirects.has(old) || isConfigured || pageAt(to)?.frontMatter.slug !== undefined;
  return route === undefined || isThere ? [] : [{ path: to, from: old, to: route }];
}

/** Current paths by former ones, the former paths that are not committed yet, and the source of this knowledge. */
async function readRenames(site: Site) {
  try {
    const fresh = await freshRenames(site.root);
    const renames = new Map(fresh);
    // The log starts with the newest commit, so later renames are already known.
    for (const [from, to] of await namesOf(site.root, ["log", "--format="])) {
      if (!renames.has(from)) renames.set(from, renames.get(to) ?? to);
    }
    return { renames, fresh: [...fresh.keys()], by: "git" };
  } catch {
    const renames = sameFiles(site);
    return { renames, fresh: [...renames.keys()], by: "the last build" };
  }
}

/** Renames in the output of a git command. */
async function namesOf(
  root: string,
  [command = "", ...options]: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<[from: string, to: string][]> {
  const args = [command, "-z", "--diff-filter=R", "--name-status", "-M", "--relative", ...options, "--", "content"];
  // Each rename has three parts: status, old name and new name.
  const parts = (await git(root, args, variables)).split("\0").slice(0, -1);
  return parts.flatMap((from, at) => (at % 3 === 1 ? [[from, parts[at + 1] ?? ""] as [string, string]] : []));
}

/** Renames since the last commit, whether staged or not: computed with a temporary index and object store. */
async function freshRenames(root: string): Promise<Map<string, string>> {
  const pathOf = async (name: string) => resolve(root, (await git(root, ["rev-parse", "--git-path", name])).trim());
  const [index, objects] = [await pathOf("index"), await pathOf("objects")];
  const folder = mkdtempSync(join(tmpdir(), "docgen-renames-"));
  try {
    const files = { GIT_INDEX_FILE: join(folder, "index"), GIT_OBJECT_DIRECTORY: join(folder, "objects") };
    const variables = { ...files, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
    copyFileSync(index, files.GIT_INDEX_FILE);
    mkdirSync(files.GIT_OBJECT_DIRECTORY);
    await git(root, ["add", "--all", "--", "content"], variables);
    return new Map(await namesOf(root, ["diff", "--cached", "HEAD"], variables));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Renames since the last build: deleted files, with new files of the same content. */
function sameFiles({ root, plan, media }: Site): Map<string, string> {
  const before = filesOfLastBuild(root);
  const inputs = createInputs(root, {}, {});
  const now = [...plan.index.paths.keys(), ...media.byTarget.keys()].filter((path) => path.startsWith("content/"));
  const added = new Map(now.filter((path) => !before.has(path)).map((path) => [inputs.digestOf(`file:${path}`), path]));
  return new Map(
    [...before].flatMap(([path, digest]) => {
      const to = added.get(digest);
      return to === undefined || existsSync(join(root, path)) ? [] : [[path, to] as const];
    }),
  );
}

/** Link target for the file's new path, in the style of the old link. */
function addressOf(to: string, { path, target, kind }: LinkFinding, { plan, media }: Site): string | undefined {
  const route = plan.index.paths.get(to);
  if (route !== undefined && kind === "broken-markdown-link") return pathInStyleOf(target, path, to);
  if (route !== undefined) return withPath(target, encodeRoute(route));
  if (to.startsWith("content/static/") && media.byTarget.has(to.slice("content/static".length))) {
    return withPath(target, encodeRoute(to.slice("content/static".length)));
  }
  return media.byTarget.has(to) ? pathInStyleOf(target, path, to) : undefined;
}

function oldRoute(path: string, { plan }: Site): Route {
  const inside = path.replace(/^content\//, "").replace(/\.(mdx?|tsx|jsx?)$/, "");
  const docs = plan.config.docs.find(({ folder }) => inside.startsWith(`${folder}/`));
  const rest =
    docs === undefined
      ? inside.replace(/^pages\//, "")
      : `${docs.routeBasePath}/${stripPrefixes(inside.slice(docs.folder.length + 1))}`;
  const isIndex = ["index", "README"].includes(nameOf(rest));
  return routeKey(`/${isIndex ? rest.slice(0, -nameOf(rest).length) : rest}`);
}

/** Redirects that were written into a file, or that could not be written. */
export interface WrittenRedirects {
  /** Source code of the entries. */
  readonly entries: readonly string[];
  /** Undefined if no file could be changed safely. */
  readonly path: string | undefined;
}

/**
 * Writes redirects from the old addresses of moved pages: into the front matter of a Markdown page, where they move
 * with it, else into the configuration, if it has a literal list to add them to.
 */
export async function writeRedirects(
  { root, loaded }: Pick<Site, "root" | "loaded">,
  moved: readonly MovedPage[],
): Promise<WrittenRedirects[]> {
  const written: WrittenRedirects[] = [];
  const others: MovedPage[] = [];
  for (const page of moved) {
    const file = join(root, page.path);
    const text = /\.mdx?$/.test(page.path) ? withAlias(page.path, await readFile(file, "utf8"), page.from) : undefined;
    if (text === undefined) {
      others.push(page);
      continue;
    }
    rewriteFile(file, text);
    written.push({ entries: [`aliases: [${yamlText(page.from)}]`], path: page.path });
  }
  if (others.length === 0) return written;
  const entries = others.map(({ from, to }) => `{ from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)} }`);
  const { extendList } = await import("../config/item-place.ts");
  const extended = extendList(loaded.sources, "redirects", entries);
  if (extended !== undefined) rewriteFile(join(root, extended.path), extended.text);
  return [...written, { entries: entries.map((entry) => `${entry},`), path: extended?.path }];
}

/** Adds an alias to the front matter of a page; undefined if that can't be done by adding text alone. */
export function withAlias(path: string, written: string, alias: string): string | undefined {
  const source = written.replace(/^\uFEFF/, "");
  const item = yamlText(alias);
  const added = `aliases: [${item}]\n`;
  const [opening] = /^---[ \t]*\r?\n/.exec(source) ?? [];
  if (opening === undefined) return `---\n${added}---\n\n${source}`;
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(source)?.index ?? source.length;
  const [head, rest] = [source.slice(0, end), source.slice(end)];
  const inLine = head.replace(
    /^(aliases:[ \t]*\[[^\]\r\n]*[^\][ \t\r\n])[ \t]*\]/m,
    (_, list: string) => `${list}, ${item}]`,
  );
  const onLines = head.replace(/^(aliases:[ \t]*\r?\n)([ \t]*- )/m, (_, key: string, dash: string) => {
    return `${key}${dash}${item}\n${dash}`;
  });
  const extended = [inLine, onLines].find((text) => text !== head) ?? opening + added + head.slice(opening.length);
  const aliasesIn = (text: string) => parseFrontMatter(path, text.replaceAll("\r\n", "\n")).frontMatter.aliases ?? [];
  const expected = [...aliasesIn(source), alias].sort();
  return aliasesIn(extended + rest)
    .toSorted()
    .join("\n") === expected.join("\n")
    ? extended + rest
    : undefined;
}

function yamlText(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}
