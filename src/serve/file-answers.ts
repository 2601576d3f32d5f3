import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import type { OutputData } from "../build/tasks/output-kinds.ts";
import { type Answer, typeOf } from "../shared/http.ts";
import { readRegularLater } from "../shared/regular-file.ts";

/** The names of files that an address may mean. */
export function fileNames(path: string): readonly string[] {
  if (path === "" || path.endsWith("/")) return [`${path}index.html`];
  return [path, `${path}.html`, `${path}/index.html`];
}

/** A file may have become a link since it was found: what it leads to must still be the site's or a package's. */
export async function fileAnswer(file: string, data: OutputData, root: string): Promise<Answer | undefined> {
  const type = typeOf(file);
  if (typeof data === "string" || data instanceof Uint8Array) return { status: 200, type, body: data };
  try {
    const real = await realpath(data.copyOf);
    const isInside = real.startsWith((await realpath(root)) + sep);
    if (!isInside && !real.includes(`${sep}node_modules${sep}`)) return undefined;
    return { status: 200, type, body: await readRegularLater(real) };
  } catch {
    // Since it was found it has gone, or something that is no file has come in its place.
    return undefined;
  }
}
