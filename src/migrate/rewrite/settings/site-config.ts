import type { Mapping } from "../../../content/data-file.ts";
import { count, wordSet } from "../../../shared/text.ts";
import { type Docusaurus, isMainBlog, type NoteSetting } from "../../job.ts";
import { asText, baseUrlOf, filled, list, pick, record, texts, unknowns } from "../../read/config-values.ts";
import { magicComments } from "../page/magic-comments.ts";
import { blogSettings, docsSettings, notePagePlugins } from "./docs-blog-settings.ts";
import { liveLibrary } from "./live-library.ts";
import { convertFooter, convertNavbar, fromBaseUrl } from "./navbar-footer.ts";
import type { SiteFacts } from "./site-facts.ts";
import { notePlugin, noteSitemapItems, noteUnsupported, withoutDefaults } from "./unsupported.ts";

/** Settings that docgen doesn't need: it does the same by default, or they only concern deployment. */
const NEEDLESS =
  "$schema title tagline url baseUrl trailingSlash favicon onBrokenLinks onBrokenAnchors onBrokenMarkdownLinks onDuplicateRoutes organizationName projectName deploymentBranch githubHost githubPort presets plugins themes themeConfig staticDirectories scripts i18n markdown customFields noIndex baseUrlIssueBanner future webpack headTags stylesheets clientModules";

/** Converts a Docusaurus configuration to one of docgen. */
export function siteConfig(docusaurus: Docusaurus, facts: SiteFacts, note: NoteSetting): Mapping {
  const { config, themeConfig, plugins, others, sets } = docusaurus;
  for (const [name, part, supported] of partsOf(docusaurus)) noteUnsupported(part, name, supported, note);
  if (sets.some(({ kind, options }) => kind === "pages" && options.editUrl !== undefined))
    note("changed", "pages.editUrl", "is removed: set custom_edit_url in the front matter of pages");
  // The theme of a plugin goes with it.
  const names = new Set(others.map(({ name }) => name));
  for (const plugin of others)
    if (!/-theme-/.test(plugin.name) || !names.has(plugin.name.replace("-theme-", "-plugin-")))
      notePlugin(plugin, facts.root, note);
  const hooks = record(record(config.markdown).hooks);
  const { onBrokenAnchors, onBrokenMarkdownLinks = hooks.onBrokenMarkdownLinks } = config;
  const blogs = sets.filter(({ kind, target }) => kind === "blog" && facts.folders.has(`content/${target}`));
  const loaded = [...scripts(config.scripts), ...facts.clientScripts];
  const library = liveLibrary(loaded, facts, note);
  noteSitemapItems(plugins.get("sitemap") ?? {}, note);
  notePagePlugins(sets, note);
  noteThemeKeys(docusaurus, note);
  return {
    title: String(config.title ?? "Documentation"),
    tagline: asText(config.tagline),
    url: origin(config.url, note),
    baseUrl: config.baseUrl === undefined ? undefined : baseUrlOf(config),
    trailingSlash: config.trailingSlash,
    favicon: fromBaseUrl(config.favicon),
    onBrokenLinks: reaction(config.onBrokenLinks),
    onBrokenMarkdownLinks: reaction(onBrokenMarkdownLinks),
    // Docusaurus builds a site with broken anchors unless told not to, and with links without text.
    links: { levels: { "broken-anchor": level(onBrokenAnchors), "empty-link": "warn" } },
    socialCards: themeConfig.image === undefined ? undefined : {},
    colorMode: filled(pick(record(themeConfig.colorMode), "defaultMode disableSwitch respectPrefersColorScheme")),
    customCss: filled(facts.customCss),
    navbar: convertNavbar(record(themeConfig.navbar), facts, note),
    footer: convertFooter(record(themeConfig.footer), facts, note),
    announcementBar: announcementBar(record(themeConfig.announcementBar)),
    docs: sets.filter(({ kind }) => kind === "docs").map((set) => docsSettings(set, facts, note)),
    blog: blogs.filter(isMainBlog).map((set) => blogSettings(set, note))[0] ?? false,
    blogs: filled(blogs.filter((set) => !isMainBlog(set)).map((set) => blogSettings(set, note))),
    i18n: languages(record(config.i18n)),
    analytics: analytics(docusaurus, note),
    scripts: filled(library?.scripts ?? loaded),
    live: library && { library: library.library },
    contentSecurityPolicy: filled(facts.sources),
    redirects: filled([...redirects(plugins.get("client-redirects"), note), ...facts.redirects]),
    tableOfContents: filled(pick(record(themeConfig.tableOfContents), "minHeadingLevel maxHeadingLevel")),
    highlight: highlight(record(themeConfig.prism), facts, note),
    markdown: facts.hasMath ? { math: true } : undefined,
    components: filled(facts.components),
    vars: filled(facts.vars),
    customFields: filled(record(config.customFields)),
  };
}

