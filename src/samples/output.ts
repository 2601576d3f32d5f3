/** A line that matches any number of lines. */
export const ANY_LINES = "...";

/** Normalises output for comparison: no trailing spaces, no empty lines at the end. */
export function normaliseOutput(text: string): string[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const normalised = lines.map((line) => (line.trim() === ANY_LINES ? ANY_LINES : line.trimEnd()));
  while (normalised.at(-1) === "") normalised.pop();
  return normalised;
}

/** Whether normalised output matches the expected lines. */
export function matchesOutput(expected: readonly string[], actual: readonly string[]): boolean {
  let row = 0;
  let at = 0;
  /** Positions of the last `...`, and of the first line that it doesn't match yet. */
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
