import { read, write } from "xlsx";

// keeps number formats, column widths and newer functions for the saved file
const options = { cellNF: true, cellStyles: true, xlfn: true };

// file: from q-file
export async function openBook(file) {
  // highlight-next-line
  return read(await file.arrayBuffer(), options);
}

export function saveBook(wb, name) {
  // highlight-next-line
  const blob = new Blob([write(wb, { type: "array", bookType: "xlsx" })]);
  const { documentsDirectory, externalDataDirectory } = window.cordova.file;
  // iOS has the first one, Android the second
  const folder = documentsDirectory || externalDataDirectory;
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
