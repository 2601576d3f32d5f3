import type { LinkFinding } from "../links/use.ts";
import { type FixedFile, fixFile } from "../shared/fixed-file.ts";
import { groupBy } from "../shared/group-by.ts";
import { locateTarget } from "./locate-target.ts";

/** Replaces link targets that have an unambiguous fix. @returns the rewritten files */
export async function applyFixes(root: string, findings: readonly LinkFinding[]): Promise<FixedFile[]> {
  // A link may take its address from a definition in another file.
  const byPath = groupBy(findings, ({ path, address, fix }) => (fix === undefined ? "" : (address?.path ?? path)));
  const files: FixedFile[] = [];
  for (const [path, inFile] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path !== "") files.push(...(await fixFile(root, path, (source) => fixed(source, inFile))));
  }
  return files;
}

/** A text with its links fixed. If findings suggest different fixes for an address, the first one is applied. */
function fixed(source: string, findings: readonly LinkFinding[]): string {
  const edits = new Map<number, LinkFinding>();
  for (const finding of findings) {
    for (const start of locateTarget(source, finding)) if (!edits.has(start)) edits.set(start, finding);
  }
  const fromEnd = [...edits].sort(([a], [b]) => b - a);
  return fromEnd.reduce((text, [start, { target, fix = "" }]) => {
    return text.slice(0, start) + fix + text.slice(start + target.length);
  }, source);
}
