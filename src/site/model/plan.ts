import { hash } from "node:crypto";
import type { SiteConfig } from "../../config/schema.ts";
import { type BlogPosts, dayOf, feedFiles } from "../../content/blog.ts";
import { type Content, PAGE_KINDS, type SourcePage } from "../../content/content-types.ts";
import { translationsFolder } from "../../content/overlay.ts";
import { contentPath } from "../../content/version-trees.ts";
import { isOfVersion } from "../../content/versions.ts";
import type { MediaFile, SiteIndex } from "../../links/resolve.ts";
import { fillVersion, type VersionedDocs } from "../../navigation/docs-versions.ts";
import type { OnConfigProblem, SidebarItem } from "../../navigation/navigation-types.ts";
import { createNeighbours, createPostNeighbours, type FindNeighbours } from "../../navigation/neighbours.ts";
import { type Redirect, resolveAliases, resolveRedirects, takenAddresses } from "../../navigation/redirects.ts";
import { isAt, pathTo, sidebarNamed } from "../../navigation/sidebar-path.ts";
import type { Problem } from "../../shared/problem.ts";
import { type Route, routeKey } from "../../shared/route.ts";
import type { KnownPages, SiteData } from "../../theme/theme-types.ts";
import type { Language } from "../inputs/interface-texts.ts";
import { checkRedirects, underBothPaths } from "./plan-locale.ts";
import { blogsWithPosts, searchTagsOf, siteData } from "./plan-site-data.ts";
import { planVersions, type VersionsPlan, versionIndex } from "./plan-versions.ts";

