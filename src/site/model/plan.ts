import { CONFIG_FILE } from "../../config/config-file.ts";
import type { SiteLocale } from "../../config/locales.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { blogsOf, dayOf, listedPosts, MAIN_BLOG } from "../../content/blog.ts";
import type { Content, SourcePage } from "../../content/content-types.ts";
import { type BlogPosts, feedFiles } from "../../content/feed-files.ts";
import { translationsFolder } from "../../content/overlay.ts";
import { PAGE_KINDS } from "../../content/page-kinds.ts";
import { contentPath } from "../../content/version-trees.ts";
import { isOfVersion } from "../../content/versions.ts";
import { resolveLink } from "../../links/resolve.ts";
import type { MediaFile, SiteIndex } from "../../links/site-index.ts";
import { resolveAliases } from "../../navigation/aliases.ts";
import type { OnConfigProblem } from "../../navigation/config-problem.ts";
import { fillVersion, type VersionedDocs } from "../../navigation/docs-versions.ts";
import { resolveFooter } from "../../navigation/footer.ts";
import { resolveNavbar } from "../../navigation/navbar.ts";
import type { ResolveAddress } from "../../navigation/navigation-types.ts";
import { createNeighbours, type FindNeighbours } from "../../navigation/neighbours.ts";
import { createPostNeighbours, recentPosts } from "../../navigation/posts.ts";
import { type Redirect, resolveRedirects, takenAddresses } from "../../navigation/redirects.ts";
import { firstRoute, isAt, pathTo, sidebarNamed } from "../../navigation/sidebar-path.ts";
import { ANNOUNCEMENT_DISMISSED_KEY } from "../../shared/constants.ts";
import type { Problem } from "../../shared/problem.ts";
import { routeKey } from "../../shared/route.ts";
import { siteKey } from "../../shared/site-key.ts";
import type { LocaleLink, SiteData } from "../../theme/theme-types.ts";
import type { Language } from "../inputs/page-language.ts";
import { checkRedirects, underBothPaths } from "./plan-locale.ts";
import { listVersions, planVersions, type VersionsPlan, versionIndex } from "./plan-versions.ts";

/** Tag of the search index for pages outside the docs. */
export const OTHER_SEARCH_TAG = "default";

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
}

/**
 * Lays out the site: sidebars, navbar, search tags and link targets.
 *
 * @param onFault called for each missing target in the configuration
 */
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
  const sidebarIdOf = (page: SourcePage) => versionOf(page)?.sidebarOf(page);
  const itemsOf = (page: SourcePage) => sidebarNamed(versionOf(page)?.sidebars ?? {}, sidebarIdOf(page));
  const neighbours = new Map(
    versions.map((version) => {
      const { sidebars, sidebarOf } = version;
      return [version, createNeighbours(sidebars, sidebarOf, pages.filter(isOfVersion(version)))];
    }),
  );
  const blogs = blogsWithPosts(config, content);
  const postNeighbours = createPostNeighbours(blogs);
  const feeds = feedFiles(blogs, config.trailingSlash).map((file) => [`/${file}`, { file }] as const);
  const byTarget = new Map([...media.byTarget, ...feeds].map(([target, file]) => [contentPath(target), file] as const));
  const sources = new Map(pages.filter(({ format }) => format !== "generated").map((page) => [page.path, page]));
  const routes = new Map(pages.map(({ route }) => [routeKey(route), route]));
  const taken = takenAddresses(
    routes,
    [...byTarget.keys()].filter((key) => key.startsWith("/")),
  );
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
  const others = new Map(versions.filter(({ isLast }) => !isLast).map((version) => [siteNameOf(version), version]));
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
    versionSites: new Map([...others].map(([name, version]) => [name, siteFor(version)])),
    versionSiteOf: (page) => {
      const version = versionOf(page);
      return version === undefined || version.isLast ? undefined : siteNameOf(version);
    },
    searchTags: [...versions.filter(({ isLast }) => !isLast).flatMap(searchTagsOf), ...site.searchTags],
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
  };
}

function blogsWithPosts(config: SiteConfig, { pages }: Content): BlogPosts[] {
  const listed = listedPosts(pages);
  return blogsOf(config).map((blog) => ({ blog, posts: listed.filter((post) => post.blog === blog.id) }));
}

function recentPostsOf(config: SiteConfig, content: Content): Pick<SiteData, "recentPosts" | "otherRecentPosts"> {
  const links = blogsWithPosts(config, content).flatMap((blog) => {
    const recent = recentPosts(blog, config.trailingSlash);
    return recent === undefined ? [] : [[blog.blog.id, recent] as const];
  });
  const { [MAIN_BLOG]: main, ...others } = Object.fromEntries(links);
  return { recentPosts: main, otherRecentPosts: Object.keys(others).length === 0 ? undefined : others };
}

