import type { SiteLocale } from "../config/locales.ts";
import type { ScriptConfig, SiteConfig } from "../config/schema.ts";
import type { CompiledDocument } from "../markdown/document.ts";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { LIVE_FRAME_META, MERMAID_META } from "../shared/constants.ts";
import { readHtml } from "../shared/html.ts";
import { attributeOf } from "../shared/html-parts.ts";
import { absoluteUrl, type Route, withBaseUrl } from "../shared/route.ts";
import { escapeHtml, startTag } from "../shared/text.ts";
import type { PageData } from "../theme/theme-types.ts";
import { analyticsTag } from "./analytics.ts";
import { inlineScripts } from "./inline-scripts.ts";
import { breadcrumbList, structuredData } from "./structured-data.ts";
import { WEB_MANIFEST } from "./web-manifest.ts";

/** Addresses of bundled assets. */
export interface AssetUrls {
  readonly stylesheet: string;
  readonly script: string;
  readonly siteData: string;
  /** The diagram library, if the site has diagrams. */
  readonly mermaid?: string;
  /** The service worker for offline reading, if it is on. */
  readonly worker?: string;
  /** The page of the live samples' iframe, if the site has live samples. */
  readonly liveFrame?: string;
}

export interface HeadImage {
  readonly url: string;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

export interface HeadInput {
  readonly config: SiteConfig;
  readonly page: PageData;
  readonly assets: AssetUrls;
  readonly scripts: readonly string[];
  /** Title of the page for search engines, instead of its own. */
  readonly metaTitle?: string | undefined;
  readonly keywords: readonly string[];
  /** Preview image for links from other sites; with its size if that is known. */
  readonly image?: HeadImage | undefined;
  /** Description for a page that has none of its own. */
  readonly about: string;
  /** Icons at the root of the site. */
  readonly icons: { readonly ico?: string; readonly touch?: string };
  /** Client features that the page needs. */
  readonly uses: CompiledDocument["uses"];
  /** Items from the root of the sidebar down to the page. */
  readonly breadcrumbs: readonly SidebarItem[];
  /** Head tags written in the page; they replace docgen's own. */
  readonly tags: readonly string[];
  /** Route of the canonical page for search engines. */
  readonly canonical: Route;
  readonly noIndex: boolean;
  readonly locale: SiteLocale;
  readonly locales: readonly SiteLocale[];
}

/** Renders the parts of a page's head that depend on the page or the configuration. */
export function renderHead(input: HeadInput): string {
  const { config, page, assets } = input;
  const name = input.metaTitle ?? page.title;
  const title = name === "" || name === config.title ? config.title : `${name} | ${config.title}`;
  const description = page.description || input.about || config.description;
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", description),
    meta("name", "keywords", input.keywords.join(", ")),
    page.unlisted || input.noIndex ? meta("name", "robots", "noindex, nofollow") : "",
    page.kind === "notFound" ? "" : link("canonical", absoluteUrl(config, input.canonical)),
    ...(page.kind === "notFound" ? [] : alternates(page, input.locales, config.url)),
    page.kind === "post" ? "" : meta("property", "og:type", page.kind === "doc" ? "article" : "website"),
    meta("property", "og:locale", input.locale.openGraph),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    page.kind === "notFound" ? "" : meta("property", "og:url", absoluteUrl(config, page.route)),
    meta("property", "og:site_name", config.title),
    ...imageTags(input.image, page.title || config.title),
    meta("name", "twitter:card", input.image === undefined ? "summary" : "summary_large_image"),
    ...iconLinks(input),
    ...themeColorTags(config),
    config.webManifest === false ? "" : link("manifest", `${config.baseUrl}${WEB_MANIFEST}`),
    `<script>${inlineScripts(config, input.locale)}</script>`,
    link("stylesheet", assets.stylesheet),
    themeColorStyle(config.themeColors),
    script({ type: "module", src: assets.script, "data-site": assets.siteData, "data-worker": assets.worker }),
    meta("name", MERMAID_META, input.uses.includes("mermaid") ? assets.mermaid : undefined),
    meta("name", LIVE_FRAME_META, input.uses.includes("live") ? assets.liveFrame : undefined),
    config.analytics === undefined ? "" : analyticsTag(config.analytics),
    ...config.scripts.map((script) => scriptTag(script, input)),
    breadcrumbList(input.breadcrumbs, config),
    structuredData(page, config, input.canonical, input.image?.url, input.locale.htmlLang),
  ];
  const taken = new Set(input.tags.flatMap(subjectsOf));
  const rest = taken.size === 0 ? lines : lines.filter((line) => !subjectsOf(line).some((key) => taken.has(key)));
  return [...rest, ...input.tags].filter((line) => line !== "").join("\n");
}

