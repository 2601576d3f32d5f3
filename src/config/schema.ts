import * as v from "valibot";
import * as content from "./content-schema.ts";
import type { MarkdownPlugin } from "./extensions.ts";
import * as extensions from "./extensions-schema.ts";
import * as host from "./host-schema.ts";
import { navbarItem } from "./navbar-schema.ts";
import * as theme from "./theme-schema.ts";
import { countFromOne, nonEmptyText, pictureAddress, reaction, textValue } from "./values-schema.ts";

const PLUGIN = "must be a function, such as the default export of a module, or a list of it and its options";

/** The schema of `site.config.ts`. Its docstrings, and those of the schemas it uses, are the text of the reference. */
export const siteConfigSchema = v.strictObject({
  /** Name of the site. */
  title: nonEmptyText,
  /** The purpose of the site in a few words; title of the home page. */
  tagline: v.optional(textValue, ""),
  /** Description of pages that have none of their own, in one sentence. */
  description: v.optional(textValue, ""),
  /** Origin where the site is served. */
  url: host.siteUrl,
  /** Path below which the site is served. */
  baseUrl: v.optional(host.baseUrl, "/"),
  /** Whether routes end in a slash. Absent: those of folder indexes do, those of other pages don't. */
  trailingSlash: v.optional(v.boolean()),
  /** URL of the site's icon. From an SVG among the static files, icons in the formats of devices are drawn. */
  favicon: v.optional(pictureAddress),
  socialCards: v.optional(theme.socialCards),
  /** Options of `manifest.webmanifest`; false: no such file. */
  webManifest: v.optional(v.union([v.literal(false), theme.webManifest]), {}),
  /** What a build does about broken links. */
  onBrokenLinks: v.optional(reaction, "throw"),
  /** What a build does about links to a `.md` file that doesn't exist. */
  onBrokenMarkdownLinks: v.optional(reaction, "warn"),
  /** What `docgen check-links` reports. */
  links: v.optional(content.links, {}),
  /** Light and dark colour mode. */
  colorMode: v.optional(theme.colorMode, {}),
  /** CSS variables that override those of the theme, per colour mode. */
  themeColors: v.optional(
    v.strictObject({
      /** Variables of the light mode. */
      light: v.optional(v.record(textValue, textValue), {}),
      /** Variables of the dark mode. */
      dark: v.optional(v.record(textValue, textValue), {}),
    }),
    {},
  ),
  /**
   * Paths of style sheets, from the site's root. They are bundled with the theme's and take precedence over it whatever
   * their selectors are. `src/theme/README.md` lists the theme's variables.
   */
  customCss: v.optional(v.array(theme.styleSheet), []),
  /** The bar at the top of each page. */
  navbar: v.optional(
    v.strictObject({
      /** Title in the bar. Default: that of the site. */
      title: v.optional(textValue),
      /** Picture before the title. */
      logo: v.optional(theme.logo),
      /** Hides the bar while the reader scrolls down, and shows it again on scrolling up. */
      hideOnScroll: v.optional(v.boolean(), false),
      /** Items, from left to right. */
      items: v.optional(v.array(navbarItem), []),
    }),
    {},
  ),
  /** The footer of each page. */
  footer: v.optional(theme.footer, {}),
  announcementBar: v.optional(theme.announcementBar),
  /** Sets of docs. */
  docs: v.optional(v.array(content.docsPlugin), [{}]),
  /** The blog; false: no blog. */
  blog: v.optional(v.union([v.literal(false), content.blog]), {}),
  /** More blogs, each with posts, lists, authors, tags and feeds of its own. */
  blogs: v.optional(v.array(content.namedBlog), []),
  /** The site's search. */
  search: v.optional(content.search, {}),
  i18n: v.optional(content.i18n, {}),
  analytics: v.optional(host.analytics),
  /** The library whose API the site documents, or a list of several. */
  api: v.optional(v.union([extensions.apiLibrary, v.array(extensions.apiLibrary)])),
  /** When `docgen check-freshness` lists pages. */
  freshness: v.optional(
    v.strictObject({
      /** Months after the last review of a page (`reviewed` in its front matter), or else its last change in git. */
      months: countFromOne,
    }),
  ),
  /** Links to AI assistants, in the menu for copying a page. */
  assistants: v.optional(v.array(theme.assistant), []),
  /** Asks at the end of docs pages whether they were helpful. Absent: nothing is asked or sent. */
  feedback: v.optional(theme.feedback),
  /** Scripts that pages load. */
  scripts: v.optional(v.array(host.script), []),
  /**
   * Sources that pages may load besides those of the site, by directive of the Content Security Policy; false: no
   * policy.
   */
  contentSecurityPolicy: v.optional(v.union([v.literal(false), v.record(host.directive, host.policySources)]), {}),
  /**
   * Makes visited pages and the search available offline. To switch it off later, use "remove", which removes it from
   * readers' browsers; false would leave it there.
   */
  serviceWorker: v.optional(v.union([v.boolean(), v.literal("remove")]), false),
  /**
   * HTTP headers of all responses, for hosts that read `_headers`. They override docgen's own of the same name; false
   * removes a header.
   */
  headers: v.optional(v.record(host.headerName, v.union([v.literal(false), host.headerValue])), {}),
  redirects: v.optional(v.array(content.redirect), []),
  /** The table of contents beside a page. */
  tableOfContents: v.optional(
    v.pipe(
      v.strictObject({
        /** Highest heading that is listed. */
        minHeadingLevel: v.optional(v.picklist([2, 3, 4, 5, 6]), 2),
        /** Lowest heading that is listed. */
        maxHeadingLevel: v.optional(v.picklist([2, 3, 4, 5, 6]), 3),
      }),
      v.check((levels) => levels.minHeadingLevel <= levels.maxHeadingLevel, "minHeadingLevel is above maxHeadingLevel"),
    ),
    {},
  ),
  /** Highlighting of code. */
  highlight: v.optional(
    v.strictObject({
      /**
       * Languages that must be supported, or the build fails. Listing them is optional: each language is loaded when a
       * page uses it.
       */
      additionalLanguages: v.optional(v.array(textValue), []),
      /** Other names for languages, ignoring case. */
      aliases: v.optional(v.record(textValue, textValue), {}),
    }),
    {},
  ),
  /** Extensions of the Markdown dialect. */
  markdown: v.optional(
    v.strictObject({
      /** Enables formulas between dollar signs. */
      math: v.optional(v.boolean(), false),
      /**
       * Plugins for markdown-it: functions, or lists of a function and its options. They run after docgen's own rules.
       */
      plugins: v.optional(v.array(extensions.functionSchema<MarkdownPlugin>(PLUGIN)), []),
    }),
    {},
  ),
  live: v.optional(extensions.live, {}),
  /** Components for pages, by the name of their tag, e.g. `<Rating stars={4} />`. */
  components: v.optional(
    v.record(extensions.componentName, v.union([extensions.modulePath, extensions.component])),
    {},
  ),
  /** Additional checks in `build`, `serve` and `check-links`. */
  checks: v.optional(v.array(extensions.check), []),
  /** Makers of Markdown pages from data. */
  pages: v.optional(v.array(extensions.maker), []),
  /** Additional output files. */
  outputs: v.optional(v.array(extensions.output), []),
  /** Values that replace `{vars.name}` in pages: text without HTML. */
  vars: v.optional(v.record(content.variableKey, content.variable), {}),
  /** Options of `docgen serve`. */
  serve: v.optional(
    v.strictObject({
      /**
       * Host names that the server accepts besides those of this machine, e.g. of a tunnel; `.example.com` includes all
       * subdomains.
       */
      allowedHosts: v.optional(v.array(host.hostName), []),
    }),
    {},
  ),
  /** Any data for the site's own use; docgen ignores it. */
  customFields: v.optional(v.record(textValue, v.unknown()), {}),
});

/** The configuration as a maintainer writes it. */
export type UserConfig = v.InferInput<typeof siteConfigSchema>;
/** The configuration with all defaults filled in. */
export type SiteConfig = v.InferOutput<typeof siteConfigSchema>;
export type DocsPluginConfig = SiteConfig["docs"][number];
export type NavbarItem = v.InferOutput<typeof navbarItem>;
export type FooterConfig = SiteConfig["footer"];
export type LogoConfig = v.InferOutput<typeof theme.logo>;
export type LinksConfig = SiteConfig["links"];
export type ScriptConfig = v.InferOutput<typeof host.script>;
