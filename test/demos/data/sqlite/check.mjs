import assert from "node:assert/strict";

export default async function check({ run }) {
  const parts = "parts\nid,part,stock\n1,Bolt,12\n2,Nut,\n";
  const orders = ["orders_that_were_delivered_i", "orders_that_were_delivered_i1"];
  assert.equal(
    await run("node", "sqlite.js"),
    [parts, ...orders.map((name) => `${name}\nid,part_id,amount\n`)].join(""),
  );
}
