import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { FUNCTIONS, PLACES, type Place } from "./documented.ts";
import { type Page, readPages } from "./pages.ts";
import { readTypes, type Types } from "./types.ts";
import { UNDECLARED } from "./undeclared.ts";

const types = readTypes();
const pages = readPages();

/** Interfaces that are not a list of names for one place. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  XLSX$Utils: "functions, see below",
  StreamUtils: "functions, see below",
  XLMLStreamOpts: "those of write, and stride",
  SheetAOAOpts: "those of aoa_to_sheet, and origin",
  CellAddress: "c and r, all over the pages",
  Range: "s and e, all over the pages",
  DenseSheet: "narrows Sheet",
  SparseSheet: "narrows Sheet",
  DenseWorkSheet: "narrows WorkSheet",
  StrictWS: "has no names of its own",
};

function pageAt(route: string): Page {
  const page = pages.find((candidate) => candidate.route === route);
  if (page === undefined) throw new Error(`there is no page ${route}`);
  return page;
}

/** `Sheets[i].Hidden` → `Hidden`, `"array"` → `array`, `cell_add_comment(cell, …)` → `cell_add_comment`. */
function nameIn(code: string): string {
  return code.replace(/\(.*$/, "").replaceAll('"', "").replace(/^.*\./, "");
}

/** Members of a place's interfaces and texts of its unions. */
function declaredAt(place: Place, { membersOf, textsOf }: Types): Set<string> {
  const isTexts = (name: string) => name.includes(".") || ["BookType", "ExcelDataType"].includes(name);
  return new Set(place.types.flatMap((name) => [...(isTexts(name) ? textsOf(name) : membersOf(name))]));
}

/** Names that a place lists in its tables, and those that its sentences and tables mention. */
function documentedAt({ page, under }: Place): { listed: string[]; mentioned: Set<string> } {
  const { tables, codes } = pageAt(page);
  const isHere = (piece: { readonly under: readonly string[] }) => under.includes(piece.under.at(-1) ?? "");
  const lists = tables.filter(isHere).filter(({ head }) => /^(Option|Key|type|t|bookType)\b/.test(head[0] ?? ""));
  const words = codes.filter(isHere).flatMap(({ text }) => text.match(/!?[A-Za-z_$][\w$]*/g) ?? []);
  return {
    listed: lists.flatMap((list) => list.codes.flatMap(([first = []]) => first.map(nameIn))),
    mentioned: new Set(words),
  };
}

describe("every option name in the library's types is documented on the page it belongs to", () => {
  test.each(PLACES)("$types in $page, $under", (place) => {
    const { listed, mentioned } = documentedAt(place);
    const declared = [...declaredAt(place, types)];
    expect(declared.length).toBeGreaterThan(0);
    const inSentence = (name: string) => place.inSentence === "all" || place.inSentence?.includes(name) === true;
    expect(declared.filter((name) => !(inSentence(name) ? mentioned.has(name) : listed.includes(name)))).toEqual([]);
  });

  test("and none is left out: each interface of options, and each part of a workbook, has its place", () => {
    const placed = new Set(PLACES.flatMap((place) => place.types.flatMap((name) => [name, ...types.basesOf(name)])));
    expect([...types.interfaces].filter((name) => !placed.has(name) && !(name in ELSEWHERE))).toEqual([]);
  });
});

describe("nothing is documented that does not exist", () => {
  test.each(PLACES)("$types in $page, $under", (place) => {
    const declared = declaredAt(place, types);
    const beyond = documentedAt(place).listed.filter((name) => !declared.has(name));
    expect(beyond.sort()).toEqual([...(place.undeclared ?? [])].sort());
    const ofTypes = (name: string) => place.types.some((type) => `${type}.${name}` in UNDECLARED);
    expect(beyond.filter((name) => !ofTypes(name))).toEqual([]);
  });

  test.each(Object.entries(UNDECLARED))(
    "but %s, which the types lack, is seen at run time",
    (_, { seen, versions }) => {
      expect(seen()).toBe(true);
      expect(versions).toContain(XLSX.version);
    },
  );

  test("and of these none is in the types by now, or on no page any more", () => {
    const used = PLACES.flatMap((place) =>
      (place.undeclared ?? []).flatMap((name) => place.types.map((type) => `${type}.${name}`)),
    );
    const gone = Object.keys(UNDECLARED).filter((name) => !name.startsWith("XLSX.") && !used.includes(name));
    const written = pages.map(({ body }) => body).join("\n");
    const unwritten = Object.keys(UNDECLARED).filter((name) => !written.includes(name.replace(/^.*\./, "")));
    expect([...gone, ...unwritten, ...Object.keys(UNDECLARED).filter((name) => declaredFunctions().has(name))]).toEqual(
      [],
    );
  });

  test("no page calls a function of the library that is not there", () => {
    const known = new Set([
      ...declaredFunctions(),
      ...[...types.interfaces, ...types.aliases].map((name) => `XLSX.${name}`),
      ...Object.keys(UNDECLARED),
      ...valuesAtRunTime(),
    ]);
    const unknown = pages.flatMap(({ path, body }) =>
      calledIn(body).flatMap((name) => (known.has(name) ? [] : [`${path}: ${name}`])),
    );
    expect(pages.flatMap(({ body }) => calledIn(body)).length).toBeGreaterThan(1000);
    expect([...new Set(unknown)]).toEqual([]);
  });
});

/** `XLSX.read`, `XLSX.utils.sheet_to_json`, as the types declare them. */
function declaredFunctions(): Set<string> {
  const of = (object: string, type: string) => [...types.membersOf(type)].map((name) => `XLSX.${object}.${name}`);
  const top = [...types.functions, ...types.values].map((name) => `XLSX.${name}`);
  return new Set([
    ...top,
    ...of("utils", "XLSX$Utils"),
    ...of("stream", "StreamUtils"),
    ...of("utils.consts", "XLSX$Consts"),
  ]);
}

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

describe("every exported function is documented on the page it belongs to", () => {
  test.each(Object.entries(FUNCTIONS))("%s", (route, names) => {
    const { fences, tables } = pageAt(route);
    const signatures = fences.filter(({ flags }) => flags.has("nocheck")).map(({ code }) => code);
    const rows = tables.filter(({ head }) => head[0] === "Function" || head[0] === "Name");
    const listed = rows.flatMap(({ codes }) => codes.flatMap(([first = []]) => first.map(nameIn)));
    const isHere = (name: string) =>
      signatures.some((code) => code.includes(`XLSX.${name}(`)) || listed.includes(nameIn(name));
    expect(names.filter((name) => !isHere(name))).toEqual([]);
  });

  test("and none is left out", () => {
    const placed = Object.values(FUNCTIONS)
      .flat()
      .map((name) => `XLSX.${name}`);
    const values = [...types.values].map((name) => `XLSX.${name}`);
    const functions = [...declaredFunctions()].filter(
      (name) => !values.includes(name) && !name.startsWith("XLSX.utils.consts"),
    );
    expect(placed.sort()).toEqual(functions.sort());
  });

  test.each([
    [
      "/docs/api/",
      [...types.functions, ...types.values, ...types.membersOf("StreamUtils"), ...types.membersOf("XLSX$Utils")],
    ],
    ["/docs/api/utilities/", [...types.membersOf("XLSX$Utils")]],
  ])("and all are in the overview %s", (route, names) => {
    const mentioned = new Set(pageAt(route).codes.flatMap(({ text }) => text.match(/\w+/g) ?? []));
    expect(names.filter((name) => !mentioned.has(name))).toEqual([]);
  });

  test("the number formatter's too", () => {
    const signatures =
      pageAt("/docs/constellation/ssf").fences.find(({ under }) => under[0] === "Functions")?.code ?? "";
    const functions = Object.entries(XLSX.SSF).filter(([, value]) => typeof value === "function");
    expect(functions.map(([name]) => name).sort()).toEqual(
      [...signatures.matchAll(/^SSF\.(\w+)\(/gm)].map(([, name]) => name).sort(),
    );
  });
});
