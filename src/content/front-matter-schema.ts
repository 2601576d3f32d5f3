import * as v from "valibot";
import { badge } from "../config/values-schema.ts";
import { isScriptAddress, isScriptPicture } from "../shared/address-kind.ts";
import { parseDate } from "../shared/calendar.ts";
import { type FieldsOf, filledText, mapping } from "./data-file.ts";

// YAML is parsed to strings, lists and mappings only. The message of a schema completes "must be …".
const text = v.message(v.string(), "a string");
const textOrNull = v.message(v.nullable(v.string()), "a string or null");
const safePicture = v.check((value: string) => !isScriptPicture(value));
const picture = v.message(v.pipe(v.string(), safePicture), "the URL of an image, which does not run code");
const safeAddress = v.check((value: string) => !isScriptAddress(value));
const addressOrNull = v.message(v.nullable(v.pipe(v.string(), safeAddress)), "a URL that does not run code, or null");
const number = v.message(v.pipe(v.string(), v.regex(/^[-+]?(\d+\.?\d*|\.\d+)$/), v.transform(Number)), "a number");
const headingLevel = v.message(v.pipe(v.string(), v.regex(/^[2-6]$/), v.transform(Number)), "a number from 2 to 6");
const isTrue = v.transform((value: "true" | "false") => value === "true");
const flag = v.message(v.pipe(v.picklist(["true", "false"]), isTrue), "true or false");
const search = v.message(
  v.union([flag, v.pipe(mapping, v.strictObject({ boost: v.pipe(number, v.gtValue(0)) }))]),
  "false, or a mapping with boost, a number greater than 0",
);
const list = v.message(v.array(v.string()), 'a list of strings, such as [one, "two"]');
const tags = v.message(
  v.array(v.union([v.string(), v.strictObject({ label: v.string(), permalink: v.exactOptional(v.string()) })])),
  'a list of strings, such as [one, "two"], or of mappings with label and permalink',
);
const textMapping = v.message(v.pipe(mapping, v.record(v.string(), v.string())), "a mapping of strings");
/** An instant in ISO format, e.g. `2026-11-21T00:00:00.000Z`. */
const instant = v.pipe(v.string(), v.transform(parseDate), v.string());
const date = v.message(instant, "a date such as 2026-01-31 or 2026-01-31T12:00:00Z");
const lastUpdate = v.message(
  v.pipe(mapping, v.strictObject({ date: v.exactOptional(instant), author: v.exactOptional(v.string()) })),
  "a mapping with date (a day such as 2026-01-31) and author",
);

const optionalText = v.exactOptional(text);
/** Fields of an author, in `authors.yml` or in a post. */
export const AUTHOR_FIELDS = {
  name: optionalText,
  /** Role or job. */
  title: optionalText,
  description: optionalText,
  url: optionalText,
  email: optionalText,
  image_url: optionalText,
  /** Handles or URLs by platform. */
  socials: v.exactOptional(textMapping),
};

/** The fields of an author. */
export type AuthorFields = FieldsOf<typeof AUTHOR_FIELDS>;

/** An author: a key of `authors.yml`, fields, or both. */
const author = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === "string" ? { key: value } : value)),
  mapping,
  v.strictObject({ key: optionalText, ...AUTHOR_FIELDS }),
  v.check(({ key, name }) => key !== undefined || name !== undefined),
);
const listOf = v.transform((value: unknown): unknown[] => [value].flat());
const authors = v.message(
  v.pipe(v.unknown(), listOf, v.array(author)),
  `a name from authors.yml, a mapping of ${Object.keys(AUTHOR_FIELDS).join(", ")}, or a list of these`,
);

/**
 * Schemas of front matter keys; all are known to Docusaurus, except `aliases`, `badge`, `scripts` and `search`. The docstrings are the text of the
 * reference, which has defaults in a column of their own.
 */
export const FRONT_MATTER = {
  /** Id of the doc. Default: the file's name. */
  id: text,
  /**
   * Route: relative to the page's folder or, with a leading slash, to the route of its docs or of the blog, which it
   * never leaves. Default: from the file's path.
   */
  slug: text,
  /** Old routes, below the base URL, that redirect to the page. */
  aliases: list,
  /** Title of the page, shown as its level-1 heading. Default: the first heading, or the file's name. */
  title: filledText,
  /** Title for search engines and the browser's window. Default: `title`. */
  title_meta: text,
  /** Shorter title in the sidebar. Default: the title. */
  sidebar_label: filledText,
  /** Badge after the title, in the page, its sidebar entry, lists and search results. Types: those of `<Badge>`. */
  badge,
  /** Position among the entries of its sidebar category. Default: the number before the file's name, or the end. */
  sidebar_position: number,
  /** Known to Docusaurus; has no effect. */
  sidebar_key: text,
  /** Name of the sidebar shown beside the page; null: none. Default: the one that contains it. */
  displayed_sidebar: textOrNull,
  /** false: a number before the file's name is a part of the name, not a sidebar position. Default: `true`. */
  parse_number_prefixes: flag,
  /** Known to Docusaurus; has no effect. */
  mdx: textMapping,
  /** CSS class of the page's sidebar entry. */
  sidebar_class_name: text,
  /** Custom strings. `summary` is shown in lists of a category's pages. */
  sidebar_custom_props: textMapping,
  /** Summary in one sentence, for search results, link previews and lists. Default: the first paragraph. */
  description: text,
  /** Keywords that the site's search and search engines find the page by. */
  keywords: list,
  /** Tags of the page: keys of `tags.yml`, or labels. Each tag has a page that lists the pages with it. */
  tags,
  /** Image for link previews. Default: the card of `socialCards`. */
  image: picture,
  /** Hides the title heading. Default: `false`. */
  hide_title: flag,
  /** Hides the table of contents. Default: `false`. */
  hide_table_of_contents: flag,
  /** Highest heading level in the table of contents. Default: `tableOfContents` of the configuration. */
  toc_min_heading_level: headingLevel,
  /** Lowest heading level in the table of contents. Default: `tableOfContents` of the configuration. */
  toc_max_heading_level: headingLevel,
  /** Id of the previous page; null: none. Default: the one before in the sidebar. */
  pagination_prev: textOrNull,
  /** Id of the next page; null: none. Default: the one after in the sidebar. */
  pagination_next: textOrNull,
  /** Label of the previous and next links to this page. Default: `sidebar_label`, or the title. */
  pagination_label: filledText,
  /** Excludes the page from builds without `--drafts`. Default: `false`. */
  draft: flag,
  /** Builds the page, but leaves it out of lists, indexes and the search. Default: `false`. */
  unlisted: flag,
  /** false: leaves the page out of the search. `boost`: weight of its results; 1 is that of other pages. */
  search,
  /** URL for editing the page; null: no edit link. Default: that of `editUrl` in the configuration. */
  custom_edit_url: addressOrNull,
  /** Date and author of the last change. Default: those of the last commit. */
  last_update: lastUpdate,
  /** Date of the last review of the page. `docgen check-freshness` lists pages that are due again. */
  reviewed: date,
  /** Who reviews the page, such as `"@team"`. Default: its owners in `CODEOWNERS`. */
  owner: text,
  /** Names of scripts in the configuration with `on: "wanted"` or `on: "demand"` that the page uses. */
  scripts: list,
  /** Posts only: the date, from which on builds publish the post. Default: the one in the file's name. */
  date,
  /** Posts only: the authors. */
  authors,
};

/** The valid fields of a page's front matter. */
export type FrontMatter = FieldsOf<typeof FRONT_MATTER>;
