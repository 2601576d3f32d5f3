import { stripPrefixes } from "../content/routes.ts";
import { pathInStyleOf, routeInStyleOf, withPath } from "../links/rewrite.ts";
import type { Finding } from "../links/use.ts";
import { isBroken } from "../shared/link-kinds.ts";
import { encodeRoute, nameOf, type Route, routeKey } from "../shared/route.ts";
import { git } from "../site/model/repository.ts";
import type { Site } from "../site/model/site.ts";

/** Kinds of findings that a renamed file may explain. */
const MOVABLE = ["broken-link", "broken-markdown-link", "broken-image", "broken-file", "broken-media"];

/**
 * Adds the new location of renamed files to broken links, from git's history. Git runs only if there are such links.
 */
export async function explainRenames(
  sites: readonly Site[],
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const [site] = sites;
  if (site === undefined || !findings.some(({ kind }) => isBroken(kind) && MOVABLE.includes(kind))) return findings;
  const renames = await readRenames(site.root);
  if (renames.size === 0) return findings;
  const byOldRoute = new Map([...renames].map(([from, to]) => [oldRoute(from, site), to]));
  return findings.map((finding) => {
    if (!MOVABLE.includes(finding.kind)) return finding;
    const to = renames.get(finding.missing ?? "") ?? byOldRoute.get(routeKey(finding.subject));
    const fix = to === undefined ? undefined : addressOf(to, finding, site);
    return fix === undefined ? finding : { ...finding, hint: `renamed according to git: write ${fix}`, fix };
  });
}

/** Current path of each renamed file; empty without a git repository. */
async function readRenames(root: string): Promise<ReadonlyMap<string, string>> {
  const renames = new Map<string, string>();
  let parts: string[] = [];
  const take = (entry: string) => {
    parts.push(entry.replace(/^\n/, ""));
    if (parts.length < 3) return;
    const [, from = "", to = ""] = parts;
    parts = [];
    // The log starts with the newest commit, so later renames are already known.
    if (!renames.has(from)) renames.set(from, renames.get(to) ?? to);
  };
  try {
    const args = ["log", "-z", "--diff-filter=R", "--name-status", "-M", "--relative", "--format=", "--", "content"];
    await git(root, args, take);
  } catch {
    return new Map();
  }
  return renames;
}

/** Link target for the file's new path, in the style of the old link. */
function addressOf(to: string, { path, target, kind }: Finding, { plan, media }: Site): string | undefined {
  const route = plan.index.paths.get(to);
  if (route !== undefined && kind === "broken-markdown-link") return pathInStyleOf(target, path, to);
  if (route !== undefined)
    return target.startsWith("/") ? routeInStyleOf(target, route) : withPath(target, encodeRoute(route));
  if (to.startsWith("content/static/") && media.byTarget.has(to.slice("content/static".length))) {
    return withPath(target, encodeRoute(to.slice("content/static".length)));
  }
  return media.byTarget.has(to) ? pathInStyleOf(target, path, to) : undefined;
}

/** The former route of a page, by its old path. */
function oldRoute(path: string, { plan }: Site): Route {
  const inside = path.replace(/^content\//, "").replace(/\.(mdx?|tsx)$/, "");
  const docs = plan.config.docs.find(({ folder }) => inside.startsWith(`${folder}/`));
  const rest =
    docs === undefined
      ? inside.replace(/^pages\//, "")
      : `${docs.routeBasePath}/${stripPrefixes(inside.slice(docs.folder.length + 1))}`;
  const isIndex = ["index", "README"].includes(nameOf(rest));
  return routeKey(`/${isIndex ? rest.slice(0, -nameOf(rest).length) : rest}`);
}
