import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ run, library }) {
  // bundled for browsers, as the add-in is
  await run("esbuild", "src/functions/functions.js", "--bundle", "--format=esm", "--outfile=out.mjs");
  const answers = new Map([["https://example.com/pres.numbers", readFileSync("pres.numbers")]]);
  globalThis.fetch = async (url) => new Response(answers.get(url), { status: answers.has(url) ? 200 : 404 });
  const { version, extern } = await import("./out.mjs");
  assert.equal(version(), library.version);
  const rows = await extern("https://example.com/pres.numbers");
  assert.equal(rows.length, 6, String(rows));
  assert.deepEqual(rows[1], ["Bill Clinton", 42]);
  assert.deepEqual(await extern("https://example.com/none"), [["HTTP 404"]]);
}