/** Parts of a configuration: their names, their settings, and which of these are converted or needless. */
function partsOf({ config, themeConfig, plugins, sets }: Docusaurus): [name: string, part: Mapping, known: string][] {
  const { ignorePatterns, createSitemapItems: _, ...sitemap } = plugins.get("sitemap") ?? {};
  const locales = Object.entries(record(record(config.i18n).localeConfigs));
  return [
    ["", config, NEEDLESS],
    [
      "markdown",
      record(config.markdown),
      "mermaid format hooks emoji mdx1Compat anchors preprocessor parseFrontMatter",
    ],
    ...locales.map(([name, options]): [string, Mapping, string] => [
      `localeConfigs.${name}`,
      withoutDefaults(record(options), { path: name }),
      "label htmlLang direction calendar translate",
    ]),
    ["sitemap", sitemap, "changefreq priority lastmod filename"],
    ["sitemap", { ignorePatterns: filled(texts(ignorePatterns).filter((pattern) => !TAG_PAGES.test(pattern))) }, ""],
    ...sets
      .filter(({ kind }) => kind === "pages")
      .map(({ options }): [string, Mapping, string] => [
        "pages",
        options,
        "admonitions id path routeBasePath include exclude remarkPlugins rehypePlugins beforeDefaultRemarkPlugins beforeDefaultRehypePlugins editUrl",
      ]),
    ["docs.sidebar", record(record(themeConfig.docs).sidebar), ""],
    ["announcementBar", record(themeConfig.announcementBar), BAR],
  ];
}

function languages(i18n: Mapping): Mapping | undefined {
  const named = texts(i18n.locales);
  const kept = filled(pick(i18n, named.length === 0 ? "defaultLocale" : "defaultLocale locales"));
  const locales = named.length === 0 ? texts(i18n.defaultLocale ?? "en") : named;
  // A configuration may leave languages out of some builds only.
  const ofLocales = Object.entries(record(i18n.localeConfigs)).filter(([name]) => locales.includes(name));
  const configs = ofLocales.map(([name, options]) => [name, pick(record(options), "label htmlLang direction")]);
  return kept && { ...kept, localeConfigs: filled(Object.fromEntries(configs)) };
}

/** Converts the service that counts page views; docgen supports one. */
function analytics({ plugins, themeConfig }: Docusaurus, note: NoteSetting): Mapping | undefined {
  const optionsOf = (name: string) => ({ ...record(themeConfig[name]), ...plugins.get(name) });
  const google = (variant: string, { trackingID, anonymizeIP }: Mapping) => {
    const [trackingId, ...more] = texts(trackingID);
    if (more.length > 0) note("hand", "gtag.trackingID", `${more.join(", ")} is removed: docgen supports one ID`);
    return { variant, trackingId, anonymizeIP };
  };
  const services = ["umami", "matomo", "plausible", "goatcounter"].filter((name) => plugins.has(name));
  const all: Mapping[] = [
    { variant: "gtm", trackingId: asText(optionsOf("google-tag-manager").containerId) },
    // The first versions of Docusaurus 2 had their settings in that of the theme.
    google("gtag", plugins.get("google-gtag") ?? record(themeConfig.gtag)),
    google("analytics.js", plugins.get("google-analytics") ?? record(themeConfig.googleAnalytics)),
    ...services.map((variant) => {
      const { websiteID, websiteId, siteId, domain, code, matomoUrl, analyticsDomain, customDomain } =
        optionsOf(variant);
      const [host] = texts([matomoUrl, analyticsDomain, customDomain]);
      const address = host === undefined || /^https?:/.test(host) ? host : `https://${host}`;
      const id = [websiteID, websiteId, siteId, domain, code].find((value) => value !== undefined);
      if (id === undefined) note("hand", "plugins", `${variant} has no site ID: set analytics`);
      return { variant, trackingId: id === undefined ? id : String(id), host: address };
    }),
  ];
  const [first, ...others] = all.filter(({ trackingId = "" }) => trackingId !== "");
  if (others.length > 0) {
    const names = others.map(({ variant }) => String(variant)).join(", ");
    note("hand", "plugins", `${names} is removed: docgen supports one service and uses ${String(first?.variant)}`);
  }
  return first;
}

