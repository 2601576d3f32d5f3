import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { PROJECT } from "../helpers/docgen.ts";
import { readPages } from "./pages.ts";

// `sheet_to_html` takes the HTML of rich text from the file. A sample that puts a file of its user into its page as an
// editable table must leave that HTML out, or the file runs scripts there.

const TO_PAGE = /innerHTML|@html/;
const EDITABLE = /editable: true/;

/** Sources of a demo: what it reads and what it shows can stand in two files. */
function demos(): { name: string; code: string }[] {
  const root = join(PROJECT, "test/demos");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.(js|jsx|ts|tsx|html|svelte|vue)$/.test(name) && !name.includes("node_modules"));
  const folderOf = (name: string) => name.split("/").slice(0, 2).join("/");
  return [...new Set(files.map(folderOf))].map((folder) => ({
    name: folder,
    code: files
      .filter((name) => folderOf(name) === folder)
      .map((name) => readFileSync(join(root, name), "utf8"))
      .join("\n"),
  }));
}

const samples = [
  ...demos(),
  ...readPages().flatMap(({ path, fences }) => fences.map(({ code, line }) => ({ name: `${path}:${line}`, code }))),
];
// The page of this demo shows rows of its own; its servers read files.
const OWN_ROWS = "net/upload";
const editable = samples.filter(
  ({ name, code }) => name !== OWN_ROWS && EDITABLE.test(code) && TO_PAGE.test(code) && /\bread\(/.test(code),
);

/** A workbook whose only cell is rich text with a tag in it, and with a link and a format that hold markup, too. */
function hostile(): Uint8Array {
  const ws = XLSX.utils.aoa_to_sheet([["PLACE", { t: "n", v: 1, z: '0"><b>"' }]]);
  XLSX.utils.cell_set_hyperlink(ws.A1, "javascript:mark");
  const bytes = XLSX.write(XLSX.utils.book_new(ws, "S"), { type: "array", bookSST: true });
  const zip = XLSX.CFB.read(new Uint8Array(bytes), { type: "array" });
  const part = XLSX.CFB.find(zip, "/xl/sharedStrings.xml");
  if (part === null) throw new Error("no strings");
  const rich = "<si><r><rPr><b/></rPr><t>&lt;img src=x onerror=mark&gt;</t></r></si>";
  const text = new TextDecoder().decode(new Uint8Array(part.content as number[])).replace(/<si>.*<\/si>/, rich);
  part.content = new TextEncoder().encode(text) as never;
  part.size = (part.content as unknown as Uint8Array).length;
  return XLSX.CFB.write(zip, { type: "array", fileType: "zip" } as never) as unknown as Uint8Array;
}

describe("editable tables of files", () => {
  test("leave the HTML of rich text out, in every sample", () => {
    expect(editable.length).toBeGreaterThan(4);
    expect(editable.filter(({ code }) => !code.includes("cellHTML: false")).map(({ name }) => name)).toEqual([]);
  });

  test.each([
    [{ cellNF: true }, true],
    [{ cellNF: true, cellHTML: false }, false],
  ])("read with %o: markup of the file reaches the page: %s", (options, reaches) => {
    const ws = XLSX.read(hostile(), options).Sheets.S as XLSX.WorkSheet;
    const html = XLSX.utils.sheet_to_html(ws, { editable: true, header: "", footer: "" });
    expect(/<img|<b>|javascript:/.test(html)).toBe(reaches);
  });
});

// Without a charset, browsers read the script in a legacy encoding: its tables, and with them text of files, go wrong.
test("pages in samples that load the script declare UTF-8", () => {
  const pages = samples.filter(
    ({ code }) => /<script src="[^"]*xlsx[^"]*\.min\.js"/.test(code) && /\bXLSX\./.test(code),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter(({ code }) => !/charset="?utf-8/i.test(code)).map(({ name }) => name)).toEqual([]);
});
