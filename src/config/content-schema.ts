import * as v from "valibot";
import { readHtml } from "../shared/html.ts";
import { LINK_KINDS } from "../shared/link-kinds.ts";
import { sidebars } from "./sidebars-schema.ts";
import {
  address,
  amount,
  countFromOne,
  countOrNone,
  reaction,
  routePath,
  textLike,
  textValue,
} from "./values-schema.ts";

/**
 * The value of a variable. It is inserted before a page is parsed, into text and code alike, so that no way of escaping
 * it would be right for both.
 */
export const variable = v.pipe(
  textValue,
  v.check(
    (value) => readHtml(value).every(({ kind }) => kind === "text"),
    "must be text without HTML; write HTML in the page",
  ),
);

/** A name as it may stand in `{vars.name}`. */
export const variableKey = textLike(/^[A-Za-z_]\w*$/, "must be a name of letters, digits and _ for {vars.name}");

/** The path of a source file is appended, so it must not be relative to a page. */
const editAddress = v.pipe(
  address,
  v.check((url) => /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(url), 'must be a URL such as "https://example.com/edit/main/"'),
);

export const search = v.strictObject({
  /** Weight of matches in titles and headings. */
  titleBoost: v.optional(amount, 5),
  /** Weight of matches in the text. */
  contentBoost: v.optional(amount, 1),
  /** Weight of matches in tags. */
  tagsBoost: v.optional(amount, 3),
  /** Weight of matches in the names of the categories above a page. */
  parentCategoriesBoost: v.optional(amount, 2),
  /** Number of category levels above a page that are indexed; 0: none. */
  indexDocSidebarParentCategories: v.optional(amount, 0),
  /** Groups of words that have the same meaning in queries. */
  synonyms: v.optional(v.array(v.pipe(v.array(textValue), v.minLength(2))), []),
  /** Maximum number of search results, per index and in total. */
  maxSearchResults: v.optional(countFromOne, 8),
  /**
   * URL that queries without a result, and queries after which no result was opened, are posted to, as
   * `{ "query": "pivot", "results": 0 }`. Absent: nothing is sent.
   */
  report: v.optional(address),
  /**
   * Size of an index, in bytes, above which it holds only the beginnings of texts. Browsers then load the texts of the
   * results that they show from smaller files.
   */
  splitIndexAbove: v.optional(amount, 4_000_000),
});

const locale = v.strictObject({
  /** Name of the language, in that language, for the dropdown. */
  label: v.optional(textValue),
  /** Value of `lang` and `hreflang`. Default: the locale. */
  htmlLang: v.optional(textValue),
  /** Direction of writing. Default: that of the language. */
  direction: v.optional(v.picklist(["ltr", "rtl"])),
});

/** Languages of the site; `content/i18n/<locale>/` holds the translations of each. */
export const i18n = v.strictObject({
  /** Language that is served at the base URL; each other one is served in a folder of its name. */
  defaultLocale: v.optional(textValue, "en"),
  /** All languages, including the default one. */
  locales: v.optional(v.pipe(v.array(textValue), v.minLength(1)), ["en"]),
  /** Options of languages, by locale. */
  localeConfigs: v.optional(v.record(textValue, locale), {}),
});

/** Options of a docs version; `current` is the version in the main folder of the docs. */
const docsVersion = v.strictObject({
  /**
   * A tag, branch or commit of the site's git repository, whose docs are the version. It needs no folder in
   * `content/versioned_docs/` and no entry in `content/versions.json`. Not for `current`.
   */
  ref: v.optional(textValue),
  /** Label in dropdowns and badges. Default: the name; "Next" for `current`. */
  label: v.optional(textValue),
  /**
   * Path below the route of the docs. Default: none for the last version, `next` for `current`, the name for others.
   */
  path: v.optional(routePath),
  /**
   * Banner above each page. Default: none for the last version, `unreleased` for newer ones, `unmaintained` for older
   * ones.
   */
  banner: v.optional(v.picklist(["none", "unreleased", "unmaintained"])),
  /** Shows the version's label above each page. Default: true if there are several versions. */
  badge: v.optional(v.boolean()),
  /** Asks search engines not to index the version. */
  noIndex: v.optional(v.boolean(), false),
  /** Sidebars of the version, by name. Default: one, generated from its folders; for `current`, those of the docs. */
  sidebars: v.optional(sidebars),
});

const contentFolder = (names: RegExp) =>
  textLike(names, "must be the name of a folder in content/, and begin with neither . nor _");

