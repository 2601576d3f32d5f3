import { loadReaderFile, loadScripts, type ReaderFile, useUrl } from "docgen/theme";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type * as Library from "xlsx";

type Row = readonly unknown[];

/** What the grid shows. */
interface Shown {
  readonly name: string;
  readonly sheet: string;
  readonly rows: readonly Row[];
}

/** What is said below the grid; `retry` repeats what failed. */
interface Status {
  readonly kind: "idle" | "busy" | "error";
  readonly text: string;
  readonly retry?: () => Promise<void>;
}

const SAMPLE: Shown = {
  name: "orders.xlsx",
  sheet: "Orders",
  rows: [
    ["Date", "Item", "Pieces", "Price", "Total"],
    ["2025-03-03", "Notebook", 12, 3.5, 42],
    ["2025-03-03", "Pencil", 40, 0.8, 32],
    ["2025-03-09", "Eraser", 25, 0.6, 15],
    ["2025-03-12", "Binder", 8, 4.9, 39.2],
    ["2025-03-14", "Stapler", 3, 11.5, 34.5],
  ],
};

const IDLE: Status = {
  kind: "idle",
  text: "A sample. Open or drop a file of yours: it stays in this tab and is never sent.",
};
/** Said of a file that is kept. */
const SHARED = "In this tab, live samples read it, too.";

const MAX_ROWS = 200;
const MAX_COLUMNS = 26;
/** Texts longer than this are cut in their cell, and shown in full above the grid when they are selected. */
const MAX_TEXT = 28;

/** Id of the file picker, for labels elsewhere on the page. */
export const PICKER = "sheet-file";

