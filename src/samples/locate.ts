import { pathToFileURL } from "node:url";
import type { SourcePosition } from "../markdown/document.ts";
import { escapePattern } from "../shared/text.ts";

/** Node's error output. */
export interface ErrorOutput {
  readonly stack: string;
  readonly stderr: string;
}

/**
 * Finds the position of an error on the page: the topmost stack frame in the sample or in a file of its page, or the
 * line that Node prints above a syntax error.
 *
 * @param folder where the program ran
 * @param placeOf converts a position in a file of that folder; returns undefined for other files
 */
export function locateError(
  { stack, stderr }: ErrorOutput,
  folder: string,
  placeOf: (file: string, line: number, column: number) => SourcePosition | undefined,
): SourcePosition | undefined {
  const prefixes = [folder, pathToFileURL(folder).href].map(escapePattern);
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

/** Offset of the import of a missing module, which Node's message quotes. */
export function findMissingImport(message: string, source: string): number | undefined {
  const missing = /^(?:Cannot find (?:package|module)|Package subpath) '([^']+)'/.exec(message)?.[1];
  if (missing === undefined) return undefined;
  const name = missing.split(/[\\/]/).at(-1) ?? missing;
  return new RegExp(`(["'])(?:[^"'\\n]*/)?${escapePattern(name)}(?:/[^"'\\n]*)?\\1`).exec(source)?.index;
}
