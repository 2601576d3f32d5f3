import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync } from "node:fs";

export default async function check({ run, presidents }) {
  mkdirSync("data", { recursive: true });
  renameSync("pres.xlsx", "data/pres.xlsx");
  await run("npm", "run", "build");
  const html = readFileSync("dist/index.html", "utf8");
  const items = [...html.matchAll(/<li>(.+?)<\/li>/g)].map(([, text]) => text);
  assert.deepEqual(
    items,
    presidents.map(({ Name, Index }) => `${Index} ${Name}`),
  );
  assert.match(html, /<td[^>]*>Bill Clinton<\/td>/);
  for (const { Name, Index } of presidents)
    assert.match(readFileSync(`dist/person/${Index}/index.html`, "utf8"), new RegExp(`<h1>${Name}</h1>`));
}
