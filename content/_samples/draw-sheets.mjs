// Reads the files that recipes keep, for the tables of <BeforeAfter>: node content/_samples/draw-sheets.mjs
// Run it after `docgen check-samples --update`, and commit the result.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const XLSX = require("xlsx");
const { utils } = XLSX;

const FOLDER = fileURLToPath(new URL("../static/samples/docs/cookbook/", import.meta.url));
const RESULT = fileURLToPath(new URL("../components/sheets.json", import.meta.url));
const MAX_ROWS = 8;
const MAX_COLUMNS = 6;
/** Longer texts are cut. */
const MAX_TEXT = 28;
/** An element of a JSON file that is longer than this has several lines. */
const MAX_LINE = 40;
const MAX_LINES = 14;
const MAX_WIDTH = 80;

/** The text of a cell as a spreadsheet program shows it. */
function textOf(cell) {
  const text = String(cell?.w ?? cell?.v ?? "");
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** The first rows and columns of a worksheet. A cell is a text, or a list of its text and its properties. */
function drawSheet(ws, name, hidden) {
  const { s, e } = utils.decode_range(ws["!ref"] ?? "A1");
  const last = { r: Math.min(e.r, s.r + MAX_ROWS - 1), c: Math.min(e.c, s.c + MAX_COLUMNS - 1) };
  const merges = ws["!merges"] ?? [];
  const rows = [];
  for (let r = s.r; r <= last.r; ++r) {
    const row = [];
    for (let c = s.c; c <= last.c; ++c) {
      const merge = merges.find((area) => r >= area.s.r && r <= area.e.r && c >= area.s.c && c <= area.e.c);
      // covered by the merged cell at its upper left corner
      if (merge !== undefined && (merge.s.r !== r || merge.s.c !== c)) {
        row.push(null);
        continue;
      }
      const cell = ws[utils.encode_cell({ r, c })];
      const marks = {
        ...(["n", "d"].includes(cell?.t) && { type: "n" }),
        ...(["b", "e"].includes(cell?.t) && { type: "b" }),
        ...(cell?.f !== undefined && { formula: cell.f }),
        ...(cell?.l !== undefined && { link: true }),
        ...(merge !== undefined && {
          span: [Math.min(merge.e.r, last.r) - r + 1, Math.min(merge.e.c, last.c) - c + 1],
        }),
      };
      row.push(Object.keys(marks).length === 0 ? textOf(cell) : [textOf(cell), marks]);
    }
    rows.push(row);
  }
  const isHidden = (list, from, to) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((index) => list?.[index]?.hidden);
  const hiddenRows = isHidden(ws["!rows"], s.r, last.r);
  const hiddenColumns = isHidden(ws["!cols"], s.c, last.c);
  return {
    name,
    ...(hidden && { hidden: true }),
    left: s.c,
    top: s.r,
    rows,
    ...(e.r > last.r && { moreRows: e.r - last.r }),
    ...(e.c > last.c && { moreColumns: e.c - last.c }),
    ...(hiddenRows.length > 0 && { hiddenRows }),
    ...(hiddenColumns.length > 0 && { hiddenColumns }),
  };
}

/** The first lines of a JSON file; a short element of a list is on one line. */
function drawJson(text) {
  const linesOf = (value) => {
    const short = JSON.stringify(value);
    return short.length <= MAX_LINE ? [short] : JSON.stringify(value, null, 2).split("\n");
  };
  const data = JSON.parse(text);
  const items = Array.isArray(data) ? data.map(linesOf) : [];
  const separated = items.flatMap((lines, index) => {
    return lines.map((line, at) => `  ${line}${at === lines.length - 1 && index < items.length - 1 ? "," : ""}`);
  });
  const lines = Array.isArray(data) ? ["[", ...separated, "]"] : linesOf(data);
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), "…"] : lines;
  const cut = (line) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line);
  return { name: "", text: shown.map(cut) };
}

function drawFile(path) {
  if (path.endsWith(".json")) return [drawJson(readFileSync(FOLDER + path, "utf8"))];
  const isText = path.endsWith(".csv");
  const data = readFileSync(FOLDER + path);
  // A CSV file is drawn as it is written: no text becomes a number or a date.
  const options = isText ? { type: "string", raw: true } : { cellNF: true, cellStyles: true, cellHTML: false };
  const wb = XLSX.read(isText ? data.toString("utf8").replace(/^\ufeff/, "") : data, options);
  return wb.SheetNames.map((name, index) =>
    drawSheet(wb.Sheets[name], isText ? "" : name, wb.Workbook?.Sheets?.[index]?.Hidden),
  );
}

/** The tables of all kept files that are spreadsheets, by their path in the cookbook. */
export function drawSheets() {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const files = paths.filter((path) => /\.(?:xlsx|xls|xlsb|ods|csv|json)$/.test(path)).sort();
  const entries = files.map((path) => `  ${JSON.stringify(path)}: ${JSON.stringify(drawFile(path))}`);
  return `{\n${entries.join(",\n")}\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(RESULT, drawSheets());
