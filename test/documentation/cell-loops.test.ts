import { createRequire } from "node:module";
import { formatWithOptions } from "node:util";
import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { type Fence, type Page, readPages } from "./pages.ts";

const pages = readPages();
const fences = pages.flatMap((page) =>
  page.fences.map((fence, index) => ({ page, fence, next: page.fences[index + 1] })),
);
const isCode = ({ language }: Fence) => ["js", "mjs", "ts", "jsx", "tsx"].includes(language);
const nameOf = (page: Page, fence: Fence) => `${page.path}:${fence.line}`;

/** A loop over the keys of a sheet, or over addresses that it makes. */
const LOOP = /\bforEachCell\(|Object\.(keys|entries|values)\((ws|sheet|worksheet)\)|\[(XLSX\.utils\.)?encode_cell\(/;
const HELPER = /^( *)function forEachCell\(ws, fn\) \{\n[\s\S]*?\n\1\}\n/m;

describe("samples that loop over the cells of a sheet", () => {
  const loops = fences.filter(({ fence }) => isCode(fence) && LOOP.test(fence.code));
  const runnable = loops.filter(({ fence }) => fence.flags.has("run"));

  test("are there", () => expect(runnable.length).toBeGreaterThan(8));

  test("have the same helper in all places", () => {
    const helpers = loops.flatMap(({ page, fence }) => {
      const found = HELPER.exec(fence.code);
      if (found === null) return [];
      const indent = new RegExp(`^${found[1]}`, "gm");
      return [{ at: nameOf(page, fence), text: found[0].replace(indent, "") }];
    });
    const first = helpers.find(({ at }) => at.startsWith("content/docs/csf/general.md"))?.text;
    expect(first).toBeDefined();
    expect(helpers.filter(({ text }) => text !== first).map(({ at }) => at)).toEqual([]);
  });

  test.each(runnable.map((entry) => ({ ...entry, name: nameOf(entry.page, entry.fence) })))(
    "print the same of a dense sheet: $name",
    ({ fence, next }) => {
      const { output, sheets } = runDense(fence.code);
      expect(sheets).toBeGreaterThan(0);
      expect(output).toBe(next?.code);
    },
  );

  test("know dense sheets where they cannot be run here", () => {
    const others = loops.filter((entry) => !runnable.includes(entry));
    const sparseOnly = others.filter(({ fence }) => !/forEachCell\(|"!data"/.test(fence.code));
    expect(sparseOnly.map(({ page, fence }) => nameOf(page, fence))).toEqual([]);
  });
});

describe("samples that copy a cell", () => {
  const cellKeys = (pattern: string) =>
    [...pattern.matchAll(/(?:^|[{,])\s*([tvwz])\s*(?=[:,}]|$)/g)].map(([, key]) => key).sort();
  // `{ t: a.t, v: a.v … }` and `{ t, v … }`; a cell that is made of a value has its type in quotes.
  const copies = (code: string) =>
    [...code.matchAll(/\{[^{}"'`]*\}(?!\)? =>)/g)]
      .map(([text]) => text)
      .filter((text) => (/\bt: \w+\.t\b/.test(text) && /\bv: \w+\.v\b/.test(text)) || /^\{ t, v\b[^:]*\}$/.test(text));

  test("copy its formatted text and its format, too", () => {
    const found = fences
      .filter(({ fence }) => isCode(fence))
      .flatMap(({ page, fence }) => copies(fence.code).map((text) => ({ at: nameOf(page, fence), text })));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ text }) => cellKeys(text).join("") !== "tvwz")).toEqual([]);
  });
});

/** Runs a sample with the library making dense sheets. In the sample `ws.A1` means the cell of this address all the same. */
function runDense(code: string): { output: string; sheets: number } {
  const require = createRequire(import.meta.url);
  let output = "";
  let sheets = 0;
  const named = (ws: XLSX.WorkSheet): XLSX.WorkSheet => {
    sheets += 1;
    const placeOf = (key: string | symbol) =>
      typeof key === "string" && key.startsWith("@") ? XLSX.utils.decode_cell(key.slice(1)) : undefined;
    return new Proxy(ws, {
      get(target, key) {
        const place = placeOf(key);
        return place === undefined ? Reflect.get(target, key) : target["!data"]?.[place.r]?.[place.c];
      },
      set(target, key, value) {
        const place = placeOf(key);
        if (place === undefined) return Reflect.set(target, key, value);
        const rows = target["!data"] as XLSX.CellObject[][];
        const row = rows[place.r] ?? [];
        row[place.c] = value;
        rows[place.r] = row;
        return true;
      },
    });
  };
  const book = (wb: XLSX.WorkBook) => {
    for (const [name, ws] of Object.entries(wb.Sheets)) wb.Sheets[name] = named(ws);
    return wb;
  };
  const { utils } = XLSX;
  const files = new Map<string, unknown>();
  const read = (data: unknown, options?: XLSX.ParsingOptions) => book(XLSX.read(data, { ...options, dense: true }));
  const library = {
    ...XLSX,
    read,
    readFile: (name: string, options?: XLSX.ParsingOptions) => read(files.get(name), options),
    writeFile: (wb: XLSX.WorkBook, name: string) => {
      files.set(name, XLSX.write(wb, { type: "buffer", bookType: name.split(".").pop() as XLSX.BookType }));
    },
    utils: {
      ...utils,
      aoa_to_sheet: (aoa: unknown[][], options?: object) => named(utils.aoa_to_sheet(aoa, { ...options, dense: true })),
      json_to_sheet: (rows: unknown[], options?: object) =>
        named(utils.json_to_sheet(rows, { ...options, dense: true } as XLSX.JSON2SheetOpts)),
      sheet_new: (options?: object) => named(utils.sheet_new({ ...options, dense: true })),
    },
  };
  const log = (...values: unknown[]) => {
    output += `${formatWithOptions({ colors: false }, ...values)}\n`;
  };
  const body = code.replace(/\b([A-Za-z_]\w*)\.([A-Z]{1,3}[1-9]\d*)\b/g, '$1["@$2"]');
  const run = new Function("require", "console", body);
  run((id: string) => (id === "xlsx" ? library : require(id)), { ...console, log });
  return { output, sheets };
}
