import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Ajv from "ajv";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { CATEGORY_FIELDS } from "../../src/content/category.ts";
import { FRONT_MATTER } from "../../src/content/front-matter-schema.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { configReference, fieldsReference, isConfig, jsonSchema } from "./reference.ts";

const GUIDE = "src/config/README.md";
const { frontMatter, category } = fieldsReference();
const SCHEMAS = {
  "src/config/front-matter.schema.json": jsonSchema("Front matter", FRONT_MATTER, frontMatter),
  "src/config/category.schema.json": jsonSchema("_category_.json", CATEGORY_FIELDS, category),
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

test("every setting and key has a sentence", () => {
  const silent = Object.values(TABLES).flatMap((table) => table.split("\n").filter((row) => row.endsWith("|  |")));
  expect(silent).toEqual([]);
});

test("the guide's example is a configuration", () => {
  const [, example = ""] = /```ts\n[\s\S]*?defineConfig\(([\s\S]*?)\);\n```/.exec(read(GUIDE)) ?? [];
  expect(isConfig(load(example))).toBe(true);
});

test.each(Object.entries(SCHEMAS))("%s is made of the schema, and editors are told of it", (path, schema) => {
  if (UPDATES) {
    mkdirSync(dirname(join(PROJECT, path)), { recursive: true });
    writeFileSync(join(PROJECT, path), schema);
  }
  expect(read(path)).toBe(schema);
  expect(read(".vscode/settings.json")).toContain(path);
});

test("editors accept the site's own categories, and refuse a misspelt key", () => {
  const check = new Ajv().compile(JSON.parse(SCHEMAS["src/config/category.schema.json"]));
  expect(check(JSON.parse(read("content/docs/api/_category_.json")))).toBe(true);
  expect(check({ lable: "API" })).toBe(false);
});
