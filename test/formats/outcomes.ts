import type * as XLSX from "xlsx";
import { FORMATS, type Format } from "./book-types.ts";
import { cellAt, plainBook } from "./features/make.ts";
import { library } from "./library.ts";
import { code, grouped } from "./tables.ts";
import { read, write } from "./write.ts";

/** A question with more answers than yes and no: what is written, and what the reader finds there. */
interface Outcome {
  readonly heads: readonly string[];
  readonly cellsOf: (format: Format) => readonly string[];
}

/** What a cell that was read holds, in words. */
function inWords({ t, v, f, w }: XLSX.CellObject): string {
  const text = Number.isNaN(v) ? "NaN" : JSON.stringify(v ?? null);
  const value = t === "e" ? `the error ${code(w ?? String(v))}` : code(text);
  const formula = f === undefined ? "" : "formula, ";
  return `${formula}${v === undefined || v === null ? "no value" : value}`;
}

/**
 * Writes a cell and says what comes back to one who sets no options, or the message that was thrown.
 * @param address other than `C2` where the reader would take parts of the text for neighbours (PRN)
 */
function fate(
  cell: () => XLSX.CellObject,
  format: Format,
  say: (found: XLSX.CellObject) => string = inWords,
  address: "A2" | "C2" = "C2",
): string {
  const wb = plainBook((ws) => {
    ws.C1 = { t: "s", v: "More" };
    ws[address] = cell();
    ws["!ref"] = "A1:C3";
  });
  let bytes: Buffer;
  try {
    bytes = write(wb, format);
  } catch (error) {
    return `throws ${code((error as Error).message)}`;
  }
  const found = cellAt(library.read(Buffer.from(bytes), { ...format.readOptions }), address);
  return found === undefined ? "no cell" : say(found);
}

export const OUTCOMES = {
  "invalid dates": {
    heads: ["What the writer does, or what is read back"],
    cellsOf: (format) => [fate(() => ({ t: "d", v: new Date(Number.NaN), z: "yyyy-mm-dd" }), format)],
  },
  "formulae without a result": {
    heads: ['`{t: "n", v: 0, f}`', '`{t: "z", f}`', '`{t: "n", f}`'],
    cellsOf: (format) => [
      fate(() => ({ t: "n", v: 0, f: "B2*2" }), format),
      fate(() => ({ t: "z", f: "B2*2" }), format),
      fate(() => ({ t: "n", f: "B2*2" }), format),
    ],
  },
  "long text": {
    heads: ["Characters kept, of 40,000"],
    cellsOf: (format) => [
      fate(
        () => ({ t: "s", v: "x".repeat(40_000) }),
        format,
        ({ v }) => String(v).length.toLocaleString("en-US"),
        "A2",
      ),
    ],
  },
} satisfies Record<string, Outcome>;

export const outcomeTable = ({ heads, cellsOf }: Outcome) => grouped(heads, cellsOf);

/** The edges at which formats end. */
const ROWS = [8192, 16384, 65536, 1_048_576];
const COLUMNS = [256, 1000, 16384];
/** Families whose files have edges. Files of the others are text, to which writers add rows and columns without end. */
const BOUNDED = new Set(["xlsx", "xlsb", "xls", "biff", "numbers", "lotus"]);

/** Where a number comes back from that stood at an address, after another one: there, nowhere or elsewhere. */
function placeOf(address: string, first: string, format: Format): string | undefined {
  const ws: XLSX.WorkSheet = { "!ref": `${first}:${address}`, [first]: { t: "n", v: 1 }, [address]: { t: "n", v: 7 } };
  const { Sheets, SheetNames } = read(write({ SheetNames: ["S"], Sheets: { S: ws } }, format));
  const cells = Object.entries(Sheets[SheetNames[0] ?? ""] ?? {});
  return cells.find(([key, cell]) => key[0] !== "!" && cell.v === 7)?.[0];
}

/** The last edge within which a cell keeps its place, and what becomes of one beyond it, right after that at the edge. */
function edgeOf(edges: readonly number[], addressOf: (at: number) => string, format: Format): [string, string] {
  for (const edge of edges) {
    const place = placeOf(addressOf(edge + 1), addressOf(edge), format);
    if (place === addressOf(edge + 1)) continue;
    return [edge.toLocaleString("en-US"), place === undefined ? "left out" : `moves to ${code(place)}`];
  }
  return ["", "written"];
}

/** Rows and columns of the formats that have edges. NUMBERS takes long for many rows: its edge is what its writer prints. */
export function limitsTable(): string {
  return grouped(
    ["Columns", "A cell in the next column", "Rows", "A cell in the next row"],
    (format) => [
      ...edgeOf(COLUMNS, (column) => `${library.utils.encode_col(column - 1)}1`, format),
      ...(format.family === "numbers" ? ["1,000,000", "left out"] : edgeOf(ROWS, (row) => `A${row}`, format)),
    ],
    { among: FORMATS.filter(({ family }) => BOUNDED.has(family)) },
  );
}
