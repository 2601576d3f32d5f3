import assert from "node:assert/strict";

export default async function check({ run }) {
  assert.equal(await run("node", "sqlite.js"), "parts\nid,part,stock\n1,Bolt,12\n2,Nut,\norders\nid,part_id,amount\n");
}
