import { loadScripts, useUrl } from "docgen/theme";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import type * as Library from "xlsx";

type Row = readonly unknown[];

/** What the grid shows. */
interface Shown {
  readonly name: string;
  readonly sheet: string;
  readonly rows: readonly Row[];
}

const SAMPLE: Shown = {
  name: "orders.xlsx",
  sheet: "Orders",
  rows: [
    ["Date", "Item", "Pieces", "Price", "Total"],
    ["2025-03-03", "Notebook", 12, 3.5, 42],
    ["2025-03-03", "Pencil", 40, 0.8, 32],
    ["2025-03-05", "Ruler", 6, 2.25, 13.5],
    ["2025-03-09", "Eraser", 25, 0.6, 15],
    ["2025-03-12", "Binder", 8, 4.9, 39.2],
    ["2025-03-14", "Stapler", 3, 11.5, 34.5],
  ],
};

const MAX_ROWS = 200;
const MAX_COLUMNS = 26;

/** Drop, pick or take a sheet; see it as a grid; download it as XLSX or CSV. All in the browser. */
export function SheetDemo(): ReactNode {
  const url = useUrl();
  const picker = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(SAMPLE);
  const [status, setStatus] = useState("This is a sample. Drop a file of your own on it.");
  const [isOver, setOver] = useState(false);

  const open = async (file: Blob, name: string) => {
    try {
      const XLSX = await loadLibrary();
      const wb = XLSX.read(await file.arrayBuffer(), { dense: true, cellDates: true, UTC: true });
      const sheet = wb.SheetNames[0] ?? "";
      const rows = XLSX.utils.sheet_to_json<Row>(wb.Sheets[sheet] ?? {}, { header: 1, defval: "", UTC: true });
      setShown({ name, sheet, rows });
      const more = rows.length > MAX_ROWS ? `, the first ${MAX_ROWS} shown` : "";
      setStatus(`Read in your browser: ${rows.length} rows${more}. Nothing was uploaded.`);
    } catch (error) {
      setStatus(`${name} could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const download = async (bookType: "xlsx" | "csv") => {
    try {
      const XLSX = await loadLibrary();
      const ws = XLSX.utils.aoa_to_sheet(shown.rows.map((row) => [...row]));
      const wb = XLSX.utils.book_new(ws, shown.sheet.slice(0, 31) || "Sheet1");
      XLSX.writeFile(wb, `${shown.name.replace(/\.\w+$/, "")}.${bookType}`, { bookType, compression: true });
      setStatus(`Written as ${bookType.toUpperCase()} in your browser.`);
    } catch (error) {
      setStatus(error instanceof Error ? error.message : String(error));
    }
  };
  const takeSample = async () => {
    try {
      const response = await fetch(url("/files/pres.xlsx"));
      if (!response.ok) throw new Error(`status ${response.status}`);
      await open(await response.blob(), "pres.xlsx");
    } catch (error) {
      setStatus(`The sample could not be fetched: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) void open(file, file.name);
  };

  return (
    <div
      className={isOver ? "sheet over" : "sheet"}
      role="group"
      aria-label="Try it"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="sheet-bar">
        <strong>{shown.name}</strong>
        <span className="sheet-actions">
          <button type="button" className="button" onClick={() => picker.current?.click()}>
            Open a file
          </button>
          <button type="button" className="button" onClick={() => void takeSample()}>
            Sample
          </button>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="Spreadsheet file"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file !== undefined) void open(file, file.name);
              event.target.value = "";
            }}
          />
        </span>
      </div>
      <Grid rows={shown.rows} />
      <div className="sheet-bar">
        <span className="sheet-tab">{shown.sheet}</span>
        <span className="sheet-actions">
          <button type="button" className="button" onClick={() => void download("xlsx")}>
            Download XLSX
          </button>
          <button type="button" className="button" onClick={() => void download("csv")}>
            Download CSV
          </button>
        </span>
      </div>
      <p className="sheet-status" role="status">
        {status}
      </p>
    </div>
  );
}

function Grid({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const shown = rows.slice(0, MAX_ROWS);
  const width = Math.max(5, Math.min(MAX_COLUMNS, ...[shown.reduce((most, row) => Math.max(most, row.length), 0)]));
  const columns = Array.from({ length: width }, (_, index) => String.fromCharCode(65 + index));
  return (
    <section className="sheet-grid" tabIndex={0} aria-label="Cells">
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their number
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              {columns.map((column, at) => (
                <td key={column} className={typeof row[at] === "number" ? "number" : undefined}>
                  {format(row[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function format(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return value === null || value === undefined ? "" : String(value);
}

/** The library is heavy: it is loaded when a reader first wants something of it. */
async function loadLibrary(): Promise<typeof Library> {
  const loaded = () => (globalThis as { XLSX?: typeof Library }).XLSX;
  const present = loaded();
  if (present !== undefined) return present;
  await loadScripts("xlsx");
  const library = loaded();
  if (library === undefined) throw new Error("The library could not be started.");
  return library;
}
