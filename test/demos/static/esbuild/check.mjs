import assert from "node:assert/strict";
import { statSync } from "node:fs";

export default async function check({ run, presidents }) {
  await run("npm", "run", "build");
  const lines = presidents.map(({ Name, Index }) => `${Index} ${Name}\n`);
  assert.equal(await run("node", "dist/main.js"), lines.join(""));
  assert.ok(statSync("dist/main.js").size < 1000, "the library is not in the bundle");
}