/** Why pages are left out, by route key and path. */
function reasonsOf(drafts: readonly SourcePage[]): SiteIndex["drafts"] {
  const reasons = drafts.flatMap((page) => {
    const reason = page.frontMatter.draft === true ? "is a draft" : `waits for its date, ${dayOf(page)}`;
    return [[routeKey(page.route), reason] as const, [contentPath(page.path), reason] as const];
  });
  return new Map(reasons);
}

/** @param versions all versions, and the one to show of each set of docs */
function siteData(
  config: SiteConfig,
  content: Content,
  versions: { readonly all: readonly VersionedDocs[]; readonly shown: readonly VersionedDocs[] },
  index: SiteIndex,
  { locales, assetsUrl }: Language,
  onFault: OnConfigProblem,
): SiteData {
  const resolve: ResolveAddress = (to) => {
    const resolved = resolveLink(to, { path: CONFIG_FILE, route: "/", isIndex: true }, index);
    return { url: resolved.url, ...(resolved.kind === "page" ? { route: resolved.route } : {}) };
  };
  const { navbar, search } = config;
  const localeLink = ({ label, htmlLang, baseUrl }: SiteLocale): LocaleLink => ({ label, lang: htmlLang, baseUrl });
  const { all, shown } = versions;
  const sidebars = Object.fromEntries(shown.flatMap((version) => Object.entries(version.sidebars)));
  // A sidebar that is missing in the version is taken from the others.
  const others = Object.fromEntries([...all].reverse().flatMap((version) => Object.entries(version.sidebars)));
  // A doc that is missing in the version is taken from the last one.
  const docs = [...shown, ...all.filter(({ isLast }) => isLast)];
  const pages = [...new Set(docs)].flatMap((version) => content.pages.filter(isOfVersion(version)));
  const draftIds = new Set(docs.flatMap(({ plugin, draftIds }) => draftIds.map((id) => `${plugin}:${id}`)));
  const hasOthers = content.pages.some(({ kind }) => ["blog", "other"].includes(PAGE_KINDS[kind].search ?? ""));
  const namesVersion = navbar.items.some(({ type }) => type === "docsVersion" || type === "docsVersionDropdown");
  const blogHome = content.pages.find(({ kind }) => kind === "blogList")?.route;
  const hasHome = content.pages.some(({ route }) => route === "/");
  return {
    title: config.title,
    tagline: config.tagline,
    baseUrl: config.baseUrl,
    navbarTitle: navbar.title ?? config.title,
    logo: navbar.logo,
    hideNavbarOnScroll: navbar.hideOnScroll,
    navbar: resolveNavbar(config, pages, { ...others, ...sidebars }, resolve, draftIds, onFault),
    footer: resolveFooter(config.footer, resolve),
    announcement: config.announcementBar && {
      ...config.announcementBar,
      dismissedKey: siteKey(ANNOUNCEMENT_DISMISSED_KEY, assetsUrl),
    },
    assistants: config.assistants.length === 0 ? undefined : { origin: config.url, links: config.assistants },
    feedback: config.feedback?.url,
    colorMode: config.colorMode,
    maxSearchResults: search.maxSearchResults,
    searchReport: search.report,
    searchRoute: content.pages.find(({ list }) => list?.kind === "search")?.route,
    searchTags: [...shown.flatMap(searchTagsOf), ...(hasOthers ? [OTHER_SEARCH_TAG] : [])],
    searchBoosts: {
      title: search.titleBoost,
      content: search.contentBoost,
      tags: search.tagsBoost,
      parents: search.indexDocSidebarParentCategories === 0 ? 0 : search.parentCategoriesBoost,
    },
    sidebars,
    hasHome,
    homeRoute: hasHome ? "/" : (Object.values(sidebars).map(firstRoute).find(Boolean) ?? blogHome ?? "/"),
    ...recentPostsOf(config, content),
    docs: all.length > shown.length || namesVersion ? listVersions(all) : undefined,
    locales: locales.length > 1 ? locales.map(localeLink) : undefined,
    texts: content.translation.texts,
  };
}

/** Tag of the search index of a docs version. */
export function docsSearchTag(plugin: string, version: string): string {
  return `docs-${plugin}-${version}`;
}

/** Search tags of a docs version; none if it has no pages. */
function searchTagsOf({ plugin, name, docs }: VersionedDocs): string[] {
  return docs.length === 0 ? [] : [docsSearchTag(plugin, name)];
}

function siteNameOf({ plugin, name }: VersionedDocs): string {
  return `site-${plugin}-${name}`;
}
