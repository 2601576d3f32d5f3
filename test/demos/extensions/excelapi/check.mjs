import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ run, library }) {
  // bundled for browsers, as the add-in is
  await run("esbuild", "src/functions/functions.js", "--bundle", "--format=esm", "--outfile=out.mjs");
  const dated = library.utils.book_new(
    library.utils.aoa_to_sheet([[new Date(2024, 0, 2)], [{ t: "n", v: 542 / 1440, z: "h:mm" }]]),
    "S",
  );
  const answers = new Map([
    ["https://example.com/pres.numbers", readFileSync("pres.numbers")],
    // ODS gives Date objects, XLSX numbers: Excel takes numbers alone
    ["https://example.com/day.ods", library.write(dated, { type: "buffer", bookType: "ods" })],
    ["https://example.com/day.xlsx", library.write(dated, { type: "buffer", bookType: "xlsx" })],
  ]);
  globalThis.fetch = async (url) => new Response(answers.get(url), { status: answers.has(url) ? 200 : 404 });
  const { version, extern } = await import("./out.mjs");
  assert.equal(version(), library.version);
  const rows = await extern("https://example.com/pres.numbers");
  assert.equal(rows.length, 6, String(rows));
  assert.deepEqual(rows[1], ["Bill Clinton", 42]);
  for (const type of ["ods", "xlsx"]) {
    const [[day], [time]] = await extern(`https://example.com/day.${type}`);
    assert.equal(day, 45293);
    // 9:02, which is read a millisecond early
    assert.equal(Math.round(time * 864e5), 542 * 6e4);
  }
  assert.deepEqual(await extern("https://example.com/none"), [["HTTP 404"]]);
}
