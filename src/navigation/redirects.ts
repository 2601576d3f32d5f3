import type { SiteConfig } from "../config/schema.ts";
import type { DocsVersion, SourcePage } from "../content/content-types.ts";
import { itemLine } from "../content/front-matter.ts";
import { isOfVersion } from "../content/versions.ts";
import { didYouMean } from "../shared/nearest.ts";
import { type Position, type Problem, problemOf } from "../shared/problem.ts";
import { collisionKey, decodePath, type Route, routeKey } from "../shared/route.ts";
import type { ConfigProblem, OnConfigProblem } from "./navigation-types.ts";

/** A redirect from an address to a page. */
export interface Redirect {
  /** Route without a final slash. */
  readonly from: Route;
  /** Route of the page, as used in links. */
  readonly to: Route;
  /** Hash of the target, including `#`; may be empty. */
  readonly hash: string;
  /** Where a page lists it as an alias; absent for redirects of the configuration. */
  readonly alias?: Position;
}

/**
 * What takes an address that a redirect can't have: "is the page /docs/a".
 *
 * @param routes canonical routes by their key
 * @param files static files, as `/path` below the root
 */
export function takenAddresses(routes: ReadonlyMap<string, Route>, files: Iterable<string>): Map<string, string> {
  const taken = new Map<string, string>();
  for (const file of files) taken.set(collisionKey(file.replace(/\/index\.html$/, "")), `is the file ${file}`);
  for (const [key, route] of routes) taken.set(collisionKey(key), `is the page ${route}`);
  return taken;
}

/**
 * Checks the configured redirects against the pages.
 *
 * @param routes canonical routes by their key
 * @param unavailable what takes addresses that can't be redirected
 * @param aliases redirects to pages that list their old addresses
 * @param onFault called for each entry that is dangling, a loop, a chain, duplicate, or shadows a page
 */
export function resolveRedirects(
  redirects: SiteConfig["redirects"],
  routes: ReadonlyMap<string, Route>,
  unavailable: ReadonlyMap<string, string>,
  aliases: readonly Redirect[],
  onFault: OnConfigProblem,
): Redirect[] {
  const taken = new Map(unavailable);
  if (redirects.length > 0 && taken.has("/_redirects")) {
    const message = "docgen generates _redirects; move the entries of content/static/_redirects here";
    onFault({ item: "redirects", message, key: "redirects", value: "" });
  }
  const configured = redirects.flatMap(({ from, to }) => [from].flat().map((old) => [oldRoute(old), to] as const));
  const next = new Map([...aliases.map(({ from, to }) => [from, to] as const), ...configured]);
  return redirects.flatMap((entry, index): Redirect[] => {
    const option = `redirects[${index}]`;
    const target = follow(entry.to, routes, next);
    const fault = faultOf(entry.to, target, routes);
    if (fault !== undefined) onFault({ ...fault, item: `${option}.to`, key: "to", value: entry.to });
    return [entry.from].flat().flatMap((oldUrl) => {
      const from = oldRoute(oldUrl);
      const owner = taken.get(collisionKey(from));
      const misplaced = (message: string) => onFault({ item: `${option}.from`, message, key: "from", value: oldUrl });
      const unusable = addressFault(oldUrl);
      if (unusable !== undefined) misplaced(unusable);
      else if (owner !== undefined) misplaced(`${oldUrl} ${owner}`);
      taken.set(collisionKey(from), `is already redirected by redirects[${index}]`);
      return target.to === undefined ? [] : [{ from, to: target.to, hash: target.hash }];
    });
  });
}

/** Matches placeholders, which hosts replace by any text. */
const PATTERN = /\*|:[a-z]/i;

/** The route of an old address, which may be percent-encoded, as browsers show it. */
export function oldRoute(address: string): Route {
  return routeKey(decodePath(address) ?? address);
}

/** Why an address can't be redirected, whatever the site contains; undefined if it can. */
export function addressFault(address: string): string | undefined {
  if (decodePath(address) === undefined) return `"${address}" has an invalid percent-encoding`;
  const from = oldRoute(address);
  if (!isBelowRoot(from)) return `"${address}" is not a path below the site's root`;
  return PATTERN.test(from) ? `hosts interpret "${address}" as a pattern; list each old URL instead` : undefined;
}

