import { open, save } from "@tauri-apps/plugin-dialog";
import { readFile, writeFile } from "@tauri-apps/plugin-fs";
import { read, write, type BookType, type WorkBook } from "xlsx";

// with cellHTML, the default, markup of a file would run in the page
const options = { cellNF: true, cellStyles: true, xlfn: true, cellHTML: false };
const extensions = ["xlsx", "xlsb", "xls", "ods", "numbers", "csv"];
const filters = [{ name: "Spreadsheets", extensions }];

export async function openBook(): Promise<WorkBook | null> {
  const path = await open({ filters });
  if (path === null) return null;
  // highlight-next-line
  return read(await readFile(path), { ...options });
}

export async function saveBook(wb: WorkBook, bookType: BookType): Promise<string | null> {
  const path = await save({ defaultPath: "sheetjs." + bookType });
  if (path === null) return null;
  // highlight-next-line
  await writeFile(path, new Uint8Array(write(wb, { type: "array", bookType })));
  return path;
}
