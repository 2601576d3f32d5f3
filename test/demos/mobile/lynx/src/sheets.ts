import { read, write, type WorkBook } from "xlsx";

export function saveBook(wb: WorkBook, name: string): void {
  "background only";
  // highlight-next-line
  const base64 = write(wb, { type: "base64", bookType: "xlsx" });
  NativeModules.SheetFiles.save(name, base64);
}

export function loadBook(name: string): Promise<WorkBook> {
  "background only";
  return new Promise((resolve) => {
    NativeModules.SheetFiles.load(name, (base64) => {
      // highlight-next-line
      resolve(read(base64, { type: "base64" }));
    });
  });
}
