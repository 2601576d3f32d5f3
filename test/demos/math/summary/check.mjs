import assert from "node:assert/strict";

export default async function check({ run, library }) {
  const results = async () => library.utils.sheet_to_json(library.readFile("summary.xlsx").Sheets.Summary);
  await run("node", "summary.js", "pres.xlsx");
  const [row, ...more] = await results();
  assert.equal(more.length, 0);
  assert.deepEqual({ ...row, deviation: 0 }, { column: "B", count: 5, mean: 44, deviation: 0, min: 42, max: 46 });
  assert.ok(Math.abs(row.deviation - Math.sqrt(2.5)) < 1e-12);

  // large numbers that differ little, with a gap and a text between
  const column = [1e9 + 4, null, 1e9 + 7, "x", 1e9 + 13, 1e9 + 16].map((value) => [value]);
  library.writeFile(library.utils.book_new(library.utils.aoa_to_sheet(column), "S"), "large.xlsx");
  await run("node", "summary.js", "large.xlsx");
  const [large] = await results();
  assert.equal(large.count, 4);
  assert.ok(Math.abs(large.deviation ** 2 - 30) < 1e-6, String(large.deviation));
}
