import { READER_FILE_KEY } from "../shared/constants.ts";
import type { ReaderFile } from "./reader-file.ts";
import { readStored } from "./storage.ts";

/** Whether the reader has given a file on this page or an earlier one of the tab. Browsers only. */
export function hasReaderFile(): boolean {
  return readStored("sessionStorage", READER_FILE_KEY) !== undefined;
}

/** Loads the file that the reader gives to the samples of the site: few pages need it. Browsers only. */
export async function loadReaderFile(): Promise<ReaderFile> {
  return (await import("./reader-file.ts")).readerFile;
}
