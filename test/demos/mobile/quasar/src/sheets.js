import { read, write } from "xlsx";

// file: from q-file
export async function openBook(file) {
  // highlight-next-line
  return read(await file.arrayBuffer(), { cellNF: true, cellStyles: true, xlfn: true });
}

export function saveBook(wb, name) {
  // highlight-next-line
  const blob = new Blob([write(wb, { type: "array", bookType: "xlsx" })]);
  const { cordova } = window;
  // iOS has the first one, Android the second
  const folder = cordova.file.documentsDirectory || cordova.file.externalDataDirectory;
  return new Promise((resolve, reject) => {
    window.resolveLocalFileSystemURL(folder, (directory) => {
      directory.getFile(name, { create: true }, (entry) => {
        entry.createWriter((writer) => {
          // not onwriteend, which also follows an error
          writer.onwrite = () => resolve(entry.toURL());
          writer.onerror = () => reject(writer.error);
          writer.write(blob);
        }, reject);
      }, reject);
    }, reject);
  });
}
