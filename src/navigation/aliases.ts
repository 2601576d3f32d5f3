import type { SiteConfig } from "../config/schema.ts";
import type { DocsVersion, SourcePage } from "../content/content-types.ts";
import { itemLine } from "../content/front-matter.ts";
import { isOfVersion } from "../content/versions.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { collisionKey } from "../shared/route.ts";
import { addressFault, oldRoute, type Redirect } from "./redirects.ts";

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
        return isSameDoc(page, other) ? [] : report("collision", `${address} is already an alias of ${other.path}`);
      });
    });
  return { aliases, problems };
}

function isSameDoc(a: SourcePage, b: SourcePage): boolean {
  return a.kind === "doc" && a.plugin === b.plugin && a.id === b.id && a.version !== b.version;
}
