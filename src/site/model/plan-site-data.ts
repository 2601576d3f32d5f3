import { CONFIG_FILE } from "../../config/config-file.ts";
import type { SiteLocale } from "../../config/locales.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { type BlogPosts, blogsOf, listedPosts, MAIN_BLOG } from "../../content/blog.ts";
import { type Content, PAGE_KINDS } from "../../content/content-types.ts";
import { isOfVersion } from "../../content/versions.ts";
import { resolveLink, type SiteIndex } from "../../links/resolve.ts";
import type { VersionedDocs } from "../../navigation/docs-versions.ts";
import { resolveFooter, resolveNavbar } from "../../navigation/navbar.ts";
import type { OnConfigProblem, ResolveAddress } from "../../navigation/navigation-types.ts";
import { recentPosts } from "../../navigation/neighbours.ts";
import { firstRoute } from "../../navigation/sidebar-path.ts";
import { ANNOUNCEMENT_DISMISSED_KEY } from "../../shared/constants.ts";
import { siteKey } from "../../shared/site-key.ts";
import type { LocaleLink, SiteData } from "../../theme/theme-types.ts";
import type { Language } from "../inputs/interface-texts.ts";
import { listVersions } from "./plan-versions.ts";

/** Tag of the search index for pages outside the docs. */
export const OTHER_SEARCH_TAG = "default";

/** The blogs with their listed posts. */
export function blogsWithPosts(config: SiteConfig, { pages }: Content): BlogPosts[] {
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

/** Site data for each page. @param versions all versions, and the one to show of each set of docs */
export function siteData(
  config: SiteConfig,
  content: Content,
  versions: { readonly all: readonly VersionedDocs[]; readonly shown: readonly VersionedDocs[] },
  index: SiteIndex,
  { locale, locales, assetsUrl }: Language,
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
    locale: locale.name,
    baseUrl: config.baseUrl,
    navbarTitle: navbar.title ?? config.title,
    logo: navbar.logo,
    hideNavbarOnScroll: navbar.hideOnScroll,
    navbar: resolveNavbar({ config, pages, sidebars: { ...others, ...sidebars }, resolve, draftIds }, onFault),
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
export function searchTagsOf({ plugin, name, docs }: VersionedDocs): string[] {
  return docs.length === 0 ? [] : [docsSearchTag(plugin, name)];
}
