import { keepLocalCopy, pick, saveDocuments } from "@react-native-documents/picker";
import { Dirs, FileSystem } from "react-native-file-access";
import { read, write, type WorkBook } from "xlsx";

// keeps number formats, column widths and newer functions for the saved file
const options = { cellNF: true, cellStyles: true, xlfn: true };

export async function openBook(): Promise<WorkBook> {
  const [file] = await pick();
  const [copy] = await keepLocalCopy({
    files: [{ uri: file.uri, fileName: file.name ?? "file" }],
    destination: "cachesDirectory",
  });
  if (copy.status !== "success") throw new Error(copy.copyError);
  // the address is percent-encoded
  const path = decodeURIComponent(copy.localUri).replace(/^file:\/\//, "");
  const base64 = await FileSystem.readFile(path, "base64");
  // highlight-next-line
  return read(base64, { type: "base64", ...options });
}

export async function saveBook(wb: WorkBook, name: string): Promise<void> {
  const path = Dirs.CacheDir + "/" + name;
  // highlight-next-line
  const base64 = write(wb, { type: "base64", bookType: "xlsx" });
  await FileSystem.writeFile(path, base64, "base64");
  const sourceUris = ["file://" + encodeURI(path)];
  await saveDocuments({ sourceUris, fileName: name, copy: true });
}
