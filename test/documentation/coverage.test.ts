import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { apiNames } from "../../src/api/library-names.ts";
import { readLibrary } from "../../src/api/read-library.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { type Page, readPages } from "./pages.ts";
import { UNDECLARED } from "./undeclared.ts";

const library = readLibrary("XLSX", "node_modules/xlsx/types/index.d.ts", (path) =>
  path.includes("xlsx/types/index.d.ts") ? readFileSync(join(PROJECT, path), "utf8") : undefined,
);
const names = apiNames(library);
const pages = readPages();

function pageAt(route: string): Page {
  const page = pages.find((candidate) => candidate.route === route);
  if (page === undefined) throw new Error(`there is no page ${route}`);
  return page;
}

/** Rows of options that the declarations lack, as `Type.name`. */
const ADDED = pages.flatMap(({ body }) =>
  [...body.matchAll(/<Options of="([^"]*)"[^>]*? also="([^"]*)"/g)].flatMap(([, types = "", added = ""]) =>
    added.split(", ").map((name) => ({ name, types: types.split(", ") })),
  ),
);

// `docgen check-api` compares the other rows and all signatures with the declarations.
describe("nothing is documented that does not exist", () => {
  test("each row that the declarations lack is seen at run time, below", () => {
    expect(ADDED.length).toBeGreaterThan(20);
    const unseen = ADDED.filter(({ name, types }) => !types.some((type) => `${type}.${name}` in UNDECLARED));
    expect(unseen).toEqual([]);
  });

  test.each(Object.entries(UNDECLARED))(
    "but %s, which the types lack, is seen at run time",
    (_, { seen, versions }) => {
      expect(seen()).toBe(true);
      expect(versions).toContain(XLSX.version);
    },
  );

  test("and of these none is on no page any more", () => {
    const added = new Set(ADDED.flatMap(({ name, types }) => types.map((type) => `${type}.${name}`)));
    const written = pages.map(({ body }) => body).join("\n");
    const gone = Object.keys(UNDECLARED).filter((name) => {
      return name.startsWith("XLSX.") ? !written.includes(name.replace(/^.*\./, "")) : !added.has(name);
    });
    expect(gone).toEqual([]);
  });

  test("no page calls a function of the library that is not there", () => {
    const known = new Set([...names.map(({ name }) => name), ...Object.keys(UNDECLARED), ...valuesAtRunTime()]);
    const unknown = pages.flatMap(({ path, body }) =>
      calledIn(body).flatMap((name) => (known.has(name) ? [] : [`${path}: ${name}`])),
    );
    expect(pages.flatMap(({ body }) => calledIn(body)).length).toBeGreaterThan(1000);
    expect([...new Set(unknown)]).toEqual([]);
  });
});

/** Members of the two objects whose types say nothing. */
function valuesAtRunTime(): string[] {
  const { SSF, CFB } = XLSX;
  const of = (object: string, value: object) => Object.keys(value).map((name) => `XLSX.${object}.${name}`);
  return [...of("SSF", SSF), ...of("CFB", CFB), ...of("CFB.utils", CFB.utils)];
}

/** Names below `XLSX` in code and text; names that a module imports from the library count as such. */
function calledIn(body: string): string[] {
  const members =
    body.match(/\bXLSX\.(?:utils\.consts\.|utils\.|stream\.|SSF\.|CFB\.utils\.|CFB\.)?[A-Za-z_]\w*/g) ?? [];
  const imports = [...body.matchAll(/(?:import|const) \{([^}]*)\} (?:from |= require\()"xlsx"/g)].flatMap(
    ([, names = ""]) => names.split(",").map((name) => `XLSX.${name.replace(/\btype | as .*|: .*/g, "").trim()}`),
  );
  return [...members, ...imports].filter((name) => !["XLSX.name", "XLSX."].includes(name));
}

/** Last parts of the names of values below an object; of all values without one. */
function valuesBelow(object: string): string[] {
  const below = names.filter(({ name, isValue }) => isValue && name.startsWith(object) && !name.includes("consts."));
  return below.map(({ name }) => name.replace(/^.*\./, ""));
}

test.each([
  ["/docs/api/", "XLSX."],
  ["/docs/api/utilities/", "XLSX.utils."],
])("all functions are in the overview %s", (route, object) => {
  const mentioned = new Set(pageAt(route).codes.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  expect(valuesBelow(object).length).toBeGreaterThan(30);
  expect(valuesBelow(object).filter((name) => !mentioned.has(name))).toEqual([]);
});

test("the signatures of the number formatter are those of its functions", () => {
  const signatures = pageAt("/docs/constellation/ssf").fences.find(({ under }) => under[0] === "Functions")?.code ?? "";
  const functions = Object.entries(XLSX.SSF).filter(([, value]) => typeof value === "function");
  expect(functions.map(([name]) => name).sort()).toEqual(
    [...signatures.matchAll(/^SSF\.(\w+)\(/gm)].map(([, name]) => name).sort(),
  );
});
