import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

// Debian's Python, which has Debian's Pandas
const PYTHON = "/usr/bin/python3";

export default async function check({ run, library, presidents }) {
  const lines = (await run(PYTHON, "frames.py")).trimEnd().split("\n");
  assert.deepEqual(lines.slice(0, 2), ["           Name  Index", "0  Bill Clinton   42.0"]);
  assert.deepEqual(lines.slice(-2), ["44.0", "Joseph Biden"]);
  const { Sheets } = library.read(readFileSync("sorted.xlsb"));
  const rows = library.utils.sheet_to_json(Sheets.Sheet1);
  assert.deepEqual(
    rows.map((row) => ({ ...row, Index: Math.round(row.Index) })),
    presidents.toReversed(),
  );
  return { pandas: (await run(PYTHON, "-c", "import pandas; print(pandas.__version__)")).trim() };
}
