import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { markFunctions } from "../../src/config/extensions.ts";
import { siteConfigSchema } from "../../src/config/schema.ts";
import { CATEGORY_FIELDS } from "../../src/content/category.ts";
import { FRONT_MATTER } from "../../src/content/front-matter-schema.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { CATEGORY, CONFIG, FRONT_MATTER_TEXT } from "./examples.ts";
import type { Schema } from "./json-schema.ts";

/** A setting: where it stands, what it may be, what it is else, what it does, and a value that it may have. */
type Row = readonly [path: string, type: string, fallback: string, text: string, example: string];

/** A constant of a source file, and the keys that lead from it to an object. */
interface Place {
  readonly constant: string;
  readonly keys: string;
}

/** The docstring of each key, and the source of its value, by its constant and the keys that lead to it. */
interface Sources {
  readonly docs: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, string>;
}

const GROUPS = ["content", "extensions", "host", "navbar", "theme"];
const FILES = ["src/config/schema.ts", ...GROUPS.map((name) => `src/config/${name}-schema.ts`)];

/** The settings of `site.config.ts` as the text of `src/config/README.md` has them. */
export function configReference(): string {
  const sources = readSources(FILES);
  const rows = rowsOf(siteConfigSchema as unknown as Schema, { constant: "siteConfigSchema", keys: "" }, "", sources);
  return table(["Setting", "Type", "Default", "What it does", "Example"], rows);
}

/** The keys of front matter and of `_category_.json`, with what each must be. */
export function fieldsReference(): { readonly frontMatter: string; readonly category: string } {
  const fields = (schemas: object, texts: Texts, examples: Texts) => {
    const rows = Object.entries(schemas).map(([key, schema]) => {
      const [text = "", fallback = ""] = (texts[key] ?? "").split(/ Default: (.*)\.$/);
      return [`\`${key}\``, ruleOf(schema) || "anything", fallback, text, code(examples[key])];
    });
    return table(["Key", "Must be", "Default", "What it does", "Example"], rows);
  };
  const texts = fieldTexts();
  const category = Object.fromEntries(Object.entries(CATEGORY).map(([key, value]) => [key, spaced(value)]));
  return {
    frontMatter: fields(FRONT_MATTER, texts.frontMatter, FRONT_MATTER_TEXT),
    category: fields(CATEGORY_FIELDS, texts.category, category),
  };
}

type Texts = Readonly<Record<string, string>>;

/** The sentence of each key. */
export function fieldTexts(): { readonly frontMatter: Texts; readonly category: Texts } {
  const texts = (file: string, constant: string, schemas: object): Texts => {
    const { docs } = readSources([file]);
    return Object.fromEntries(Object.keys(schemas).map((key) => [key, docs.get(`${constant}.${key}`) ?? ""]));
  };
  return {
    frontMatter: texts("src/content/front-matter-schema.ts", "FRONT_MATTER", FRONT_MATTER),
    category: texts("src/content/category.ts", "CATEGORY_FIELDS", CATEGORY_FIELDS),
  };
}

function readSources(files: readonly string[]): Sources {
  const docs = new Map<string, string>();
  const values = new Map<string, string>();
  for (const file of files) {
    let constant = "";
    let doc: string[] = [];
    let keys: { readonly indent: number; readonly path: string }[] = [];
    for (const line of readFileSync(join(PROJECT, file), "utf8").split("\n")) {
      const named = /^(?:export )?const (\w+) = /.exec(line)?.[1];
      const [, space = "", key] = /^(\s+)(\w+)(?::|,$)/.exec(line) ?? [];
      if (/^\s*\*\/$/.test(line)) continue;
      const comment = /^\s*(?:\/\*\*|\*)\s?(.*?)\s*(?:\*\/)?$/.exec(line);
      if (comment !== null) {
        doc = line.includes("/**") ? [comment[1] ?? ""] : [...doc, comment[1] ?? ""];
        continue;
      }
      if (named !== undefined) {
        constant = named;
        docs.set(named, doc.join(" ").trim());
        keys = [];
      } else if (key !== undefined) {
        keys = keys.filter(({ indent }) => indent < space.length);
        const path = `${keys.at(-1)?.path ?? constant}.${key}`;
        keys.push({ indent: space.length, path });
        docs.set(path, doc.join(" ").trim());
      }
      const own = keys.at(-1)?.path ?? constant;
      values.set(own, `${values.get(own) ?? ""}${line}\n`);
      doc = [];
    }
  }
  return { docs, values };
}

