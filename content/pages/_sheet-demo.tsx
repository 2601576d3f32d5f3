import { hasReaderFile, useUrl } from "docgen/theme";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type * as Files from "./_sheet-file.ts";
import type { Outcome, Row, Shown } from "./_sheet-file.ts";

type Job = (files: typeof Files) => Promise<Outcome | undefined>;

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
  text: "Sample data. Open or drop your own file: it never leaves this tab.",
};
const NOT_LOADED: Outcome = { error: "The library did not load. Check your connection.", canRetry: true };

/** Number of rows that are shown. */
const MAX_ROWS = 200;
const MAX_COLUMNS = 26;
/** Texts longer than this are cut in their cell, and shown in full above the grid when they are selected. */
const MAX_TEXT = 28;

/** Id of the file picker, for labels elsewhere on the page. */
export const PICKER = "sheet-file";

/**
 * Drop, pick or take a sheet; see it as a grid; download it as XLSX or CSV. All in the browser: what reads files is only
 * called by handlers of elements in this function, so that docgen knows that a build doesn't run it.
 */
export function SheetDemo(): ReactNode {
  const url = useUrl();
  const [shown, setShown] = useState(SAMPLE);
  const [status, setStatus] = useState(IDLE);
  const [hasKept, setKept] = useState(false);
  /** Whether the reader has chosen what is shown: a file that was kept before must not replace it. */
  const hasChosen = useRef(false);
  const [selected, setSelected] = useState({ row: 0, column: 0 });
  const [isOver, setOver] = useState(false);

  /** Runs a job: shows a message while it runs, then its result, or its error with a button that repeats it. */
  const work = async (text: string, job: Job) => {
    setStatus({ kind: "busy", text });
    const outcome = await import("./_sheet-file.ts").then(job).catch(() => NOT_LOADED);
    if (outcome === undefined) return setStatus((status) => (status.text === text ? IDLE : status));
    if ("error" in outcome) {
      const retry = () => work(text, job);
      return setStatus({ kind: "error", text: outcome.error, ...(outcome.canRetry && { retry }) });
    }
    setStatus({ kind: "idle", text: outcome.text });
    if (outcome.shown === undefined) return;
    setShown(outcome.shown);
    setSelected({ row: 0, column: 0 });
    const { isKept } = outcome;
    if (isKept !== undefined) setKept(isKept);
  };
  /** Runs a job that the reader has asked for. */
  const choose = (text: string, job: Job) => {
    hasChosen.current = true;
    void work(text, job);
  };
  const open = (file: File) => choose(`Reading ${file.name}…`, (files) => files.openFile(file));
  const save = (type: "xlsx" | "csv") => void work("Writing…", (files) => files.saveSheet(shown, type));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is interactive
  useEffect(() => {
    if (!hasReaderFile()) return;
    void work("Reading your file…", async (files) => {
      const outcome = await files.openKeptFile();
      return hasChosen.current ? undefined : outcome;
    });
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) open(file);
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
        <span className="sheet-actions">
          <input
            id={PICKER}
            className="visually-hidden"
            type="file"
            aria-label="Spreadsheet file"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file !== undefined) open(file);
            }}
          />
          <label htmlFor={PICKER} className="button">
            Open a file
          </label>
          <button
            type="button"
            className="button"
            onClick={() => choose("Loading the sample…", (files) => files.openSample(url("/files/pres.xlsx")))}
          >
            Sample
          </button>
          {hasKept && (
            <button
              type="button"
              className="button"
              onClick={() => choose("Forgetting the file…", (files) => files.forgetFile(SAMPLE))}
            >
              Forget file
            </button>
          )}
        </span>
      </div>
      <p className="sheet-cell">
        <span>{`${columnName(selected.column)}${selected.row + 1}`}</span>
        {format(shown.rows[selected.row]?.[selected.column])}
      </p>
      <Grid rows={shown.rows} onSelect={setSelected} />
      <div className="sheet-bar">
        <span className="sheet-tab">{shown.sheet}</span>
        <span className="sheet-actions">
          <button type="button" className="button" onClick={() => save("xlsx")}>
            Download XLSX
          </button>
          <button type="button" className="button" onClick={() => save("csv")}>
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

/** A cell's row and column, from 0. */
interface Position {
  readonly row: number;
  readonly column: number;
}

interface GridProps {
  readonly rows: readonly Row[];
  readonly onSelect: (position: Position) => void;
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
                <Cell key={column} value={row[at]} onSelect={() => onSelect({ row: index, column: at })} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  readonly value: unknown;
  readonly onSelect: () => void;
}

/** A cell; a long text is a button that shows it in full, also for the keyboard: other texts are shown as a whole. */
function Cell({ value, onSelect }: CellProps): ReactNode {
  const text = format(value);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what a click on a short text shows is in the cell already
    <td className={typeof value === "number" ? "number" : undefined} onClick={onSelect}>
      {text.length <= MAX_TEXT ? (
        text
      ) : (
        <button type="button" title="Show full text">
          {`${text.slice(0, MAX_TEXT)}…`}
        </button>
      )}
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