export const docsPlugin = v.strictObject({
  /** Name of this set of docs, for `docsPluginId` of navbar items. */
  id: v.optional(textValue, "default"),
  /** Folder in `content/`. */
  folder: v.optional(contentFolder(/^(?:[^._/\\][^/\\]*(?:\/(?!$)|$))+$/), "docs"),
  /** Path of the docs below the base URL. */
  routeBasePath: v.optional(routePath, "docs"),
  /** Name of the sidebar that is generated from the folders if `sidebars` is absent. */
  sidebarId: v.optional(textValue, "tutorialSidebar"),
  /** Sidebars by name, each a [list of entries](#sidebars), instead of the one generated from the folders. */
  sidebars: v.optional(sidebars),
  /** URL for editing a page; the path of its source file is appended. Absent: no edit links. */
  editUrl: v.optional(editAddress),
  /** Shows the categories above a page as a row of links. */
  breadcrumbs: v.optional(v.boolean(), true),
  /** Path of the tags' pages, below the route of the docs. */
  tagsBasePath: v.optional(routePath, "tags"),
  /** What a build does about tags that the `tags.yml` of the docs lacks, if there is one. */
  onInlineTags: v.optional(reaction, "warn"),
  /** Shows below a page when it was last changed, from git or from the page's `last_update`. */
  showLastUpdateTime: v.optional(v.boolean(), false),
  /** Shows below a page who changed it last, from git or from the page's `last_update`. */
  showLastUpdateAuthor: v.optional(v.boolean(), false),
  /** Options of versions, by name. `content/versions.json` lists the versions that are folders, newest first. */
  versions: v.optional(v.record(textValue, docsVersion), {}),
  /** The version served at the route of the docs itself. Default: the first in `content/versions.json`. */
  lastVersion: v.optional(textValue),
  /** Whether the main folder of the docs is published as a version. */
  includeCurrentVersion: v.optional(v.boolean(), true),
  /** Builds only these versions. */
  onlyIncludeVersions: v.optional(v.array(textValue)),
});

export const blog = v.strictObject({
  /** Path of the blog below the base URL. */
  routeBasePath: v.optional(routePath, "blog"),
  /** Title of the list of posts and of the feeds. */
  title: v.optional(textValue, "Blog"),
  /** Description of the list of posts and of the feeds. */
  description: v.optional(textValue, ""),
  /** Number of posts on each page of the list. */
  postsPerPage: v.optional(v.union([v.literal("ALL"), countFromOne]), 10),
  /** Order of posts in lists, by date. Feeds and the archive always begin with the newest. */
  sortPosts: v.optional(v.picklist(["descending", "ascending"]), "descending"),
  /** Number of posts listed beside each page of the blog; 0: no list. */
  blogSidebarCount: v.optional(v.union([v.literal("ALL"), countOrNone]), 5),
  /** Heading of that list. */
  blogSidebarTitle: v.optional(textValue, "Recent posts"),
  /** Shows how many minutes it takes to read a post. */
  showReadingTime: v.optional(v.boolean(), true),
  /** File in `content/blog/` that describes the authors. */
  authorsMapPath: v.optional(textValue, "authors.yml"),
  /** Path of the tags' pages, below the route of the blog. */
  tagsBasePath: v.optional(routePath, "tags"),
  /** What a build does about tags that the blog's `tags.yml` lacks, if there is one. */
  onInlineTags: v.optional(reaction, "warn"),
  /** Path of the authors' pages, below the route of the blog. */
  authorsBasePath: v.optional(routePath, "authors"),
  /** Path of the archive, below the route of the blog; null: no archive. */
  archiveBasePath: v.optional(v.nullable(routePath), "archive"),
  /** URL for editing a post; the path of its source file is appended. Absent: no edit links. */
  editUrl: v.optional(editAddress),
  /** Feeds of the newest posts. */
  feedOptions: v.optional(
    v.strictObject({
      /** Formats of the feeds. */
      type: v.optional(v.array(v.picklist(["rss", "atom", "json"])), ["rss", "atom", "json"]),
      /** Number of posts in a feed. */
      limit: v.optional(countFromOne, 20),
    }),
    {},
  ),
});

/** A blog besides the main one. */
export const namedBlog = v.strictObject({
  ...blog.entries,
  /** Name of the blog, for its labels in `code.json` (`blogs.<id>.title`). */
  id: textLike(/^[a-z\d][\w-]*$/i, "must begin with a letter or digit, and consist of these, - and _"),
  /** Folder in `content/`. Default: the id. */
  path: v.optional(contentFolder(/^[^._/\\][^/\\]*$/)),
  /** Path of the blog below the base URL. Default: that of its folder. */
  routeBasePath: v.optional(routePath),
  /** Title of the list of posts and of the feeds. Default: from the id. */
  title: v.optional(textValue),
});

/** Redirects from old routes to pages. */
export const redirect = v.strictObject({
  /** Old routes, below the base URL. */
  from: v.union([textValue, v.pipe(v.array(textValue), v.minLength(1))]),
  /** Route of the page that they lead to, optionally with a hash. */
  to: textValue,
});

const level = v.picklist(["error", "warn", "ignore"]);

/** What `docgen check-links` reports. */
export const links = v.strictObject({
  /** Level of each kind of finding; others keep their default. Broken links also fail a build. */
  levels: v.optional(v.record(v.picklist(LINK_KINDS), level), {}),
  /** Links that are not reported: the link as written, a glob (`https://example.com/**`) or a regular expression. */
  ignore: v.optional(v.array(v.union([v.string(), v.instance(RegExp)])), []),
  /** How `--external` requests other sites. */
  external: v.optional(
    v.strictObject({
      /** Hosts in a private network that may be requested, e.g. `localhost:8080`. */
      allowPrivate: v.optional(v.array(v.string()), []),
      /** Timeout of a request, in milliseconds. */
      timeout: v.optional(countFromOne, 10_000),
      /** Minimum interval between requests to the same host, in milliseconds. */
      interval: v.optional(amount, 100),
      /** Delay before the first retry, in milliseconds; doubled before the second. */
      backoff: v.optional(amount, 1000),
    }),
    {},
  ),
});
