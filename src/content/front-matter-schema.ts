import * as v from "valibot";
import { parseDate } from "../shared/calendar.ts";
import { isScriptAddress } from "../shared/script-address.ts";
import { type FieldsOf, mapping } from "./data-file.ts";

// YAML gives texts, lists and mappings only. A schema's message is what its key must be.
const text = v.message(v.string(), "a text");
const textOrNull = v.message(v.nullable(v.string()), "a text or null");
const addressOrNull = v.message(
  v.nullable(
    v.pipe(
      v.string(),
      v.check((value) => !isScriptAddress(value)),
    ),
  ),
  "an address that runs no code, or null",
);
const number = v.message(v.pipe(v.string(), v.regex(/^[-+]?(\d+\.?\d*|\.\d+)$/), v.transform(Number)), "a number");
const flag = v.message(
  v.pipe(
    v.picklist(["true", "false"]),
    v.transform((value) => value === "true"),
  ),
  "true or false",
);
const list = v.message(v.array(v.string()), 'a list of texts, such as [one, "two"]');
const textMapping = v.pipe(mapping, v.record(v.string(), v.string()));
const day = v.pipe(
  v.string(),
  v.check((value) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))),
);
const lastUpdate = v.message(
  v.pipe(mapping, v.strictObject({ date: v.exactOptional(day), author: v.exactOptional(v.string()) })),
  "a mapping with date (2026-01-31) and author",
);
/** An instant, as `2026-11-21T00:00:00.000Z`. */
const date = v.message(
  v.pipe(v.string(), v.transform(parseDate), v.string()),
  "a date such as 2026-01-31 or 2026-01-31T12:00:00Z",
);

const optionalText = v.exactOptional(v.string());
/** What may be said of an author, in `authors.yml` or in a post. */
export const AUTHOR_FIELDS = {
  name: optionalText,
  /** What they do. */
  title: optionalText,
  description: optionalText,
  url: optionalText,
  email: optionalText,
  image_url: optionalText,
  /** Handles or addresses by the name of the place. */
  socials: v.exactOptional(textMapping),
};
export type AuthorFields = FieldsOf<typeof AUTHOR_FIELDS>;

/** The key of an author in `authors.yml`, an author written out, or both. */
const author = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === "string" ? { key: value } : value)),
  mapping,
  v.strictObject({ key: optionalText, ...AUTHOR_FIELDS }),
  v.check(({ key, name }) => key !== undefined || name !== undefined),
);
const authors = v.message(
  v.pipe(
    v.unknown(),
    v.transform((value) => (Array.isArray(value) ? value : [value])),
    v.array(author),
  ),
  `a name from authors.yml, a mapping of ${Object.keys(AUTHOR_FIELDS).join(", ")}, or a list of these`,
);

/** Front matter by its keys; every one is a key that Docusaurus has, but for `scripts`. */
export const FRONT_MATTER = {
  /** Name in the docs, in the place of the file's own name. */
  id: text,
  /** Route in the place of the file's: relative to its folder, or from the root with a slash. */
  slug: text,
  /** Title and level-1 heading. */
  title: text,
  /** Shorter title in the sidebar. */
  sidebar_label: text,
  /** Place among its neighbours. */
  sidebar_position: number,
  /** Class of its sidebar entry. */
  sidebar_class_name: text,
  /** Texts of the page's own; `summary` is shown in lists of categories. */
  sidebar_custom_props: v.message(textMapping, "a mapping of texts"),
  /** One sentence for search results, cards and lists. */
  description: text,
  /** Words for search engines. */
  keywords: list,
  /** Labels, each with a page of all that have it. */
  tags: list,
  /** Picture for other sites, in the place of its card. */
  image: text,
  /** Leaves the heading out. */
  hide_title: flag,
  /** Leaves the list of headings out. */
  hide_table_of_contents: flag,
  /** Highest heading in the list, 2 to 6. */
  toc_min_heading_level: number,
  /** Lowest heading in the list, 2 to 6. */
  toc_max_heading_level: number,
  /** Id of the page before; null: no link to one. */
  pagination_prev: textOrNull,
  /** Id of the page after; null: no link to one. */
  pagination_next: textOrNull,
  /** Label of the links that lead to it from its neighbours. */
  pagination_label: text,
  /** Left out of builds without `--drafts`. */
  draft: flag,
  /** Built, but neither listed, indexed nor found. */
  unlisted: flag,
  /** Where the page is edited; null: no link to its source. */
  custom_edit_url: addressOrNull,
  /** In the place of what git knows. */
  last_update: lastUpdate,
  /** Names of configured scripts with `on: "wanted"` that the page uses. */
  scripts: list,
  /** Of posts: the day, where the file's name has none. */
  date,
  /** Of posts: who wrote it. */
  authors,
};
export type FrontMatter = FieldsOf<typeof FRONT_MATTER>;
