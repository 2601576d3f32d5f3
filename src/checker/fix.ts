import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LinkFinding } from "../links/use.ts";
import { groupBy } from "../shared/group-by.ts";
import { locateTarget } from "./locate-target.ts";

/** A file with rewritten links. */
export interface FixedFile {
  readonly path: string;
  /** Lines before and after. */
  readonly lines: readonly { readonly line: number; readonly before: string; readonly after: string }[];
}

/** A replacement in a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces link targets that have an unambiguous fix. @returns the rewritten files, and the findings that they fix */
export async function applyFixes(root: string, findings: readonly LinkFinding[]) {
  const fixable = findings.filter(({ fix }) => fix !== undefined);
  const byPath = groupBy(fixable, ({ path }) => path);
  const files: FixedFile[] = [];
  const done = new Set<LinkFinding>();
  for (const [path, own] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const source = await readFile(join(root, path), "utf8");
    const { edits, settled } = editsOf(source, own);
    if (edits.length === 0) continue;
    const fixed = edits.reduceRight(
      (text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end),
      source,
    );
    await writeFile(join(root, path), fixed);
    files.push({ path, lines: changedLines(source, fixed) });
    for (const finding of settled) done.add(finding);
  }
  return { files, done };
}

/**
 * The edits of a file, in order. If two findings suggest different fixes for a link, the first one is applied, and the
 * other is left for the next run.
 */
function editsOf(source: string, findings: readonly LinkFinding[]): { edits: Edit[]; settled: LinkFinding[] } {
  const edits = new Map<number, Edit>();
  const settled: LinkFinding[] = [];
  const seen = new Map<string, number>();
  for (const finding of findings) {
    const { line, column, target, fix = "" } = finding;
    // A link is reported once for each locale and version that shows its page.
    const key = `${line}:${column}:${target}`;
    const start = seen.get(key) ?? locateTarget(source, finding, (offset) => edits.has(offset));
    if (start === undefined) continue;
    seen.set(key, start);
    const known = edits.get(start);
    if (known === undefined) edits.set(start, { start, end: start + target.length, text: fix });
    if (known === undefined || known.text === fix) settled.push(finding);
  }
  return { edits: [...edits.values()].sort((a, b) => a.start - b.start), settled };
}

function changedLines(source: string, fixed: string): FixedFile["lines"] {
  const after = fixed.split("\n");
  return source.split("\n").flatMap((before, index) => {
    const now = after[index] ?? "";
    return before === now ? [] : [{ line: index + 1, before, after: now }];
  });
}
