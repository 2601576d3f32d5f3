import type { DocsPluginConfig } from "../../config/schema.ts";
import type { PageList, SourcePage } from "../../content/content-types.ts";
import { CONTENT_FOLDER } from "../../content/walk.ts";
import type { SiteIndex } from "../../links/resolve.ts";
import type { VersionedDocs } from "../../navigation/docs-versions.ts";
import { type Route, resolvePath, routeKey } from "../../shared/route.ts";
import type { DocsVersions, PageVersion } from "../../theme/theme-types.ts";

/** Relations between the versions of docs: finds each doc in the other versions. */
export interface VersionsPlan {
  readonly versionOf: (page: SourcePage) => VersionedDocs | undefined;
  /** Whether search engines must not index a page: of an excluded version, a list of one page, or the search page. */
  readonly isNoIndex: (page: SourcePage) => boolean;
  /** Version notice of a page; undefined if its docs have only one version. */
  readonly pageVersionOf: (page: SourcePage) => PageVersion | undefined;
  /** Canonical route: that of the same doc in the last version, if it exists there. */
  readonly canonicalOf: (page: SourcePage) => Route;
}

/** @param versions of all docs plugins; plugins have no versions in common */
export function planVersions(versions: readonly VersionedDocs[]): VersionsPlan {
  const byKey = new Map(versions.map((version) => [`${version.plugin}:${version.name}`, version]));
  const routes = new Map(versions.map((version) => [version, new Map(version.docs.map(({ id, path }) => [id, path]))]));
  const find = (version: VersionedDocs, id: string | undefined) => routes.get(version)?.get(id ?? "");
  const byFolder = new Map(versions.map((version) => [`${CONTENT_FOLDER}/${version.folder}`, version]));
  const versionOf = (page: SourcePage) =>
    byKey.get(`${page.plugin}:${page.version}`) ?? (page.list === undefined ? undefined : byFolder.get(page.path));
  const siblingsOf = ({ plugin }: VersionedDocs) => versions.filter((other) => other.plugin === plugin);
  return {
    versionOf,
    isNoIndex: (page) => isThin(page.list) || versionOf(page)?.noIndex === true,
    pageVersionOf: (page) => {
      const version = versionOf(page);
      const all = version === undefined ? [] : siblingsOf(version);
      if (version === undefined || all.length < 2) return undefined;
      const { plugin, name, label, banner, badge } = version;
      const same = all.flatMap((other) => {
        const route = find(other, page.id) ?? find(other, other.mainDocId);
        return route === undefined ? [] : [{ name: other.name, route }];
      });
      return { plugin, name, label, banner, badge, routes: same };
    },
    canonicalOf: (page) => {
      const version = versionOf(page);
      const last = version === undefined || version.isLast ? undefined : siblingsOf(version).find((doc) => doc.isLast);
      return (last === undefined ? undefined : find(last, page.id)) ?? page.route;
    },
  };
}

/** Whether a list has no content of its own: it lists only one page, or is the search page. */
function isThin(list: PageList | undefined): boolean {
  if (list?.kind === "search") return true;
  if (list?.kind === "docs") return list.docs.length === 1;
  return list?.kind === "posts" && list.tag !== undefined && list.count === 1;
}

/** The versions of each set of docs, as menus list them. */
export function listVersions(versions: readonly VersionedDocs[]): DocsVersions[] {
  return versions
    .filter(({ isLast }) => isLast)
    .map(({ plugin, name: last }) => ({
      plugin,
      last,
      versions: versions.flatMap(({ plugin: owner, name, label, docs, mainDocId }) => {
        const route = owner === plugin ? docs.find(({ id }) => id === mainDocId)?.path : undefined;
        return route === undefined ? [] : [{ name, label, route }];
      }),
    }));
}

/** Link targets as seen by the pages of a version: their links stay in it, so that its folder can be copied. */
export function versionIndex(
  index: SiteIndex,
  version: VersionedDocs,
  docs: Pick<DocsPluginConfig, "routeBasePath" | "folder"> | undefined,
): SiteIndex {
  if (docs === undefined) return index;
  const base = routeKey(`/${resolvePath("", docs.routeBasePath)}`);
  if (version.path === base && version.folder === docs.folder) return index;
  const inside = `content/${version.folder}/`;
  const routes = version.docs.map(({ path }): [string, Route] => {
    const rest = routeKey(path).slice(routeKey(version.path).length).replace(/^\//, "");
    return [routeKey(`/${resolvePath(base.slice(1), rest)}`), path];
  });
  const paths = [...index.paths].flatMap(([path, route]): [string, Route][] => {
    return path.startsWith(inside) ? [[`content/${docs.folder}/${path.slice(inside.length)}`, route]] : [];
  });
  return { ...index, routes: new Map([...index.routes, ...routes]), paths: new Map([...index.paths, ...paths]) };
}
