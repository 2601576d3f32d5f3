import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import yaml, { load } from "js-yaml";
import { expect, test } from "vitest";
import { CATEGORY_FIELDS, parseCategory } from "../../src/content/category.ts";
import { parseFrontMatter } from "../../src/content/front-matter.ts";
import { FRONT_MATTER } from "../../src/content/front-matter-schema.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { CATEGORY, CONFIG, FRONT_MATTER_TEXT } from "./examples.ts";
import { jsonSchema } from "./json-schema.ts";
import { configReference, fieldsReference, fieldTexts, isConfig } from "./reference.ts";

const GUIDE = "src/config/README.md";
const { frontMatter, category } = fieldsReference();
const texts = fieldTexts();
const SCHEMAS = {
  "src/config/front-matter.schema.json": jsonSchema("Front matter", "yaml", FRONT_MATTER, texts.frontMatter),
  "src/config/category.schema.json": jsonSchema("_category_.json", "json", CATEGORY_FIELDS, texts.category),
};
const TABLES = { config: configReference(), "front matter": frontMatter, category };
/** Writes them anew: `DOCGEN_UPDATE=1 npx vitest run test/config`. */
const UPDATES = process.env.DOCGEN_UPDATE === "1";
const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");

test.each(Object.entries(TABLES))("the guide's table of %s is that of the schema", (name, table) => {
  const part = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  if (UPDATES)
    writeFileSync(
      join(PROJECT, GUIDE),
      read(GUIDE).replace(part, (_, open, close) => open + table + close),
    );
  expect(part.exec(read(GUIDE))?.[0]).toBe(`<!-- ${name} -->\n${table}\n<!-- /${name} -->`);
});

test("every setting and key has a sentence, and every one that holds no others an example", () => {
  const rows = Object.values(TABLES).flatMap((table) => table.split("\n").slice(2));
  const cells = rows.map((row) => row.slice(2, -2).split(/ \| /));
  expect(cells.filter((row) => row.at(-2)?.trim() === "")).toEqual([]);
  const outer = cells.map(([key = ""]) => key.replaceAll("`", ""));
  const silent = outer.filter((key, at) => {
    const hasInner = outer.some((one) => one.startsWith(`${key}.`) || one.startsWith(`${key}[].`));
    return !hasInner && cells[at]?.at(-1)?.trim() === "";
  });
  expect(silent).toEqual([]);
});

test("the examples are a configuration, front matter and a category without a fault", () => {
  expect(isConfig(CONFIG)).toBe(true);
  const head = Object.entries(FRONT_MATTER_TEXT).map(([key, value]) => `${key}: ${value}\n`);
  expect(parseFrontMatter("a.md", `---\n${head.join("")}---\n`).problems).toEqual([]);
  expect(Object.keys(FRONT_MATTER_TEXT)).toEqual(Object.keys(FRONT_MATTER));
  expect(parseCategory("_category_.json", JSON.stringify(CATEGORY)).problems).toEqual([]);
  expect(Object.keys(CATEGORY)).toEqual(Object.keys(CATEGORY_FIELDS));
});

test("the guide's example is a configuration", () => {
  const [, example = ""] = /```ts\n[\s\S]*?defineConfig\(([\s\S]*?)\);\n```/.exec(read(GUIDE)) ?? [];
  expect(isConfig(load(example))).toBe(true);
});

test.each(Object.entries(SCHEMAS))("%s is made of the schema", (path, schema) => {
  if (UPDATES) writeFileSync(join(PROJECT, path), schema);
  expect(read(path)).toBe(schema);
});

test("the settings of VS Code name both schemas", () => {
  const { "json.schemas": json, "yaml.schemas": yamls } = JSON.parse(read(".vscode/settings.json"));
  expect(json).toEqual([{ fileMatch: ["_category_.json"], url: "./src/config/category.schema.json" }]);
  expect(yamls).toEqual({ "./src/config/front-matter.schema.json": ["content/**/*.md"] });
});

const ajv = new Ajv({ allowUnionTypes: true });
const isCategory = ajv.compile(JSON.parse(SCHEMAS["src/config/category.schema.json"]));
const isFrontMatter = ajv.compile(JSON.parse(SCHEMAS["src/config/front-matter.schema.json"]));

test.each([
  ["each key", CATEGORY, true],
  ["no link", { link: null }, true],
  ["a misspelt key", { lable: "API" }, false],
  ["a badge with a type", { badge: { text: "beta", type: "caution" } }, true],
  ["a badge of no type", { badge: { text: "beta", type: "hint" } }, false],
  ["a position in quotes", { position: "2" }, false],
  ["a link of no kind", { link: { type: "dok", id: "a" } }, false],
  ["a link to no doc", { link: { type: "doc" } }, false],
])("editors judge a category as docgen does: %s", (_, value, expected) => {
  expect(isCategory(value)).toBe(expected);
  expect(parseCategory("_category_.json", JSON.stringify(value)).problems.length === 0).toBe(expected);
});

test.each<readonly [line: string, expected: boolean]>([
  ...Object.entries(FRONT_MATTER_TEXT).map(([key, value]) => [`${key}: ${value}`, true] as const),
  ...Object.keys(FRONT_MATTER).map((key) => [`${key}:`, true] as const),
  ["title: 2024", true],
  ["tags: [2024, true]", true],
  ['sidebar_position: "2"', true],
  ["authors: jane", true],
  ["authors: {name: Jane Doe, socials: {github: jane}}", true],
  ["badge: 0.20", true],
  ["search: false", true],
  ["search: {weight: 2}", false],
  ["titel: Start", false],
  ["badge: [new]", false],
  ["title: [one]", false],
  ["sidebar_position: second", false],
  ["draft: maybe", false],
  ["tags: one", false],
  ["last_update: {day: 2026-01-31}", false],
  ["authors: {nick: jane}", false],
])("editors judge front matter as docgen does: %s", (line, expected) => {
  // Editors read YAML by its core schema, in which a date is a text.
  expect(isFrontMatter(yaml.load(line, { schema: yaml.JSON_SCHEMA }))).toBe(expected);
  expect(parseFrontMatter("a.md", `---\n${line}\n---\n`).problems.length === 0).toBe(expected);
});
