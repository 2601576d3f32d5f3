import { accessSync, chmodSync, constants, readFileSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { infoOf } from "./file-info.ts";
import { replaceOwnFile } from "./own-file.ts";

/** A file of the site that docgen has rewritten. */
export interface FixedFile {
  readonly path: string;
  /** Lines before and after. */
  readonly lines: readonly { readonly line: number; readonly before: string; readonly after: string }[];
}

/** Rewrites a file, if it is there and the fix changes it. @param fix keeps the number of lines */
export async function fixFile(root: string, path: string, fix: (source: string) => string): Promise<FixedFile[]> {
  // Texts made from data have no file.
  const source = await readFile(join(root, path), "utf8").catch(() => "");
  const fixed = fix(source);
  if (fixed === source) return [];
  rewriteFile(join(root, path), fixed);
  return [{ path, lines: changedLines(source, fixed) }];
}

/** Replaces a file that the user wrote atomically; its mode and the form of its text stay, and so does a link to it. */
export function rewriteFile(path: string, text: string): void {
  const info = infoOf(path);
  if (info !== undefined) accessSync(path, constants.W_OK);
  const old = info === undefined ? "" : readFileSync(path, "utf8");
  replaceOwnFile(info === undefined ? path : realpathSync(path), inFormOf(old, text));
  if (info !== undefined) chmodSync(path, info.mode);
}

/** A text with the byte order mark, line endings and end of the text that it replaces. Mixed line endings stay mixed. */
export function inFormOf(old: string, text: string): string {
  const mark = old.startsWith("\uFEFF") && !text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const lines = /\r\n/.test(old) && !/(?<!\r)\n/.test(old) ? text.replace(/\r?\n/g, "\r\n") : text;
  return mark + (old === "" || old.endsWith("\n") ? lines : lines.replace(/[\r\n]+$/, ""));
}

/** The lines that differ between two texts with the same number of lines. */
function changedLines(source: string, fixed: string): FixedFile["lines"] {
  const after = fixed.split("\n");
  return source.split("\n").flatMap((before, index) => {
    const now = after[index] ?? "";
    return before === now ? [] : [{ line: index + 1, before, after: now }];
  });
}