/** Whether a path names exactly one file of the output. */
function isBelowRoot(from: Route): boolean {
  const [first, ...parts] = from.split("/");
  return (
    first === "" && parts.length > 0 && parts.every((part) => !/^\.{0,2}$/.test(part) && !/[?#\\\p{Cc}]/u.test(part))
  );
}

/** The final target of a redirect, and the addresses in between. */
interface RedirectTarget {
  /** Undefined for a dangling redirect. */
  readonly to: Route | undefined;
  readonly hash: string;
  readonly way: readonly string[];
  readonly isLoop: boolean;
}

function follow(first: string, routes: ReadonlyMap<string, Route>, next: ReadonlyMap<string, string>): RedirectTarget {
  const way: string[] = [];
  let hash = "";
  for (let address: string | undefined = first; address !== undefined; ) {
    const [path = "", fragment = ""]: string[] = address.split(/(?=#)/);
    // The hash of a later redirect has precedence.
    hash = fragment === "" ? hash : fragment;
    const isLoop = way.includes(routeKey(path));
    way.push(routeKey(path));
    const to = routes.get(routeKey(path));
    if (to !== undefined || isLoop) return { to, hash, way, isLoop };
    address = next.get(routeKey(path));
  }
  return { to: undefined, hash, way, isLoop: false };
}

function faultOf(
  address: string,
  { to, hash, way, isLoop }: RedirectTarget,
  routes: ReadonlyMap<string, Route>,
): Pick<ConfigProblem, "kind" | "message" | "hint" | "subject"> | undefined {
  if (isLoop) {
    const circle = way.slice(way.indexOf(way.at(-1) ?? ""), -1).sort();
    return { kind: "redirect-loop", message: `is circular: ${way.join(" > ")}`, subject: circle.join(" ") };
  }
  if (to === undefined) {
    // As written, if no other redirect leads there.
    const last = way[1] === undefined ? address.replace(/#.*/, "") : (way.at(-1) ?? "");
    return { kind: "broken-reference", message: `no page at ${last}${didYouMean(last, routes.values())}` };
  }
  if (way.length === 1) return undefined;
  const message = `leads to ${to} through ${way.slice(0, -1).join(" > ")}`;
  return { kind: "redirect-chain", message, hint: `write ${to}${hash}` };
}

/**
 * Redirects from the old addresses that pages list. Versions of a doc are copies and list the same ones, which lead to
 * the last version.
 *
 * @param unavailable what takes addresses that can't be redirected
 */
export function resolveAliases(
  pages: readonly SourcePage[],
  versions: readonly DocsVersion[],
  { redirects }: Pick<SiteConfig, "redirects">,
  unavailable: ReadonlyMap<string, string>,
): { readonly aliases: readonly Redirect[]; readonly problems: readonly Problem[] } {
  const configured = redirects.flatMap(({ from }, index) =>
    [from].flat().map((old) => [collisionKey(oldRoute(old)), `is already redirected by redirects[${index}]`] as const),
  );
  const taken = new Map([...configured, ...unavailable]);
  const rank = (page: SourcePage) => versions.findIndex((version) => !version.isLast && isOfVersion(version)(page));
  const owners = new Map<string, SourcePage>();
  const problems: Problem[] = [];
  const withAliases = pages.filter(({ frontMatter }) => frontMatter.aliases !== undefined);
  const aliases = withAliases
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((page) => {
      return (page.frontMatter.aliases ?? []).flatMap((address): Redirect[] => {
        const position = { path: page.path, line: itemLine(page.keyLines, "aliases", address), column: 1 };
        const hint = /^[^/:?#]+$/.test(address) ? `write /${address}` : "remove it from aliases";
        const report = (code: string, message: string) => {
          problems.push(problemOf({ ...position, code, message: `aliases: ${message}`, hint }));
          return [];
        };
        const unusable = addressFault(address);
        if (unusable !== undefined) return report("front-matter", unusable);
        const key = collisionKey(oldRoute(address));
        const owner = taken.get(key);
        if (owner !== undefined) return report("collision", `${address} ${owner}`);
        const other = owners.get(key);
        if (other === undefined) {
          owners.set(key, page);
          return [{ from: oldRoute(address), to: page.route, hash: "", alias: position }];
        }
        const isSameDoc = page.plugin === other.plugin && page.id === other.id && page.version !== other.version;
        if (page.kind === "doc" && isSameDoc) return [];
        return report("collision", `${address} is already an alias of ${other.path}`);
      });
    });
  return { aliases, problems };
}
