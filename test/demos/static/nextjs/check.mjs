import assert from "node:assert/strict";
import { mkdirSync, renameSync } from "node:fs";

export default async function check({ run, start, freePort, library, presidents }) {
  mkdirSync("data", { recursive: true });
  renameSync("pres.xlsx", "data/pres.xlsx");
  await run("npm", "run", "build");
  const port = await freePort();
  await start("npm", ["start", "--", "--port", String(port)], { ready: /Ready/ });
  const text = async (path) => (await fetch(`http://localhost:${port}${path}`)).text();
  for (const { Name, Index } of presidents) {
    assert.match(await text("/"), new RegExp(`href="/person/${Index}">${Name}</a>`));
    assert.match(await text(`/person/${Index}`), new RegExp(`<h1>${Name}</h1>`));
  }
  assert.equal((await fetch(`http://localhost:${port}/person/1`)).status, 404);
  assert.match(await text("/live"), /<p>5(<!-- -->)? rows<\/p>/);
  const file = await fetch(`http://localhost:${port}/export`);
  const wb = library.read(await file.arrayBuffer());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);
}
