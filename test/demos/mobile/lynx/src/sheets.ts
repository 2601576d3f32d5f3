import { read, write, type WorkBook } from "xlsx";

export function saveBook(wb: WorkBook, name: string): void {
  "background only";
  // highlight-next-line
  NativeModules.SheetFiles.save(name, write(wb, { type: "base64", bookType: "xlsx" }));
}

export function loadBook(name: string): Promise<WorkBook> {
  "background only";
  return new Promise((resolve) => {
    // highlight-next-line
    NativeModules.SheetFiles.load(name, (base64) => resolve(read(base64, { type: "base64" })));
  });
}
