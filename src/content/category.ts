import yaml from "js-yaml";
import * as v from "valibot";
import { badge } from "../config/values-schema.ts";
import type { Problem } from "../shared/problem.ts";
import {
  dataProblems,
  type FieldsOf,
  filledText,
  isMapping,
  jsonKeyPlace,
  parseJson,
  parseYaml,
  readFields,
  reportFields,
  yamlKeyPlace,
} from "./data-file.ts";

/** Files that describe a folder. */
export const CATEGORY_FILE = /^_category_\.(?:json|ya?ml)$/;

const text = v.message(v.string(), "a string");
const flag = v.message(v.boolean(), "a boolean");
const link = v.nullable(
  v.variant("type", [
    v.object({ type: v.literal("doc"), id: v.string() }),
    v.object({
      type: v.literal("generated-index"),
      slug: v.exactOptional(v.string()),
      title: v.exactOptional(filledText),
      description: v.exactOptional(v.string()),
    }),
  ]),
);

/** Schemas of the keys of `_category_.json`. The docstrings are the text of the reference, as those of front matter. */
export const CATEGORY_FIELDS = {
  /** Label of the folder in the sidebar. Default: the folder's name, with spaces for hyphens except in dates. */
  label: filledText,
  /** Badge after the label. Default: that of its index page. */
  badge,
  /** Position among its neighbours. Default: that of its index page, the number before its name, or the end. */
  position: v.message(v.number(), "a number"),
  /** Whether it is collapsed at first. Default: `true`. */
  collapsed: flag,
  /** Description on the generated index page. */
  description: text,
  /** Target of the label; null: none. Default: the folder's index page, or one made by docgen. */
  link: v.message(link, 'null, {"type": "doc", "id": …} or {"type": "generated-index", …}'),
  /** Whether readers can collapse it. Default: `true`. */
  collapsible: flag,
  /** Known to Docusaurus; has no effect. */
  className: v.unknown(),
  /** Known to Docusaurus; has no effect. */
  customProps: v.unknown(),
};

/** The fields of a `_category_.json` or `.yml`. */
export type Category = FieldsOf<typeof CATEGORY_FIELDS>;

/** A parsed `_category_.json` or `.yml`, with its problems. */
export interface ParsedCategory {
  readonly path: string;
  readonly category: Category;
  /** Line of its `link` key. */
  readonly linkLine: number;
  readonly problems: readonly Problem[];
}

/** Parses a `_category_.json` or `.yml`; invalid fields are reported and left out. */
export function parseCategory(path: string, source: string): ParsedCategory {
  const { problems, report } = dataProblems(path, "category");
  const isJson = path.endsWith(".json");
  const load = (text: string) => yaml.load(text, { schema: yaml.JSON_SCHEMA });
  const parsed = isJson ? parseJson(source) : parseYaml(source, load);
  const placeOf = (key: string) => (isJson ? jsonKeyPlace : yamlKeyPlace)(source, key);
  if ("fault" in parsed) report(parsed.fault, parsed.fault.message);
  else if (!isMapping(parsed.value))
    report({ line: 1, column: 1 }, 'must contain an object such as {"label": "Guides", "position": 2}');
  else {
    const category = readFields(CATEGORY_FIELDS, parsed.value, reportFields(report, placeOf));
    return { category, path, linkLine: placeOf("link").line, problems };
  }
  return { path, category: {}, linkLine: 1, problems };
}

/** Merges the files that describe the same folder; the fields of the later one win. */
export function mergedCategory(category: Category | undefined, added: ParsedCategory): ParsedCategory {
  return { ...added, category: { ...category, ...added.category } };
}
