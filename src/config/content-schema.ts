import * as v from "valibot";
import { address } from "./address-schema.ts";
import { sidebars } from "./sidebars-schema.ts";
import { amount, countFromOne, countOrNone, textValue } from "./values-schema.ts";

/** Stands in pages before they are parsed, in text and code alike: there is no one way to escape it. */
export const variable = v.pipe(
  textValue,
  v.check((value) => !/<[a-z/!?]/i.test(value), "must be text without HTML; write that in the page"),
);

export const search = v.strictObject({
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
  synonyms: v.optional(v.array(v.pipe(v.array(textValue), v.minLength(2))), []),
  /** Results per index and in all. */
  maxSearchResults: v.optional(countFromOne, 8),
});

const locale = v.strictObject({
  /** The language's name in itself, for the dropdown. */
  label: v.optional(textValue),
  /** Default: the locale. */
  htmlLang: v.optional(textValue),
  /** Default: as the language is written. */
  direction: v.optional(v.picklist(["ltr", "rtl"])),
});

/** Languages; `content/i18n/<locale>/` holds the translations of each. */
export const i18n = v.strictObject({
  /** Served at the base URL, every other below it. */
  defaultLocale: v.optional(textValue, "en"),
  /** All languages, the default one among them. */
  locales: v.optional(v.pipe(v.array(textValue), v.minLength(1)), ["en"]),
  /** By the name of a language. */
  localeConfigs: v.optional(v.record(textValue, locale), {}),
});

/** What is said of one docs version; `current` is the one in the docs' own folder. */
const docsVersion = v.strictObject({
  /** Default: the name; of `current`, "Next". */
  label: v.optional(textValue),
  /** Route part below the docs' own. Default: none for the last version, `next` for `current`, else the name. */
  path: v.optional(textValue),
  /** Default: none for the last version, `unreleased` for newer ones, `unmaintained` for older ones. */
  banner: v.optional(v.picklist(["none", "unreleased", "unmaintained"])),
  /** Names the version above each page. Default: where there are several. */
  badge: v.optional(v.boolean()),
  /** Keeps search engines away. */
  noIndex: v.optional(v.boolean(), false),
  /** Its sidebars. Default: one, made from its folders; of `current`, those of the docs. */
  sidebars: v.optional(sidebars),
});

export const docsPlugin = v.strictObject({
  /** Name of this set of docs; `docsPluginId` of navbar items refers to it. */
  id: v.optional(textValue, "default"),
  /** Folder below `content/`. */
  folder: v.optional(textValue, "docs"),
  /** First part of its routes. */
  routeBasePath: v.optional(textValue, "docs"),
  /** Name of its one sidebar, made from the folders, where there are no `sidebars`. */
  sidebarId: v.optional(textValue, "tutorialSidebar"),
  /** Its sidebars, by name, instead of the one made from the folders: [lists of entries](#sidebars). */
  sidebars: v.optional(sidebars),
  /** Address that the path of a source file is appended to. */
  editUrl: v.optional(address),
  /** Shows the way from the top above each page. */
  breadcrumbs: v.optional(v.boolean(), true),
  /** Part of the routes of its tags. */
  tagsBasePath: v.optional(textValue, "tags"),
  /** Shows below a page when it was last changed: as git knows it, or the page's `last_update`. */
  showLastUpdateTime: v.optional(v.boolean(), false),
  /** Shows below a page who changed it last. */
  showLastUpdateAuthor: v.optional(v.boolean(), false),
  /** By name. Which versions there are stands in `content/versions.json`, the newest first. */
  versions: v.optional(v.record(textValue, docsVersion), {}),
  /** The version served at the docs' own address. Default: the first of `content/versions.json`. */
  lastVersion: v.optional(textValue),
  /** Whether the docs' own folder is a version. */
  includeCurrentVersion: v.optional(v.boolean(), true),
  /** Builds these versions and no others. */
  onlyIncludeVersions: v.optional(v.array(textValue)),
});

export const blog = v.strictObject({
  /** First part of its routes. */
  routeBasePath: v.optional(textValue, "blog"),
  /** Of its list and feeds. */
  title: v.optional(textValue, "Blog"),
  /** Of its list and feeds. */
  description: v.optional(textValue, ""),
  /** Posts on a page of its list. */
  postsPerPage: v.optional(v.union([v.literal("ALL"), countFromOne]), 10),
  /** Order of the lists; feeds and the archive begin with the newest. */
  sortPosts: v.optional(v.picklist(["descending", "ascending"]), "descending"),
  /** Posts beside each page of the blog; 0: none. */
  blogSidebarCount: v.optional(v.union([v.literal("ALL"), countOrNone]), 5),
  /** Heading of the posts beside a page. */
  blogSidebarTitle: v.optional(textValue, "Recent posts"),
  /** Says how many minutes a post takes. */
  showReadingTime: v.optional(v.boolean(), true),
  /** File of the authors, in `content/blog/`. */
  authorsMapPath: v.optional(textValue, "authors.yml"),
  /** Part of the routes of its tags. */
  tagsBasePath: v.optional(textValue, "tags"),
  /** Part of the routes of its authors. */
  authorsBasePath: v.optional(textValue, "authors"),
  /** null: no archive. */
  archiveBasePath: v.optional(v.nullable(textValue), "archive"),
  /** Address that the path of a source file is appended to. */
  editUrl: v.optional(address),
  /** Feeds of the newest posts. */
  feedOptions: v.optional(
    v.strictObject({
      /** Which are made. */
      type: v.optional(v.array(v.picklist(["rss", "atom", "json"])), ["rss", "atom", "json"]),
      /** Posts in a feed, the newest. */
      limit: v.optional(countFromOne, 20),
    }),
    {},
  ),
});

/** Old addresses, and the page that each leads to. */
export const redirect = v.strictObject({
  /** Addresses that have moved, from the root. */
  from: v.union([textValue, v.array(textValue)]),
  /** The page that is there now, or an anchor of it. */
  to: textValue,
});