/** Attributes of scripts that a setting of docgen writes. */
const SCRIPT_KEYS = "src async defer type integrity crossorigin crossOrigin";

/** Whether the configuration of docgen can write a script; others become tags of the page template. */
export function isPlainScript(entry: unknown): boolean {
  if (typeof entry === "string") return true;
  const names = wordSet(SCRIPT_KEYS);
  return Object.keys(record(entry)).every((key) => names.has(key));
}

function scripts(value: unknown): Mapping[] {
  return unknowns(value)
    .filter(isPlainScript)
    .map((entry) => (typeof entry === "string" ? { src: entry } : record(entry)))
    .map(({ crossOrigin, crossorigin = crossOrigin, ...script }: Mapping) => ({
      ...pick(script, "src async defer type integrity"),
      crossorigin,
    }));
}

function redirects({ redirects: all }: Mapping = {}, note: NoteSetting): Mapping[] {
  const complete = list(all).filter(({ from, to }) => texts(from).length > 0 && typeof to === "string");
  const removed = unknowns(all).length - complete.length;
  if (removed > 0)
    note("hand", "redirects", `${count(removed, "value")} removed that docgen can't evaluate: list the addresses`);
  return complete.map(({ from, to }) => ({ from, to }));
}

function highlight(prism: Mapping, facts: SiteFacts, note: NoteSetting): Mapping | undefined {
  const supported = texts(prism.additionalLanguages).filter(facts.knowsLanguage);
  if (magicComments(prism).size > 0)
    note("changed", "prism.magicComments", "is removed: pages have the comments in src/markdown/GRAMMAR.md");
  return filled({ additionalLanguages: filled(supported) });
}

/** Matches the pattern of Docusaurus' documentation for a sitemap without lists of tags, which harm no search. */
const TAG_PAGES = /^(?:\/\*\*)?\/tags\/\*\*$/;

/** The bar of the theme; undefined for one without a text, which a component of the site fills. */
function announcementBar(bar: Mapping): Mapping | undefined {
  return asText(bar.content)?.trim() === "" ? undefined : filled(pick(bar, BAR));
}

const BAR = "id content backgroundColor textColor isCloseable";

/** Settings of the theme that are converted above, or not needed. */
const THEME_KEYS = wordSet(
  "colorMode navbar footer announcementBar tableOfContents prism docs blog mermaid liveCodeBlock zoom imageZoom codeblock metadata metadatas gtag googleAnalytics matomo umami plausible goatcounter",
);
/** Settings of the theme with a different equivalent in docgen. */
const REPLACED: Readonly<Record<string, string>> = {
  algolia: "docgen has its own search",
  typesense: "docgen has its own search",
  image: "docgen draws a card for each page (socialCards); set image in the front matter to use another",
};

/** Names the settings of the theme that are left: those of plugins, which are reported themselves, or of nothing. */
function noteThemeKeys({ themeConfig }: Docusaurus, note: NoteSetting): void {
  for (const key of Object.keys(themeConfig).filter((name) => !THEME_KEYS.has(name))) {
    const why = Object.hasOwn(REPLACED, key) ? REPLACED[key] : "docgen's theme doesn't read it";
    note("changed", `themeConfig.${key}`, `is removed: ${why}`);
  }
}

function origin(value: unknown, note: NoteSetting): string {
  const siteOrigin = /^https?:\/\/[^/]+/.exec(asText(value) ?? "")?.[0];
  // Such as the default of a variable that only the host's builds have.
  const isLocal = /^https?:\/\/(?:localhost|127\.|0\.)/.test(siteOrigin ?? "");
  if (siteOrigin === undefined || isLocal)
    note("hand", "url", `is ${asText(value) ?? "missing"}: set the address of the published site`);
  return siteOrigin ?? "https://example.com";
}

function reaction(value: unknown): string | undefined {
  return value === "log" ? "warn" : value === "throw" || value === "warn" || value === "ignore" ? value : undefined;
}

function level(value: unknown): string {
  return value === "throw" ? "error" : value === "ignore" ? "ignore" : "warn";
}

/** The text of `site.config.ts`. */
export function configText(config: Mapping): string {
  const text = JSON.stringify(config, null, 2).replace(/^( *)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
  return `import { defineConfig } from "docgen/config";\n\nexport default defineConfig(${text});\n`;
}
