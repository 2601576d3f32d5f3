// What the demo does with files: loaded when a reader first opens or saves one.
import { loadReaderFile, loadScripts } from "docgen/theme";
import type * as Library from "xlsx";

export type Row = readonly unknown[];

/** What the grid shows. */
export interface Shown {
  readonly name: string;
  readonly sheet: string;
  readonly rows: readonly Row[];
}

/** What is done, and what is said of it. */
interface Done {
  readonly text: string;
  /** What the grid shows then; absent if that stays. */
  readonly shown?: Shown;
  /** Whether a file of the reader's is the input of live samples, too; absent if that stays as it is. */
  readonly isKept?: boolean;
}

/** The result of a job, or why there is none. */
export type Outcome = Done | { readonly error: string; readonly canRetry: boolean };

/** Number of rows that the grid shows. */
export const MAX_ROWS = 200;

/** Reads a file of the reader's, and keeps it for the samples of other pages. */
export async function openFile(file: File): Promise<Outcome> {
  const { exceededLimit, keep } = await loadReaderFile();
  return show(file, exceededLimit(file), async () => (await keep(file)) === undefined);
}

/** Reads the file that the reader has opened on another page. */
export async function openKeptFile(): Promise<Outcome | undefined> {
  const { exceededLimit, read } = await loadReaderFile();
  const file = await read();
  return file === undefined ? undefined : show(file, exceededLimit(file), () => true);
}

/** @param limit maximum size in megabytes, if the file exceeds it */
async function show(file: File, limit: number | undefined, keep: () => boolean | Promise<boolean>): Promise<Outcome> {
  if (limit !== undefined) return { error: `${file.name} is larger than ${limit} MB.`, canRetry: false };
  return withLibrary(async (XLSX) => {
    const shown = readSheet(XLSX, await file.arrayBuffer(), file.name);
    return doneWith(shown, (await keep()) || undefined);
  });
}

/** @param address of a spreadsheet named `pres.xlsx` */
export function openSample(address: string): Promise<Outcome> {
  return withLibrary(async (XLSX) => doneWith(readSheet(XLSX, await download(address), "pres.xlsx")));
}

/** Writes what is shown to a file of the reader's. */
export function saveSheet({ name, sheet, rows }: Shown, bookType: "xlsx" | "csv"): Promise<Outcome> {
  return withLibrary(async (XLSX) => {
    const ws = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]));
    const wb = XLSX.utils.book_new(ws, toSheetName(sheet));
    XLSX.writeFile(wb, `${name.replace(/\.\w+$/, "")}.${bookType}`, { bookType, compression: true });
    return { text: `${bookType.toUpperCase()} file created in your browser.` };
  });
}

/** A name that the library writes: files of other programs have names that it refuses. */
function toSheetName(text: string): string {
  const name = text
    .replace(/[:\\/?*[\]]/g, "_")
    .slice(0, 31)
    .replace(/^'+|'+$/g, "");
  return name === "" || /^history$/i.test(name) ? "Sheet1" : name;
}

/** Forgets the reader's file. @param shown what the grid shows instead */
export async function forgetFile(shown: Shown): Promise<Outcome> {
  (await loadReaderFile()).forget();
  return { text: "The file is forgotten.", shown, isKept: false };
}

function doneWith(shown: Shown, isKept?: boolean): Done {
  const { length } = shown.rows;
  const more = length > MAX_ROWS ? `, the first ${MAX_ROWS} shown` : "";
  const text = `Read in your browser: ${length.toLocaleString("en")} ${length === 1 ? "row" : "rows"}${more}. Nothing was uploaded.`;
  return isKept === true ? { text: `${text} Live samples in this tab use it, too.`, shown, isKept } : { text, shown };
}

/** Does a job with the library; a fault of the file, or of the network, is told to the reader. */
async function withLibrary(job: (XLSX: typeof Library) => Promise<Done>): Promise<Outcome> {
  const XLSX = await loadLibrary();
  // Large files block the page: the message is painted before.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  try {
    return await job(XLSX);
  } catch (error) {
    return { error: messageOf(error), canRetry: error instanceof DownloadError };
  }
}

/** A fault of the file itself, told to the reader as it is. */
class FileError extends Error {}

/** The sample could not be fetched. */
class DownloadError extends Error {}

function messageOf(error: unknown): string {
  if (error instanceof FileError || error instanceof DownloadError) return error.message;
  return `Something went wrong: ${error instanceof Error ? error.message : String(error)}`;
}

/** Reads the first sheet of a file. @throws FileError */
function readSheet(XLSX: typeof Library, bytes: ArrayBuffer, name: string): Shown {
  if (bytes.byteLength === 0) throw new FileError(`${name} is empty.`);
  const noSpreadsheet = `${name} is not a spreadsheet that the library can read.`;
  let wb: Library.WorkBook;
  try {
    wb = XLSX.read(bytes, { dense: true, cellDates: true, UTC: true });
  } catch (error) {
    const message = String(error);
    const locked = "protected by a password, and can't be opened here.";
    // The ZIP reader finds wrong sizes and marks of encryption in damaged files, and in encrypted ODS files.
    const isUnclear = /compressed size|ZIP encryption/.test(message);
    if (!isUnclear && /password|encrypt/i.test(message)) throw new FileError(`${name} is ${locked}`);
    throw new FileError(isUnclear ? `${name} is damaged, or ${locked}` : noSpreadsheet);
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