function rowsOf(schema: Schema, place: Place, path: string, sources: Sources): Row[] {
  const object = objectIn(schema);
  return Object.entries(object?.entries ?? {}).flatMap(([key, entry]) => {
    const spread = /\.\.\.(\w+)\.entries/.exec(sources.values.get(place.constant) ?? "")?.[1];
    const own = `${place.constant}${place.keys}.${key}`;
    const id = sources.docs.has(own) || spread === undefined ? own : `${spread}${place.keys}.${key}`;
    const doc = sources.docs.get(id) ?? "";
    const value = sources.values.get(id) ?? "";
    const named = [...value.replace(/^\s*\w+:/, "").matchAll(/\w+/g)].map(([word]) => word);
    const constant = named.find((word) => /(?:Object|variant)\(/.test(sources.values.get(word) ?? ""));
    const [base = ""] = id.split(".");
    const next = constant === undefined ? { constant: base, keys: `${place.keys}.${key}` } : { constant, keys: "" };
    const { schema: inner, fallback } = withoutDefault(entry);
    const full = path + key;
    const text = doc || (constant === undefined ? "" : (sources.docs.get(`${constant}`) ?? ""));
    return [
      [`\`${full}\``, typeOf(inner), fallback, text, exampleOf(full, inner)] as const,
      ...rowsOf(inner, next, `${full}${suffixOf(inner)}.`, sources),
    ];
  });
}

function withoutDefault(schema: Schema): { readonly schema: Schema; readonly fallback: string } {
  if (schema.type !== "optional" || schema.wrapped === undefined) return { schema, fallback: "needed" };
  const { default: value } = schema;
  const isEmpty =
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return { schema: schema.wrapped, fallback: isEmpty ? "" : `\`${JSON.stringify(value)}\`` };
}

/** The object that a setting is, or that its list, record or alternatives hold. */
function objectIn(schema: Schema | undefined): Schema | undefined {
  if (schema === undefined || schema.entries !== undefined) return schema;
  // Items of the navbar have tables of their own kind: the guide names them.
  if (schema.type === "variant") return undefined;
  const inside = [schema.wrapped, schema.item, schema.value, ...(schema.options ?? [])];
  return inside
    .filter((one): one is Schema => typeof one === "object" && one !== null && "type" in one)
    .map(objectIn)
    .find((one) => one !== undefined);
}

/** The value that a setting has in the example; none where its own settings have one each. */
function exampleOf(path: string, schema: Schema): string {
  let value: unknown = CONFIG;
  for (const key of path.replaceAll("[]", ".0").split(".")) {
    const own = value as Readonly<Record<string, unknown>> | undefined;
    value = key === "<name>" ? Object.values(own ?? {})[0] : own?.[key];
  }
  return objectIn(schema)?.entries === undefined ? code(value === undefined ? undefined : spaced(value)) : "";
}

/** A value as it is written in a configuration, on one line. */
function spaced(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (typeof value === "function") return value.name;
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
    .join(", ")} }`;
}

const code = (text: string | undefined): string => (text === undefined ? "" : `\`${text}\``);

function suffixOf({ type, item }: Schema): string {
  return type === "array" ? `[]${item === undefined ? "" : suffixOf(item)}` : type === "record" ? ".<name>" : "";
}

function typeOf(schema: Schema): string {
  const { type, item, value, wrapped, options = [], literal } = schema;
  const alternatives = () => options.map((one) => typeOf(one as Schema)).join(" or ");
  switch (type) {
    case "string":
      return "text";
    case "array":
      return `list of ${typeOf(item as Schema)}`;
    case "record":
      return `${typeOf(value as Schema)}, by name`;
    case "literal":
      return `\`${JSON.stringify(literal)}\``;
    case "picklist":
      return options.map((one) => `\`${JSON.stringify(one)}\``).join(", ");
    case "union":
      return alternatives();
    case "variant":
      return "item";
    case "nullable":
      return `${typeOf(wrapped as Schema)} or \`null\``;
    case "strict_object":
    case "lazy":
      return "object";
    case "instance":
      return "regular expression";
    case "custom":
      return "function";
    case "unknown":
      return "anything";
    default:
      return type;
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** What a key must be, as its schema says it of a value that is nothing. */
function ruleOf(schema: unknown): string {
  const [issue] = v.safeParse(schema as v.GenericSchema, Symbol("nothing")).issues ?? [];
  return issue?.message ?? "";
}

/** True where the schema takes it: the example of the guide is held to be one. */
export const isConfig = (value: unknown): boolean => v.safeParse(siteConfigSchema, markFunctions(value)).success;
