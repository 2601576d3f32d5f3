import { posix } from "node:path";
import * as v from "valibot";
import { address, pictureAddress } from "./address-schema.ts";
import { isFunctionMark, type MarkdownPlugin, type SiteCheck, type SiteOutput } from "./extensions.ts";
import { links } from "./links-schema.ts";
import { navbarItem } from "./navbar-schema.ts";
import { sidebars } from "./sidebars-schema.ts";

/** One line of text. */
const text = v.string();
/** A count or factor of zero or more. */
const amount = v.pipe(v.number(), v.minValue(0));

const baseUrl = v.pipe(
  text,
  v.check((value) => value.startsWith("/") && value.endsWith("/"), 'must begin and end with "/"'),
);

const siteUrl = v.pipe(
  text,
  v.check((value) => /^https?:\/\/[^/]+$/.test(value), 'must be an origin such as "https://example.com"'),
);

const headerName = v.pipe(
  text,
  v.check((name) => /^[A-Za-z0-9-]+$/.test(name), "must be the name of a header"),
);
const headerValue = v.pipe(
  text,
  v.check((value) => /^[\t\x20-\x7e\xa0-\xff]+$/.test(value), "must be one line of Latin-1 characters"),
);

const directive = v.pipe(
  text,
  v.check((name) => /^[a-z-]+$/i.test(name), "must be the name of a directive"),
);
const policySource = v.pipe(
  text,
  v.check((source) => /^[^\s;,\p{Cc}]+$/u.test(source), 'must be one source without ";" and ","'),
);

/** Stands in pages before they are parsed, in text and code alike: there is no one way to escape it. */
const variable = v.pipe(
  text,
  v.check((value) => !/<[a-z/!?]/i.test(value), "must be text without HTML; write that in the page"),
);

const styleSheet = v.pipe(
  text,
  v.check(
    (path) => /^(?![a-z][a-z+.-]*:|[/\\]).*\.css$/i.test(path) && !posix.normalize(path).startsWith("../"),
    "must be the path of a .css file inside the root, relative to that",
  ),
);

const footerLink = v.strictObject({
  /** What is read. */
  label: text,
  /** A route of this site. */
  to: v.optional(address),
  /** An address outside it. */
  href: v.optional(address),
});

const logo = v.strictObject({
  /** Address of the picture: root-absolute for a static file. */
  src: pictureAddress,
  /** The picture for the dark colour mode; default: `src`. */
  srcDark: v.optional(pictureAddress),
  /** What it is, for those who do not see it; empty beside the title. */
  alt: v.optional(text, ""),
  /** Pixels. */
  width: v.optional(amount),
  /** Pixels. */
  height: v.optional(amount),
  /** Where it leads; default: home. */
  href: v.optional(address),
  /** Window that it opens in, as HTML names it. */
  target: v.optional(text),
});

const footerColumn = v.strictObject({ title: v.optional(text), items: v.array(footerLink) });

const footer = v.strictObject({
  /** Colours. */
  style: v.optional(v.picklist(["light", "dark"]), "light"),
  /** Either columns, `{title, items}` each, or one row of plain links. */
  links: v.optional(
    v.array(
      v.lazy((entry): typeof footerColumn | typeof footerLink => {
        const isColumn = typeof entry === "object" && entry !== null && ("items" in entry || "title" in entry);
        return isColumn ? footerColumn : footerLink;
      }),
    ),
    [],
  ),
  /** Picture below the links. */
  logo: v.optional(logo),
  /** Printed as it is; may hold HTML. */
  copyright: v.optional(text),
});

const colorMode = v.strictObject({
  /** Mode of a first visit. */
  defaultMode: v.optional(v.picklist(["light", "dark"]), "light"),
  /** Removes the toggle and clears what was stored. */
  disableSwitch: v.optional(v.boolean(), false),
  /** Follows the system while the reader has chosen nothing. */
  respectPrefersColorScheme: v.optional(v.boolean(), false),
});

