/** A line that stands for any lines, or none. */
export const ANY_LINES = "...";

/** Output as it is compared: lines without trailing space, none empty at the end. */
export function foldOutput(text: string): string[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const folded = lines.map((line) => (line.trim() === ANY_LINES ? ANY_LINES : line.trimEnd()));
  while (folded.at(-1) === "") folded.pop();
  return folded;
}

/** True where folded output is what the page shows. */
export function matchesOutput(expected: readonly string[], actual: readonly string[]): boolean {
  let row = 0;
  let at = 0;
  /** The last `...` and the first line that it does not swallow yet. */
  let wildcard = -1;
  let kept = 0;
  while (at < actual.length) {
    if (row < expected.length && expected[row] === ANY_LINES) {
      wildcard = row;
      kept = at;
      row += 1;
    } else if (row < expected.length && expected[row] === actual[at]) {
      row += 1;
      at += 1;
    } else if (wildcard >= 0) {
      kept += 1;
      at = kept;
      row = wildcard + 1;
    } else return false;
  }
  return expected.slice(row).every((line) => line === ANY_LINES);
}
