/** Maximum number of lines of a page with all that it includes. */
export const MAX_LINES = 200_000;

/** A line of an included file, numbered from 1. */
export interface FileLine {
  readonly text: string;
  readonly line: number;
}

/** The lines of a file or of a region, without their common indentation; undefined if there is no such region. */
export function includedLines(source: string, region: string | undefined): readonly FileLine[] | undefined {
  const lines = region === undefined ? shownLines(source, 1) : regionOf(source, region);
  if (lines === undefined) return undefined;
  const indents = lines.filter(({ text }) => text.trim() !== "").map(({ text }) => text.search(/[^ \t]/));
  const shared = indents.reduce((least, indent) => Math.min(least, indent), 1000);
  return lines.map(({ text, line }) => ({ text: text.slice(shared), line }));
}

/** Lines between `#region name` and `#endregion` (as in VS Code, in any comment), without inner markers. */
function regionOf(source: string, name: string): readonly FileLine[] | undefined {
  const lines = source.split("\n");
  const start = lines.findIndex((line) => regionName(line) === name);
  if (start < 0) return undefined;
  let depth = 0;
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (regionName(line) !== undefined) depth += 1;
    if (!isRegionEnd(line)) continue;
    if (depth === 0) return shownLines(lines.slice(start + 1, index).join("\n"), start + 2);
    depth -= 1;
  }
  return undefined;
}

/** The lines of a text without region markers and without a trailing empty line; one more than the maximum at most. */
function shownLines(text: string, firstLine: number): readonly FileLine[] {
  return text
    .replace(/\n$/, "")
    .split("\n", MAX_LINES + 1)
    .map((line, index) => ({ text: line, line: firstLine + index }))
    .filter((line) => regionName(line.text) === undefined && !isRegionEnd(line.text));
}

function isRegionEnd(line: string): boolean {
  return /#endregion\b/.test(line);
}

/** The names of the regions in a file. */
export function regionNames(source: string): string[] {
  return source.split("\n").flatMap((line) => regionName(line) ?? []);
}

function regionName(line: string): string | undefined {
  return /#region\s+([\w-]+)/.exec(line)?.[1];
}
