import * as v from "valibot";
import { pictureAddress } from "./address-schema.ts";
import { blog, docsPlugin, i18n, redirect, search, variable } from "./content-schema.ts";
import type { MarkdownPlugin } from "./extensions.ts";
import { check, component, componentName, functionOf, live, modulePath, output } from "./extensions-schema.ts";
import {
  analytics,
  baseUrl,
  directive,
  headerName,
  headerValue,
  policySources,
  script,
  siteUrl,
} from "./host-schema.ts";
import { links } from "./links-schema.ts";
import { navbarItem } from "./navbar-schema.ts";
import {
  announcementBar,
  assistant,
  colorMode,
  feedback,
  footer,
  logo,
  socialCards,
  styleSheet,
  webManifest,
} from "./theme-schema.ts";
import { textValue } from "./values-schema.ts";

const reaction = v.picklist(["throw", "warn", "ignore"]);

/** Everything that `site.config.ts` may say. The docstrings, those of its groups included, are the reference. */
export const siteConfigSchema = v.strictObject({
  /** Name of the site. */
  title: textValue,
  /** What the site is for, in a few words; title of its home page. */
  tagline: v.optional(textValue, ""),
  /** One sentence for pages that have none of their own. */
  description: v.optional(textValue, ""),
  /** Origin where the site is served. */
  url: siteUrl,
  /** Path where the site is served. */
  baseUrl: v.optional(baseUrl, "/"),
  /** undefined: indexes end in a slash, leaf pages don't. */
  trailingSlash: v.optional(v.boolean()),
  /** Address of the site's icon; of an SVG among the static files, the icons that devices ask for are drawn. */
  favicon: v.optional(pictureAddress),
  socialCards: v.optional(socialCards),
  /** `manifest.webmanifest`; false: none. */
  webManifest: v.optional(v.union([v.literal(false), webManifest]), {}),
  /** What a build does about links that lead nowhere. */
  onBrokenLinks: v.optional(reaction, "throw"),
  /** The same for links by the path of a `.md` file. */
  onBrokenMarkdownLinks: v.optional(reaction, "warn"),
  /** What `docgen check-links` says of links. */
  links: v.optional(links, {}),
  /** Light and dark. */
  colorMode: v.optional(colorMode, {}),
  /** CSS custom properties set over the theme's own, per colour mode: `{ light: { "--color-accent": "#0a6" } }`. */
  themeColors: v.optional(
    v.strictObject({
      /** In the light mode, by name. */
      light: v.optional(v.record(textValue, textValue), {}),
      /** In the dark mode, by name. */
      dark: v.optional(v.record(textValue, textValue), {}),
    }),
    {},
  ),
  /**
   * Style sheets of the site's own, by their paths below the root: in one file with the theme's, and over it whatever
   * their selectors are. Which variables they may set: `src/theme/README.md`.
   */
  customCss: v.optional(v.array(styleSheet), []),
  /** The bar at the top of each page. */
  navbar: v.optional(
    v.strictObject({
      /** Default: the site's. */
      title: v.optional(textValue),
      /** Picture before the title. */
      logo: v.optional(logo),
      /** Hides the bar on the way down a page, and shows it on the way up. */
      hideOnScroll: v.optional(v.boolean(), false),
      /** Its entries, from the left. */
      items: v.optional(v.array(navbarItem), []),
    }),
    {},
  ),
  /** The end of each page. */
  footer: v.optional(footer, {}),
  announcementBar: v.optional(announcementBar),
  /** Sets of docs. */
  docs: v.optional(v.array(docsPlugin), [{}]),
  /** The blog; false: none. */
  blog: v.optional(v.union([v.literal(false), blog]), {}),
  /** The search of the site's pages. */
  search: v.optional(search, {}),
  i18n: v.optional(i18n, {}),
  analytics: v.optional(analytics),
  /** Links of the menu by which a page is copied. */
  assistants: v.optional(v.array(assistant), []),
  /** Asks at the end of docs whether they were helpful; absent: nothing is asked or sent. */
  feedback: v.optional(feedback),
  /** Scripts that pages load. */
  scripts: v.optional(v.array(script), []),
  /** Sources that pages may load besides their own, by directive: `{ "frame-src": ["https://example.com"] }`; false: no policy. */
  contentSecurityPolicy: v.optional(v.union([v.literal(false), v.record(directive, policySources)]), {}),
  /**
   * Keeps visited pages and the search for reading without a network. Once it was on, "remove" takes it
   * from the readers' browsers: with false they would keep what they have.
   */
  serviceWorker: v.optional(v.union([v.boolean(), v.literal("remove")]), false),
  /**
   * Headers of all answers, for hosts that read `_headers`, over docgen's own by name; false leaves one
   * out: `{ "Strict-Transport-Security": "max-age=31536000", "Permissions-Policy": false }`.
   */
  headers: v.optional(v.record(headerName, v.union([v.literal(false), headerValue])), {}),
  redirects: v.optional(v.array(redirect), []),
  /** The list of headings beside a page. */
  tableOfContents: v.optional(
    v.strictObject({
      /** Highest heading that is listed. */
      minHeadingLevel: v.optional(v.picklist([2, 3, 4, 5, 6]), 2),
      /** Lowest heading that is listed. */
      maxHeadingLevel: v.optional(v.picklist([2, 3, 4, 5, 6]), 3),
    }),
    {},
  ),
  /** Colours of code. */
  highlight: v.optional(
    v.strictObject({
      /** Names of languages that must have highlighting. None has to be listed: each is loaded where a page names it. */
      additionalLanguages: v.optional(v.array(textValue), []),
      /** Other names for languages, whatever the case of their letters: `{ console: "bash" }`. */
      aliases: v.optional(v.record(textValue, textValue), {}),
    }),
    {},
  ),
  /** What the dialect takes besides. */
  markdown: v.optional(
    v.strictObject({
      /** Formulas between dollar signs. */
      math: v.optional(v.boolean(), false),
      /** Plugins for markdown-it, after docgen's own rules: a function each, or a list of it and its options. */
      plugins: v.optional(v.array(functionOf<MarkdownPlugin>()), []),
    }),
    {},
  ),
  live: v.optional(live, {}),
  /** Components for pages, by the name of their tag: `<Rating stars={4} />`. */
  components: v.optional(v.record(componentName, v.union([modulePath, component])), {}),
  /** What `build`, `serve` and `check-links` check besides. */
  checks: v.optional(v.array(check), []),
  /** Files that the site makes besides. */
  outputs: v.optional(v.array(output), []),
  /** `{vars.name}` in pages stands for these: text, in which no HTML begins. */
  vars: v.optional(v.record(textValue, variable), {}),
  /** The watch server. */
  serve: v.optional(
    v.strictObject({
      /** Host names that it answers to besides this machine's own, as a tunnel gives them; `.example.com`: all below it. */
      allowedHosts: v.optional(v.array(textValue), []),
    }),
    {},
  ),
  /** Anything of the site's own; docgen does not look at it. */
  customFields: v.optional(v.record(textValue, v.unknown()), {}),
});

/** What a maintainer writes. */
export type UserConfig = v.InferInput<typeof siteConfigSchema>;
/** The same with every default filled in. */
export type SiteConfig = v.InferOutput<typeof siteConfigSchema>;
export type DocsPluginConfig = SiteConfig["docs"][number];
export type NavbarItem = v.InferOutput<typeof navbarItem>;
export type FooterConfig = SiteConfig["footer"];
export type LogoConfig = v.InferOutput<typeof logo>;
export type LinksConfig = SiteConfig["links"];
export type ScriptConfig = v.InferOutput<typeof script>;
