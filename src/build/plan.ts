import { CONFIG_FILE } from "../config/load.ts";
import type { SiteConfig } from "../config/schema.ts";
import { blogRoute, listedPosts } from "../content/blog.ts";
import { feedFiles } from "../content/feed-files.ts";
import type { Content, SourcePage } from "../content/types.ts";
import { resolveLink } from "../links/resolve.ts";
import type { SiteIndex } from "../links/site-index.ts";
import { resolveFooter } from "../navigation/footer.ts";
import { resolveNavbar } from "../navigation/navbar.ts";
import { createNeighbours, type Neighbours } from "../navigation/neighbours.ts";
import { createPostNeighbours, postLink } from "../navigation/posts.ts";
import { type Redirect, resolveRedirects } from "../navigation/redirects.ts";
import { buildSidebar } from "../navigation/sidebar.ts";
import { firstRoute, pathTo } from "../navigation/sidebar-path.ts";
import type { ResolveAddress, SidebarItem } from "../navigation/types.ts";
import type { Problem } from "../shared/problem.ts";
import { type Route, routeKey } from "../shared/route.ts";
import type { SiteData } from "../theme/types.ts";
import type { Media } from "./media.ts";

/** Tag of the search index of pages that belong to no docs. */
export const OTHER_SEARCH_TAG = "default";

/** What is known of the whole site before any page is rendered. */
export interface Plan {
  readonly config: SiteConfig;
  readonly pages: readonly SourcePage[];
  /** Finds the page that a source file makes. */
  readonly pageAt: (path: string) => SourcePage | undefined;
  /** The posts that lists and feeds show, the newest first. */
  readonly posts: readonly SourcePage[];
  readonly site: SiteData;
  readonly index: SiteIndex;
  readonly redirects: readonly Redirect[];
  readonly neighboursOf: (page: SourcePage) => {
    readonly neighbours: Neighbours;
    readonly problems: readonly Problem[];
  };
  /** Labels of the categories above a page, from the top. */
  readonly parentsOf: (page: SourcePage) => readonly string[];
  readonly sidebarIdOf: (page: SourcePage) => string | undefined;
}

/** Lays out the site: sidebars, navbar, search tags, and everything that links can lead to. */
export function planSite(config: SiteConfig, content: Content, media: Media): Plan {
  const { pages, folders } = content;
  const sidebars: Record<string, readonly SidebarItem[]> = {};
  const neighbours = new Map<string, ReturnType<typeof createNeighbours>>();
  for (const { id, sidebarId } of config.docs) {
    const items = buildSidebar(id, pages, folders);
    sidebars[sidebarId] = items;
    neighbours.set(
      id,
      createNeighbours(
        items,
        pages.filter((page) => page.plugin === id),
      ),
    );
  }
  const posts = listedPosts(pages);
  const postNeighbours = createPostNeighbours(posts);
  const files = new Map([
    ...media.byTarget,
    ...feedFiles(posts, config).map((file) => [`/${file}`, { file }] as const),
  ]);
  const sources = new Map(pages.filter(({ format }) => format !== "generated").map((page) => [page.path, page]));
  const routes = new Map(pages.map(({ route }) => [routeKey(route), route]));
  const redirects = resolveRedirects(
    config.redirects,
    routes,
    [...files.keys()].filter((key) => key.startsWith("/")),
  );
  const index: SiteIndex = {
    baseUrl: config.baseUrl,
    origin: config.url,
    routes,
    redirects: new Map(redirects.map(({ from, to }) => [from, to])),
    paths: new Map([...sources].map(([path, { route }]) => [path, route])),
    media: files,
    drafts: new Set(content.drafts.flatMap(({ route, path }) => [routeKey(route), path])),
  };
  const sidebarIdOf = (page: SourcePage) => config.docs.find(({ id }) => id === page.plugin)?.sidebarId;
  return {
    config,
    pages,
    pageAt: (path) => sources.get(path),
    posts,
    site: { ...siteData(config, content, sidebars, index), ...recentPosts(posts, config) },
    index,
    redirects,
    neighboursOf: (page) =>
      page.kind === "post"
        ? { neighbours: postNeighbours(page), problems: [] }
        : (neighbours.get(page.plugin)?.(page) ?? { neighbours: {}, problems: [] }),
    parentsOf: (page) => {
      const items = sidebars[sidebarIdOf(page) ?? ""] ?? [];
      const path = pathTo(items, page.route);
      return path.filter((item) => routeKey(item.route) !== routeKey(page.route)).map(({ label }) => label);
    },
    sidebarIdOf,
  };
}

function siteData(config: SiteConfig, content: Content, sidebars: SiteData["sidebars"], index: SiteIndex): SiteData {
  const resolve: ResolveAddress = (to) => {
    const resolved = resolveLink(to, { path: CONFIG_FILE, route: "/", isIndex: true }, index);
    return { url: resolved.url, ...(resolved.kind === "page" ? { route: resolved.route } : {}) };
  };
  const { pages } = content;
  const { navbar, search } = config;
  const docsTags = config.docs
    .filter(({ id }) => pages.some((page) => page.plugin === id && page.kind !== "page"))
    .map(({ id }) => docsSearchTag(id));
  const hasOthers = pages.some((page) => page.kind === "page" || page.kind === "post");
  const hasHome = pages.some(({ route }) => route === "/");
  return {
    title: config.title,
    tagline: config.tagline,
    baseUrl: config.baseUrl,
    navbarTitle: navbar.title ?? config.title,
    ...(navbar.logo === undefined ? {} : { logo: navbar.logo }),
    navbar: resolveNavbar(config, pages, sidebars, resolve),
    footer: resolveFooter(config.footer, resolve),
    ...(config.announcementBar === undefined ? {} : { announcement: config.announcementBar }),
    colorMode: config.colorMode,
    maxSearchResults: search.maxSearchResults,
    searchTags: [...docsTags, ...(hasOthers ? [OTHER_SEARCH_TAG] : [])],
    searchBoosts: {
      title: search.titleBoost,
      content: search.contentBoost,
      tags: search.tagsBoost,
      parents: search.indexDocSidebarParentCategories === 0 ? 0 : search.parentCategoriesBoost,
    },
    sidebars,
    hasHome,
    homeRoute: hasHome ? "/" : (firstPage(pages, sidebars) ?? "/"),
    texts: {},
  };
}

/** The first page of the docs, or else the blog. */
function firstPage(pages: readonly SourcePage[], sidebars: SiteData["sidebars"]): Route | undefined {
  const [first] = Object.values(sidebars).flatMap((items) => firstRoute(items) ?? []);
  return first ?? pages.find(({ kind }) => kind === "blogList")?.route;
}

function recentPosts(posts: readonly SourcePage[], { blog, trailingSlash }: SiteConfig): Pick<SiteData, "recentPosts"> {
  if (blog === false || blog.blogSidebarCount === 0 || posts.length === 0) return {};
  const recent = blog.blogSidebarCount === "ALL" ? posts : posts.slice(0, blog.blogSidebarCount);
  return {
    recentPosts: {
      title: blog.blogSidebarTitle,
      posts: recent.map(postLink),
      ...(blog.archiveBasePath === null
        ? {}
        : { archive: blogRoute(blog, blog.archiveBasePath, false, trailingSlash) }),
    },
  };
}

/** Tag of the index of a docs plugin's only version. */
export function docsSearchTag(plugin: string): string {
  return `docs-${plugin}-current`;
}
