import type * as XLSX from "xlsx";
import NUMBERS_TEMPLATE from "xlsx/dist/xlsx.zahl";
import type { Format } from "./book-types.ts";
import { library } from "./library.ts";

/** Writes what is asked for, with the template that NUMBERS needs. */
export function write(
  wb: XLSX.WorkBook,
  { bookType }: Pick<Format, "bookType">,
  options: XLSX.WritingOptions = {},
): Buffer {
  const type = bookType as XLSX.BookType;
  return Buffer.from(library.write(wb, { numbers: NUMBERS_TEMPLATE, ...options, bookType: type, type: "buffer" }));
}

/** Reads a copy: the reader of Lotus files keeps its place in the `Buffer` that it gets. */
export function read(bytes: Buffer, options: XLSX.ParsingOptions = {}): XLSX.WorkBook {
  return library.read(Buffer.from(bytes), { cellStyles: true, cellNF: true, bookVBA: true, ...options });
}
