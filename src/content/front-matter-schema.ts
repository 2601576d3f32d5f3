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
  id: text,
  slug: text,
  title: text,
  sidebar_label: text,
  sidebar_position: number,
  sidebar_class_name: text,
  sidebar_custom_props: v.message(textMapping, "a mapping of texts"),
  description: text,
  keywords: list,
  tags: list,
  image: text,
  hide_title: flag,
  hide_table_of_contents: flag,
  toc_min_heading_level: number,
  toc_max_heading_level: number,
  /** null: no link to the page before. */
  pagination_prev: textOrNull,
  /** null: no link to the page after. */
  pagination_next: textOrNull,
  pagination_label: text,
  draft: flag,
  unlisted: flag,
  /** null: no link to the page's source. */
  custom_edit_url: addressOrNull,
  last_update: lastUpdate,
  /** Names of configured scripts with `on: "wanted"` that the page uses. */
  scripts: list,
  /** Of posts. */
  date,
  /** Of posts. */
  authors,
};
export type FrontMatter = FieldsOf<typeof FRONT_MATTER>;
