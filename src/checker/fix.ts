import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LinkFinding } from "../links/use.ts";
import { changedLines, type FixedFile } from "../shared/fixed-file.ts";
import { groupBy } from "../shared/group-by.ts";
import { locateTarget } from "./locate-target.ts";

/** A replacement in a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces link targets that have an unambiguous fix. @returns the rewritten files */
export async function applyFixes(root: string, findings: readonly LinkFinding[]): Promise<FixedFile[]> {
  // A link may take its address from a definition in another file.
  const byPath = groupBy(findings, ({ path, address, fix }) => (fix === undefined ? "" : (address?.path ?? path)));
  const files: FixedFile[] = [];
  for (const [path, inFile] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path === "") continue;
    const source = await readFile(join(root, path), "utf8");
    const edits = editsOf(source, inFile);
    if (edits.length === 0) continue;
    const fixed = edits.reduceRight(
      (text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end),
      source,
    );
    await writeFile(join(root, path), fixed);
    files.push({ path, lines: changedLines(source, fixed) });
  }
  return files;
}

/** The edits of a file, in order. If findings suggest different fixes for an address, the first one is applied. */
function editsOf(source: string, findings: readonly LinkFinding[]): Edit[] {
  const edits = new Map<number, Edit>();
  for (const finding of findings) {
    const { target, fix = "" } = finding;
    for (const start of locateTarget(source, finding)) {
      if (!edits.has(start)) edits.set(start, { start, end: start + target.length, text: fix });
    }
  }
  return [...edits.values()].sort((a, b) => a.start - b.start);
}
