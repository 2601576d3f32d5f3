import { pathToFileURL } from "node:url";
import type { SourcePosition } from "../markdown/document.ts";

/** What Node says about the end of a program. */
export interface Trace {
  readonly stack: string;
  readonly stderr: string;
}

/**
 * Finds the place on the page that an error comes from: the topmost frame in the sample or in a file of its
 * page; else the line that Node prints above a syntax error; else the line that imports what is missing.
 *
 * @param folder where the program ran
 * @param placeOf gives the page's place for one in a file of that folder; undefined for other files
 */
export function locateError(
  { stack, stderr }: Trace,
  folder: string,
  placeOf: (file: string, line: number, column: number) => SourcePosition | undefined,
): SourcePosition | undefined {
  const prefixes = [folder, pathToFileURL(folder).href].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const file = `(?:${prefixes.join("|")})[\\\\/]([^:\\n)]+)`;
  for (const [, name = "", line, column] of stack.matchAll(new RegExp(`${file}:(\\d+):(\\d+)`, "g"))) {
    const place = placeOf(name, Number(line), Number(column));
    if (place !== undefined) return place;
  }
  for (const text of [stack, stderr]) {
    const [, name = "", line, , before = ""] = new RegExp(`${file}:(\\d+)\\n(.*)\\n( *)\\^`).exec(text) ?? [];
    const place = name === "" ? undefined : placeOf(name, Number(line), before.length + 1);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Offset of the import that asks for a missing module, by the name that Node's message has in quotes. */
export function findMissingImport(message: string, source: string): number | undefined {
  const missing = /^(?:Cannot find (?:package|module)|Package subpath) '([^']+)'/.exec(message)?.[1];
  if (missing === undefined) return undefined;
  const name = missing.split(/[\\/]/).at(-1) ?? missing;
  const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(["'])(?:[^"'\\n]*/)?${escaped}(?:/[^"'\\n]*)?\\1`).exec(source)?.index;
}