/** Shown above the navbar until dismissed. */
const announcementBar = v.strictObject({
  /** A new id shows the bar again to those who dismissed it. */
  id: v.optional(text, "announcement-bar"),
  /** HTML. */
  content: text,
  /** Any colour that CSS knows. */
  backgroundColor: v.optional(text),
  /** Any colour that CSS knows. */
  textColor: v.optional(text),
  /** Whether readers may dismiss it. */
  isCloseable: v.optional(v.boolean(), true),
});

const search = v.strictObject({
  /** Weight of titles and headings. */
  titleBoost: v.optional(amount, 5),
  /** Weight of text. */
  contentBoost: v.optional(amount, 1),
  /** Weight of tags. */
  tagsBoost: v.optional(amount, 3),
  /** Weight of the categories above a page. */
  parentCategoriesBoost: v.optional(amount, 2),
  /** How many levels of parent categories are indexed; 0: none, so their boost is not applied. */
  indexDocSidebarParentCategories: v.optional(amount, 0),
  /** Words that stand for each other in queries: `[["delete", "remove"]]`. */
  synonyms: v.optional(v.array(v.pipe(v.array(text), v.minLength(2))), []),
  /** Results per index and in all. */
  maxSearchResults: v.optional(v.pipe(amount, v.integer(), v.minValue(1)), 8),
});

const locale = v.strictObject({
  /** The language's name in itself, for the dropdown. */
  label: v.optional(text),
  /** Default: the locale. */
  htmlLang: v.optional(text),
  /** Default: as the language is written. */
  direction: v.optional(v.picklist(["ltr", "rtl"])),
});

/** Languages; `content/i18n/<locale>/` holds the translations of each. */
const i18n = v.strictObject({
  /** Served at the base URL, every other below it. */
  defaultLocale: v.optional(text, "en"),
  /** All languages, the default one among them. */
  locales: v.optional(v.pipe(v.array(text), v.minLength(1)), ["en"]),
  /** By the name of a language. */
  localeConfigs: v.optional(v.record(text, locale), {}),
});

/** What is said of one docs version; `current` is the one in the docs' own folder. */
const docsVersion = v.strictObject({
  /** Default: the name; of `current`, "Next". */
  label: v.optional(text),
  /** Route part below the docs' own. Default: none for the last version, `next` for `current`, else the name. */
  path: v.optional(text),
  /** Default: none for the last version, `unreleased` for newer ones, `unmaintained` for older ones. */
  banner: v.optional(v.picklist(["none", "unreleased", "unmaintained"])),
  /** Names the version above each page. Default: where there are several. */
  badge: v.optional(v.boolean()),
  /** Keeps search engines away. */
  noIndex: v.optional(v.boolean(), false),
  /** Its sidebars. Default: one, made from its folders; of `current`, those of the docs. */
  sidebars: v.optional(sidebars),
});

const docsPlugin = v.strictObject({
  /** Name of this set of docs; `docsPluginId` of navbar items refers to it. */
  id: v.optional(text, "default"),
  /** Folder below `content/`. */
  folder: v.optional(text, "docs"),
  /** First part of its routes. */
  routeBasePath: v.optional(text, "docs"),
  /** Name of its one sidebar, made from the folders, where there are no `sidebars`. */
  sidebarId: v.optional(text, "tutorialSidebar"),
  /** Its sidebars, by name, instead of the one made from the folders: [lists of entries](#sidebars). */
  sidebars: v.optional(sidebars),
  /** Address that the path of a source file is appended to. */
  editUrl: v.optional(address),
  /** Shows the way from the top above each page. */
  breadcrumbs: v.optional(v.boolean(), true),
  /** Part of the routes of its tags. */
  tagsBasePath: v.optional(text, "tags"),
  /** Shows below a page when it was last changed: as git knows it, or the page's `last_update`. */
  showLastUpdateTime: v.optional(v.boolean(), false),
  /** Shows below a page who changed it last. */
  showLastUpdateAuthor: v.optional(v.boolean(), false),
  /** By name. Which versions there are stands in `content/versions.json`, the newest first. */
  versions: v.optional(v.record(text, docsVersion), {}),
  /** The version served at the docs' own address. Default: the first of `content/versions.json`. */
  lastVersion: v.optional(text),
  /** Whether the docs' own folder is a version. */
  includeCurrentVersion: v.optional(v.boolean(), true),
  /** Builds these versions and no others. */
  onlyIncludeVersions: v.optional(v.array(text)),
});