/** Pictures and downloads: targets of links, and the files that are written for them. */
export interface Media {
  readonly byTarget: ReadonlyMap<string, MediaFile>;
  /** Absolute paths of the sources, by output file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Layout of the site in one language, made before any page is rendered. */
export interface Plan extends Language, VersionsPlan {
  readonly config: SiteConfig;
  readonly pages: readonly SourcePage[];
  /** Finds the page of a source file. */
  readonly pageAt: (path: string) => SourcePage | undefined;
  /** The main blog first. */
  readonly blogs: readonly BlogPosts[];
  /** Site data for pages of the last versions and outside the docs. */
  readonly site: SiteData;
  /** Site data for pages of each other docs version, by file name. */
  readonly versionSites: ReadonlyMap<string, SiteData>;
  /** Name of a page's site data in `versionSites`; undefined for `site`. */
  readonly versionSiteOf: (page: SourcePage) => string | undefined;
  /** Names of all search indexes. */
  readonly searchTags: readonly string[];
  /** Link targets as the configuration and pages outside the docs see them. */
  readonly index: SiteIndex;
  /** Link targets as a page sees them. */
  readonly indexOf: (page: SourcePage) => SiteIndex;
  /** Those of the configuration and of pages. */
  readonly redirects: readonly Redirect[];
  /** Faults of aliases. */
  readonly problems: readonly Problem[];
  /** The pages before and after a page, and problems of front matter that names them. */
  readonly neighboursOf: FindNeighbours;
  /** Labels of the categories above a page, from the top. */
  readonly parentsOf: (page: SourcePage) => readonly string[];
  /** Label of a page in the sidebar; its title if it isn't in one. */
  readonly labelOf: (page: SourcePage) => string;
  readonly sidebarIdOf: (page: SourcePage) => string | undefined;
  /** The other pages of the category that a page is the index of, or belongs to. */
  readonly categoryItemsOf: (page: SourcePage) => readonly SidebarItem[];
}

/** Lays out the site. @param onFault called for each missing target in the configuration */
export function planSite(
  config: SiteConfig,
  content: Content,
  media: Media,
  language: Language,
  onFault: OnConfigProblem,
): Plan {
  const { pages } = content;
  const versions = content.versions.map((version) => fillVersion(version, config, content, onFault));
  const versionsPlan = planVersions(versions);
  const { versionOf } = versionsPlan;
  const sidebarIdOf = (page: SourcePage) => (page.list === undefined ? versionOf(page)?.sidebarOf(page) : undefined);
  const itemsOf = (page: SourcePage) => sidebarNamed(versionOf(page)?.sidebars ?? {}, sidebarIdOf(page));
  const findersOf = (version: VersionedDocs) =>
    createNeighbours(version.sidebars, version.sidebarOf, pages.filter(isOfVersion(version)));
  const neighbours = new Map(versions.map((version) => [version, findersOf(version)]));
  const blogs = blogsWithPosts(config, content);
  const postNeighbours = createPostNeighbours(blogs);
  const feeds = feedFiles(blogs, config.trailingSlash).map((file) => [`/${file}`, { file }] as const);
  const byTarget = new Map([...media.byTarget, ...feeds].map(([target, file]) => [contentPath(target), file] as const));
  const sources = new Map(pages.filter(({ format }) => format !== "generated").map((page) => [page.path, page]));
  const routes = new Map(pages.map(({ route }) => [routeKey(route), route]));
  const addresses = [...byTarget.keys()].filter((key) => key.startsWith("/"));
  const taken = takenAddresses(routes, addresses);
  const { aliases, problems } = resolveAliases(pages, content.versions, config, taken);
  const redirects = [...resolveRedirects(config.redirects, routes, taken, aliases, onFault), ...aliases];
  checkRedirects(config.redirects, language, onFault);
  const paths = new Map([...sources].map(([path, { route }]) => [contentPath(path), route]));
  const translations = translationsFolder(language.locale.name);
  const isTranslated = [...paths.keys(), ...byTarget.keys()].some((path) => path.startsWith(translations));
  const files: SiteIndex = {
    baseUrl: config.baseUrl,
    assetsUrl: language.assetsUrl,
    origin: config.url,
    routes,
    redirects: new Map(redirects.map(({ from, to, hash }) => [from, { to, hash }])),
    paths: isTranslated ? underBothPaths(paths, language.locale) : paths,
    media: isTranslated ? underBothPaths(byTarget, language.locale) : byTarget,
    drafts: reasonsOf(content.drafts),
    unlisted: new Set(pages.filter(({ frontMatter }) => frontMatter.unlisted).map(({ route }) => routeKey(route))),
  };
  const lasts = versions.filter(({ isLast }) => isLast);
  const docsOf = ({ plugin }: VersionedDocs) => config.docs.find(({ id }) => id === plugin);
  // Links to the docs, from outside of them and from the configuration, lead to the last versions.
  const index = lasts.reduce((done, version) => versionIndex(done, version, docsOf(version)), files);
  const indexes = new Map(versions.map((version) => [version, versionIndex(files, version, docsOf(version))]));
  const others = versions.filter(({ isLast }) => !isLast);
  const siteFor = (version?: VersionedDocs) => {
    const shown = lasts.map((last) => (last.plugin === version?.plugin ? version : last));
    return siteData(config, content, { all: versions, shown }, index, language, onFault);
  };
  const site = siteFor();
  return {
    ...language,
    config,
    pages,
    pageAt: (path) => sources.get(path),
    blogs,
    site,
    versionSites: new Map(others.map((version) => [siteNameOf(version), siteFor(version)])),
    versionSiteOf: (page) => {
      const version = versionOf(page);
      return version === undefined || version.isLast ? undefined : siteNameOf(version);
    },
    searchTags: [...others.flatMap(searchTagsOf), ...site.searchTags],
    index,
    indexOf: (page) => {
      const version = versionOf(page);
      return (version === undefined ? undefined : indexes.get(version)) ?? index;
    },
    redirects,
    problems,
    ...versionsPlan,
    neighboursOf: (page) => {
      if (page.kind === "post") return { neighbours: postNeighbours(page), problems: [] };
      const version = versionOf(page);
      const find = version === undefined ? undefined : neighbours.get(version);
      return find?.(page) ?? { neighbours: {}, problems: [] };
    },
    parentsOf: (page) => {
      const path = pathTo(itemsOf(page), page.route);
      return path.filter((item) => !isAt(item, page.route)).map(({ label }) => label);
    },
    labelOf: (page) => {
      const entry = pathTo(itemsOf(page), page.route).find((item) => isAt(item, page.route));
      return entry?.label ?? page.title;
    },
    sidebarIdOf,
    categoryItemsOf: (page) => itemsBeside(itemsOf(page), page.route),
  };
}

/** The other items of the category that a page is the index of, or belongs to. */
function itemsBeside(items: readonly SidebarItem[], route: Route): readonly SidebarItem[] {
  const category = pathTo(items, route).findLast((item) => item.type === "category");
  const siblings = category?.type === "category" ? category.items : items;
  return siblings.filter((item) => !isAt(item, route));
}

/** Why pages are left out, by route key and path. */
function reasonsOf(drafts: readonly SourcePage[]): SiteIndex["drafts"] {
  const reasons = drafts.flatMap((page) => {
    const reason = page.frontMatter.draft === true ? "is a draft" : `waits for its date, ${dayOf(page)}`;
    return [[routeKey(page.route), reason] as const, [contentPath(page.path), reason] as const];
  });
  return new Map(reasons);
}

function siteNameOf({ plugin, name }: VersionedDocs): string {
  return `site-${plugin}-${name}`;
}

/** Files with the data shared by pages, named by their digests: the common one, then those of other versions. */
export function siteDataFiles({ site, versionSites }: Pick<Plan, "site" | "versionSites">) {
  return [["site", site] as const, ...versionSites].map(([name, value]) => dataFile(name, value));
}

/** File with the pages that the "not found" page may suggest: those in the search; of docs only the last versions. */
export function knownPagesFile({ pages, versionSiteOf }: Pick<Plan, "pages" | "versionSiteOf">) {
  const listed = pages.filter((page) => {
    const isListed = PAGE_KINDS[page.kind].search !== undefined && page.frontMatter.unlisted !== true;
    return isListed && versionSiteOf(page) === undefined;
  });
  const value: KnownPages = listed.map((page) => [page.route, page.title]);
  return dataFile("pages", value);
}

function dataFile(name: string, value: unknown) {
  const data = JSON.stringify(value);
  return { name, file: `assets/${name}-${hash("sha256", data).slice(0, 8)}.json`, data };
}
