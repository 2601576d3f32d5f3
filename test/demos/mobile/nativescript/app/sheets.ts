import { File, isIOS, knownFolders, path } from "@nativescript/core";
import { read, write, type WorkBook } from "xlsx";

// classes of the platforms
declare const NSData: any;
declare const android: any;

/** NSData or byte array to Base64 */
function encode(native: any): string {
  if (isIOS) return native.base64EncodedStringWithOptions(0);
  return android.util.Base64.encodeToString(native, android.util.Base64.NO_WRAP);
}

/** Base64 to NSData or byte array */
function decode(base64: string): any {
  if (isIOS) return NSData.alloc().initWithBase64EncodedStringOptions(base64, 0);
  return android.util.Base64.decode(base64, android.util.Base64.DEFAULT);
}

export async function openBook(name: string): Promise<WorkBook> {
  const file = File.fromPath(path.join(knownFolders.documents().path, name));
  // highlight-next-line
  return read(encode(await file.read()), { type: "base64" });
}

export async function saveBook(wb: WorkBook, name: string): Promise<string> {
  const file = File.fromPath(path.join(knownFolders.documents().path, name));
  // highlight-next-line
  await file.write(decode(write(wb, { type: "base64", bookType: "xlsx" })));
  return file.path;
}

export async function downloadBook(url: string): Promise<WorkBook> {
  const res = await fetch(url);
  if (!res.ok) throw new Error("HTTP " + res.status);
  // highlight-next-line
  return read(await res.arrayBuffer());
}