const blog = v.strictObject({
  /** First part of its routes. */
  routeBasePath: v.optional(text, "blog"),
  /** Of its list and feeds. */
  title: v.optional(text, "Blog"),
  /** Of its list and feeds. */
  description: v.optional(text, ""),
  /** Posts on a page of its list. */
  postsPerPage: v.optional(v.union([v.literal("ALL"), v.pipe(amount, v.integer(), v.minValue(1))]), 10),
  /** Order of the lists; feeds and the archive begin with the newest. */
  sortPosts: v.optional(v.picklist(["descending", "ascending"]), "descending"),
  /** Posts beside each page of the blog; 0: none. */
  blogSidebarCount: v.optional(v.union([v.literal("ALL"), v.pipe(amount, v.integer())]), 5),
  /** Heading of the posts beside a page. */
  blogSidebarTitle: v.optional(text, "Recent posts"),
  /** Says how many minutes a post takes. */
  showReadingTime: v.optional(v.boolean(), true),
  /** File of the authors, in `content/blog/`. */
  authorsMapPath: v.optional(text, "authors.yml"),
  /** Part of the routes of its tags. */
  tagsBasePath: v.optional(text, "tags"),
  /** Part of the routes of its authors. */
  authorsBasePath: v.optional(text, "authors"),
  /** null: no archive. */
  archiveBasePath: v.optional(v.nullable(text), "archive"),
  /** Address that the path of a source file is appended to. */
  editUrl: v.optional(address),
  /** Feeds of the newest posts. */
  feedOptions: v.optional(
    v.strictObject({
      /** Which are made. */
      type: v.optional(v.array(v.picklist(["rss", "atom", "json"])), ["rss", "atom", "json"]),
      /** Posts in a feed, the newest. */
      limit: v.optional(v.pipe(amount, v.integer(), v.minValue(1)), 20),
    }),
    {},
  ),
});

/** Page views. Nothing is loaded or sent while this is absent. */
const analytics = v.strictObject({
  /** Script of Google Analytics that counts. */
  variant: v.picklist(["gtag", "analytics.js"]),
  /** Number that Google gave. */
  trackingId: text,
  /** Cuts the addresses of readers. */
  anonymizeIP: v.optional(v.boolean(), true),
});

/** A program that answers questions about a page, reached by a link. */
const assistant = v.strictObject({
  /** What the link says. */
  label: text,
  /** Its address, with `{url}` for the address of the page, and `{markdown}` for that of its Markdown copy. */
  url: address,
});

const feedback = v.strictObject({
  /** Where answers are sent: `{ "route": "/docs/guide", "helpful": true }`, and nothing of the reader. */
  url: address,
});

const script = v.strictObject({
  /** Its address. */
  src: address,
  /** Runs as soon as it is there. */
  async: v.optional(v.boolean(), false),
  /** Runs when the page has been read. */
  defer: v.optional(v.boolean(), false),
  /** As HTML names it. */
  type: v.optional(text),
  /** Digest that it must have. */
  integrity: v.optional(text),
  /** How it is asked for, as HTML names it. */
  crossorigin: v.optional(v.picklist(["anonymous", "use-credentials"])),
  /**
   * `every-page`: a tag in each page; `wanted`: only in pages that say they use it (`scripts` in a
   * page's front matter); `demand`: there, too, but loaded only when the page's code calls `loadScripts(name)`.
   */
  on: v.optional(v.picklist(["every-page", "wanted", "demand"]), "every-page"),
  /** The name that pages ask for. */
  name: v.optional(text),
});

/** Old addresses, and the page that each leads to. */
const redirect = v.strictObject({
  /** Addresses that have moved, from the root. */
  from: v.union([text, v.array(text)]),
  /** The page that is there now, or an anchor of it. */
  to: text,
});

