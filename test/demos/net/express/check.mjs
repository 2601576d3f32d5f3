import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";

export default async function check({ library, presidents, start }) {
  const { url } = await start("node", ["server.js"]);

  const form = new FormData();
  form.append("upload", await openAsBlob("pres.xlsx"), "pres.xlsx");
  const answer = await fetch(`${url}/upload`, { method: "POST", body: form });
  assert.deepEqual(await answer.json(), presidents);

  const file = await fetch(`${url}/download`);
  assert.equal(file.headers.get("content-disposition"), "attachment; filename=plans.xlsx");
  assert.match(file.headers.get("content-type"), /spreadsheetml\.sheet$/);
  const wb = library.read(await file.arrayBuffer());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Plans), [
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);

  const empty = await fetch(`${url}/upload`, { method: "POST", body: new FormData() });
  assert.equal(empty.status, 400);

  const broken = new FormData();
  broken.append("upload", new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])]), "broken.xlsx");
  const refused = await fetch(`${url}/upload`, { method: "POST", body: broken });
  assert.equal(refused.status, 422);

  const large = new FormData();
  large.append("upload", new Blob([new Uint8Array(11 * 1024 * 1024)]), "large.xlsx");
  assert.equal((await fetch(`${url}/upload`, { method: "POST", body: large })).status, 413);
}
