import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync } from "node:fs";

export default async function check({ run, presidents }) {
  mkdirSync("_data", { recursive: true });
  renameSync("pres.xlsx", "_data/pres.xlsx");
  await run("npm", "run", "build");
  const items = [...readFileSync("_site/index.html", "utf8").matchAll(/<li>(.+)<\/li>/g)].map(([, text]) => text);
  assert.deepEqual(
    items,
    presidents.map(({ Name, Index }) => `${Index} ${Name}`),
  );
  for (const { Name, Index } of presidents)
    assert.match(readFileSync(`_site/person/${Index}/index.html`, "utf8"), new RegExp(`<h1>${Name}</h1>`));
}