/** Drop, pick or take a sheet; see it as a grid; download it as XLSX or CSV. All in the browser. */
export function SheetDemo(): ReactNode {
  const url = useUrl();
  const [shown, setShown] = useState(SAMPLE);
  const [status, setStatus] = useState(IDLE);
  const [hasKept, setKept] = useState(false);
  /** Whether the reader has chosen what is shown: a file that was kept before must not replace it. */
  const hasChosen = useRef(false);
  const [selected, setSelected] = useState({ row: 0, column: 0 });
  const [isOver, setOver] = useState(false);

  /** Loads the library and does a job with it, with a word before and a way to repeat it after a failure. */
  const work = async (text: string, job: (XLSX: typeof Library) => Promise<string | undefined>) => {
    setStatus({ kind: "busy", text });
    const retry = () => work(text, job);
    let XLSX: typeof Library;
    try {
      XLSX = await loadLibrary();
    } catch {
      const failure = "The library did not load. Check your connection.";
      return setStatus({ kind: "error", text: failure, retry });
    }
    // Large files block the page: the message is painted before.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    try {
      const done = await job(XLSX);
      if (done !== undefined) setStatus({ kind: "idle", text: done });
    } catch (error) {
      const isNetwork = error instanceof DownloadError;
      setStatus({ kind: "error", text: messageOf(error), ...(isNetwork ? { retry } : {}) });
    }
  };
  const show = (XLSX: typeof Library, bytes: ArrayBuffer, name: string): string => {
    const next = readSheet(XLSX, bytes, name);
    setShown(next);
    setSelected({ row: 0, column: 0 });
    const { length } = next.rows;
    const more = length > MAX_ROWS ? `, the first ${MAX_ROWS} shown` : "";
    return `Read in your browser: ${length} ${length === 1 ? "row" : "rows"}${more}. Nothing was uploaded.`;
  };
  const open = (file: File) => {
    hasChosen.current = true;
    return work(`Reading ${file.name}…`, async (XLSX) => {
      const text = show(XLSX, await file.arrayBuffer(), file.name);
      return (await keepFile(file)) ? `${text} ${SHARED}` : text;
    });
  };
  const openKept = (file: File) =>
    work(`Reading ${file.name}…`, async (XLSX) => {
      const bytes = await file.arrayBuffer();
      return hasChosen.current ? undefined : `${show(XLSX, bytes, file.name)} ${SHARED}`;
    });
  const takeSample = () => {
    hasChosen.current = true;
    return work("Loading the sample…", async (XLSX) =>
      show(XLSX, await download(url("/files/pres.xlsx")), "pres.xlsx"),
    );
  };
  const forget = async () => {
    (await loadReaderFile()).forget();
    setShown(SAMPLE);
    setStatus({ kind: "idle", text: "The file is forgotten." });
  };
  useKeptFile(setKept, (file) => {
    if (!hasChosen.current) void openKept(file);
  });
  const save = (bookType: "xlsx" | "csv") =>
    work(`Writing ${bookType.toUpperCase()}…`, async (XLSX) => {
      const ws = XLSX.utils.aoa_to_sheet(shown.rows.map((row) => [...row]));
      const wb = XLSX.utils.book_new(ws, shown.sheet.slice(0, 31) || "Sheet1");
      XLSX.writeFile(wb, `${shown.name.replace(/\.\w+$/, "")}.${bookType}`, { bookType, compression: true });
      return `Written as ${bookType.toUpperCase()} in your browser.`;
    });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) void open(file);
  };

  return (
    <div
      className={isOver ? "sheet over" : "sheet"}
      role="group"
      aria-label="Try it"
      aria-busy={status.kind === "busy"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="sheet-bar">
        <strong className="sheet-name">{shown.name}</strong>
        <OpenActions
          onOpen={(file) => void open(file)}
          onSample={() => void takeSample()}
          onForget={hasKept ? () => void forget() : undefined}
        />
      </div>
      <p className="sheet-cell">
        <span>{`${columnName(selected.column)}${selected.row + 1}`}</span>
        {format(shown.rows[selected.row]?.[selected.column])}
      </p>
      <Grid rows={shown.rows} onSelect={(row, column) => setSelected({ row, column })} />
      <div className="sheet-bar">
        <span className="sheet-tab">{shown.sheet}</span>
        <span className="sheet-actions">
          <button type="button" className="button" onClick={() => void save("xlsx")}>
            Download XLSX
          </button>
          <button type="button" className="button" onClick={() => void save("csv")}>
            Download CSV
          </button>
        </span>
      </div>
      <div className="sheet-status" data-kind={status.kind}>
        <p role="status">{status.text}</p>
        {status.retry === undefined ? null : (
          <button type="button" className="button" onClick={() => void status.retry?.()}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

interface OpenActionsProps {
  readonly onOpen: (file: File) => void;
  readonly onSample: () => void;
  /** Undefined if no file is kept. */
  readonly onForget: (() => void) | undefined;
}

function OpenActions({ onOpen, onSample, onForget }: OpenActionsProps): ReactNode {
  return (
    <span className="sheet-actions">
      <input
        id={PICKER}
        className="sheet-picker"
        type="file"
        aria-label="Spreadsheet file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) onOpen(file);
        }}
      />
      <label htmlFor={PICKER} className="button">
        Open a file
      </label>
      <button type="button" className="button" onClick={onSample}>
        Sample
      </button>
      {onForget === undefined ? null : (
        <button type="button" className="button" onClick={onForget}>
          Forget file
        </button>
      )}
    </span>
  );
}

/** Keeps a file for the samples of other pages. @returns whether it is kept: large ones are not */
async function keepFile(file: File): Promise<boolean> {
  try {
    const kept = await loadReaderFile();
    return (await kept.keep(file)) === undefined;
  } catch {
    return false;
  }
}

/** Takes the file that the reader has opened on another page, and tells whether there is one. */
function useKeptFile(tell: (hasKept: boolean) => void, take: (file: File) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is interactive
  useEffect(() => {
    const ending = new AbortController();
    const follow = async (kept: ReaderFile) => {
      if (ending.signal.aborted) return;
      const update = () => tell(kept.name() !== undefined);
      kept.onChange(update, ending.signal);
      update();
      const file = await kept.read();
      if (file !== undefined && !ending.signal.aborted) take(file);
    };
    loadReaderFile().then(follow, (error: unknown) => console.info(`The file is not kept: ${String(error)}`));
    return () => ending.abort();
  }, []);
}

interface GridProps {
  readonly rows: readonly Row[];
  readonly onSelect: (row: number, column: number) => void;
}

function Grid({ rows, onSelect }: GridProps): ReactNode {
  const shown = rows.slice(0, MAX_ROWS);
  const width = Math.max(5, Math.min(MAX_COLUMNS, ...[shown.reduce((most, row) => Math.max(most, row.length), 0)]));
  const columns = Array.from({ length: width }, (_, index) => columnName(index));
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
                <Cell key={column} value={row[at]} onSelect={() => onSelect(index, at)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A cell; a long text is a button that shows it in full. */
function Cell({ value, onSelect }: { readonly value: unknown; readonly onSelect: () => void }): ReactNode {
  const text = format(value);
  if (text.length <= MAX_TEXT) return <td className={typeof value === "number" ? "number" : undefined}>{text}</td>;
  return (
    <td>
      <button type="button" title="Show the whole text" onClick={onSelect}>
        {`${text.slice(0, MAX_TEXT)}…`}
      </button>
    </td>
  );
}

function columnName(index: number): string {
  return String.fromCharCode(65 + index);
}

function format(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return value === null || value === undefined ? "" : String(value);
}

/** A fault of the file itself, told to the reader as it is. */
class FileError extends Error {}

/** The sample could not be fetched. */
class DownloadError extends Error {}

function messageOf(error: unknown): string {
  if (error instanceof FileError || error instanceof DownloadError) return error.message;
  return `That did not work: ${error instanceof Error ? error.message : String(error)}`;
}

/** Reads the first sheet of a file. @throws FileError */
function readSheet(XLSX: typeof Library, bytes: ArrayBuffer, name: string): Shown {
  const noSpreadsheet = `${name} is not a spreadsheet that the library can read.`;
  let wb: Library.WorkBook;
  try {
    wb = XLSX.read(bytes, { dense: true, cellDates: true, UTC: true });
  } catch (error) {
    const isLocked = /password|encrypt/i.test(String(error));
    throw new FileError(isLocked ? `${name} is protected by a password, and can't be opened here.` : noSpreadsheet);
  }
  const [sheet] = wb.SheetNames;
  if (sheet === undefined) throw new FileError(noSpreadsheet);
  const rows = XLSX.utils.sheet_to_json<Row>(wb.Sheets[sheet] ?? {}, { header: 1, defval: "", UTC: true });
  // What has no known beginning is read as text, also pictures and programs.
  const isBinary = rows
    .slice(0, 50)
    .some((row) => row.some((value) => typeof value === "string" && hasControls(value)));
  if (isBinary) throw new FileError(noSpreadsheet);
  return { name, sheet, rows };
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < "\t" || character === "\uFFFD");
}

/** @throws DownloadError */
async function download(address: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.arrayBuffer();
  } catch {
    throw new DownloadError("The sample did not load. Check your connection.");
  }
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