/** The tags in HTML of which a page may have only one: the title, a meta property of a name, the canonical link. */
function subjectsOf(tags: string): string[] {
  return readHtml(tags).flatMap((part) => {
    if (part.kind !== "start") return [];
    if (part.name === "title") return part.name;
    const named = part.name === "meta" ? (attributeOf(part, "name") ?? attributeOf(part, "property")) : undefined;
    if (named !== undefined) return `meta ${named.toLowerCase()}`;
    return part.name === "link" && attributeOf(part, "rel")?.toLowerCase() === "canonical" ? "canonical" : [];
  });
}

function imageTags(image: HeadInput["image"], alt: string): string[] {
  if (image === undefined) return [];
  const { url, size } = image;
  return [
    meta("property", "og:image", url),
    meta("property", "og:image:width", size?.width.toString()),
    meta("property", "og:image:height", size?.height.toString()),
    meta("property", "og:image:alt", alt),
  ];
}

/** The declared size makes browsers prefer the site's own icon; `favicon.ico` is for those without SVG. */
function iconLinks({ config, icons: { ico, touch } }: HeadInput): string[] {
  const { favicon } = config;
  return [
    ico === undefined ? "" : link("icon", ico, { sizes: "48x48" }),
    favicon === undefined ? "" : link("icon", withBaseUrl(config.baseUrl, favicon)),
    touch === undefined ? "" : link("apple-touch-icon", touch),
  ];
}

/** Background of pages in the theme's style sheet. */
const BACKGROUND = { light: "#fdfdfb", dark: "#101513" } as const;

/** Colours of the browser's own interface around a page. The client updates them to the chosen mode. */
function themeColorTags({ themeColors, colorMode }: SiteConfig): string[] {
  return (["light", "dark"] as const).map((mode) => {
    const background = themeColors[mode]["--color-bg"] ?? themeColors[mode]["color-bg"];
    const color = background === undefined || background.includes("var(") ? BACKGROUND[mode] : background;
    const byDefault = mode === colorMode.defaultMode ? "all" : "not all";
    const media = colorMode.respectPrefersColorScheme ? `(prefers-color-scheme:${mode})` : byDefault;
    return startTag("meta", { name: "theme-color", content: color, media, "data-mode": mode });
  });
}

/** `hreflang` links to the page in each language that has it; none if only one does. */
function alternates({ route, missingIn = [] }: PageData, all: readonly SiteLocale[], url: string): string[] {
  const locales = all.filter(({ baseUrl }) => !missingIn.includes(baseUrl));
  if (locales.length < 2) return [];
  const alternate = (hreflang: string, { baseUrl }: SiteLocale) =>
    startTag("link", { rel: "alternate", hreflang, href: absoluteUrl({ url, baseUrl }, route) });
  return [
    ...locales.map((locale) => alternate(locale.htmlLang, locale)),
    ...locales.filter(({ isDefault }) => isDefault).map((locale) => alternate("x-default", locale)),
  ];
}

/**
 * The configured colours. Without a chosen mode they follow the system, and print is light. In the theme's layer, so
 * that the site's style sheets take precedence.
 */
function themeColorStyle({ light, dark }: SiteConfig["themeColors"]): string {
  const rule = (selector: string, colors: Readonly<Record<string, string>>) => {
    const declarations = Object.entries(colors).map(([name, value]) => `--${name.replace(/^--/, "")}:${value}`);
    return declarations.length === 0 ? "" : `${selector}{${declarations.join(";").replace(/[<{}]/g, "")}}`;
  };
  const media = (query: string, rules: string) => (rules === "" ? "" : `@media ${query}{${rules}}`);
  const css = [
    rule(':root:not([data-theme="dark"])', light),
    media("screen", rule(':root[data-theme="dark"]', dark)),
    media("screen and (prefers-color-scheme:dark)", rule(":root:not([data-theme])", dark)),
    media("print", rule(':root[data-theme="dark"]', light)),
  ].join("");
  return css === "" ? "" : `<style>@layer docgen.colors{${css}}</style>`;
}

/** A meta tag; none for an empty content. */
export function meta(key: "name" | "property" | "http-equiv", name: string, content = ""): string {
  return content === "" ? "" : startTag("meta", { [key]: name, content });
}

function link(rel: string, href: string, others: Readonly<Record<string, string>> = {}): string {
  return startTag("link", { rel, href, ...others });
}

function script(attributes: Parameters<typeof startTag>[1]): string {
  return `${startTag("script", attributes)}</script>`;
}

/** A script of the configuration, if the page uses it. A lazy one gets a type that browsers don't execute. */
function scriptTag(
  { on, name, src, type, async, defer, integrity, crossorigin }: ScriptConfig,
  { config, scripts }: HeadInput,
): string {
  if (on !== "every-page" && !scripts.some((used) => used === name)) return "";
  const waits = on === "demand";
  return script({
    ...(waits && { "data-script": name, "data-type": type }),
    src: withBaseUrl(config.baseUrl, src),
    async,
    defer,
    type: waits ? "text/plain" : type,
    integrity,
    crossorigin,
  });
}
