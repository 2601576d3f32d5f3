import type { ReaderFile } from "./reader-file.ts";

/** Loads the file that the reader gives to the samples of the site: few pages need it. Browsers only. */
export async function loadReaderFile(): Promise<ReaderFile> {
  return (await import("./reader-file.ts")).readerFile;
}
