import { keepLocalCopy, pick, saveDocuments } from "@react-native-documents/picker";
import { Dirs, FileSystem } from "react-native-file-access";
import { read, write, type WorkBook } from "xlsx";

export async function openBook(): Promise<WorkBook> {
  const [file] = await pick();
  const [copy] = await keepLocalCopy({
    files: [{ uri: file.uri, fileName: file.name ?? "file" }],
    destination: "cachesDirectory",
  });
  if (copy.status !== "success") throw new Error(copy.copyError);
  // the address is percent-encoded
  const path = decodeURIComponent(copy.localUri).replace(/^file:\/\//, "");
  // highlight-next-line
  return read(await FileSystem.readFile(path, "base64"), { type: "base64", cellNF: true, cellStyles: true, xlfn: true });
}

export async function saveBook(wb: WorkBook, name: string): Promise<void> {
  const path = Dirs.CacheDir + "/" + name;
  // highlight-next-line
  await FileSystem.writeFile(path, write(wb, { type: "base64", bookType: "xlsx" }), "base64");
  await saveDocuments({ sourceUris: ["file://" + encodeURI(path)], fileName: name, copy: true });
}