/** Draws a picture for each page, for where it is linked to (Open Graph); absent: none. Any colour that SVG knows. */
const socialCards = v.strictObject({
  /** Ground. */
  background: v.optional(text, "#0e2b20"),
  /** Title. */
  text: v.optional(text, "#ffffff"),
  /** Line and path. */
  accent: v.optional(text, "#5fd39a"),
});

/** What a device shows of the site when a reader keeps it like a program. */
const webManifest = v.strictObject({
  /** For places where the title is too long; default: the title. */
  shortName: v.optional(text),
  /** How much of the browser is seen. */
  display: v.optional(v.picklist(["browser", "minimal-ui", "standalone", "fullscreen"]), "minimal-ui"),
  /** Colour of the window. */
  themeColor: v.optional(text),
  /** Colour before the page shows. */
  backgroundColor: v.optional(text),
});

/** A function: the thread in which the configuration runs leaves a mark in its place. */
const functionOf = <T>() => v.custom<T>(isFunctionMark, "must be a function");

const componentName = v.pipe(
  text,
  v.check(
    (name) => /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/.test(name),
    'must be a name in capitalised words, such as "StarRating"',
  ),
);
const modulePath = v.pipe(
  text,
  v.check((path) => /^\.\/.*\.[jt]sx?$/.test(path), 'must be the path of a module from the root, such as "./x.tsx"'),
);

/** What the samples of the site are about: live samples that name it have it, and kept results are those of its version. */
const library = v.strictObject({
  /** Name of its scripts in `scripts`. */
  scripts: text,
  /** The variable that they set, by which samples name it. */
  global: v.pipe(
    text,
    v.check((name) => /^[A-Za-z_$][\w$]*$/.test(name), "must be the name of a variable"),
  ),
  /** The package of samples that `check-samples` runs. */
  package: v.optional(text),
});

/** Live samples: code that readers edit and run. */
const live = v.strictObject({
  library: v.optional(library),
});

const component = v.strictObject({
  /** Module whose default export is the component, from the site's root. */
  path: modulePath,
  /** Runs in the browser, too, from then on: when the page has loaded, when the browser is idle, or when it is seen. */
  client: v.picklist(["load", "idle", "visible"]),
});

const check = v.strictObject({
  /** Stands in messages. */
  name: text,
  /** An error fails the command. */
  level: v.optional(v.picklist(["error", "warning"]), "error"),
  /** Takes the site in one language, and gives what it finds: `path`, `line`, `column`, `message`, `hint`. */
  run: functionOf<SiteCheck["run"]>(),
});

const output = v.strictObject({
  /** Stands in messages. */
  name: text,
  /** Takes the site in one language, and names files in its folder. */
  files: functionOf<SiteOutput["files"]>(),
  /** Takes the site and the name of a file, and gives its text or bytes. */
  make: functionOf<SiteOutput["make"]>(),
});

const reaction = v.picklist(["throw", "warn", "ignore"]);

/** Everything that `site.config.ts` may say. The docstrings here are the reference. */
export const siteConfigSchema = v.strictObject({
  /** Name of the site. */
  title: text,
  /** What the site is for, in a few words; title of its home page. */
  tagline: v.optional(text, ""),
  /** One sentence for pages that have none of their own. */
  description: v.optional(text, ""),
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
      light: v.optional(v.record(text, text), {}),
      /** In the dark mode, by name. */
      dark: v.optional(v.record(text, text), {}),
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
      title: v.optional(text),
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
  contentSecurityPolicy: v.optional(v.union([v.literal(false), v.record(directive, v.array(policySource))]), {}),
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
      additionalLanguages: v.optional(v.array(text), []),
      /** Other names for languages, whatever the case of their letters: `{ console: "bash" }`. */
      aliases: v.optional(v.record(text, text), {}),
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
  vars: v.optional(v.record(text, variable), {}),
  /** The watch server. */
  serve: v.optional(
    v.strictObject({
      /** Host names that it answers to besides this machine's own, as a tunnel gives them; `.example.com`: all below it. */
      allowedHosts: v.optional(v.array(text), []),
    }),
    {},
  ),
  /** Anything of the site's own; docgen does not look at it. */
  customFields: v.optional(v.record(text, v.unknown()), {}),
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
