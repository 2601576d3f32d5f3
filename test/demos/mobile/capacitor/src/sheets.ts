import { Directory, Filesystem } from "@capacitor/filesystem";
import { read, writeXLSX, type WorkBook } from "xlsx";

const directory = Directory.Documents;

export async function saveBook(wb: WorkBook, path: string): Promise<string> {
  // no encoding: the plugin decodes the Base64 text and writes bytes
  // highlight-next-line
  const data: string = writeXLSX(wb, { type: "base64" });
  const { uri } = await Filesystem.writeFile({ path, data, directory });
  return uri;
}

export async function openBook(path: string): Promise<WorkBook> {
  const { data } = await Filesystem.readFile({ path, directory });
  // in a browser the plugin gives a Blob
  if (typeof data !== "string") return read(await data.arrayBuffer());
  // highlight-next-line
  return read(data, { type: "base64" });
}
