import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync } from "node:fs";

export default async function check({ run, presidents }) {
  mkdirSync("data", { recursive: true });
  renameSync("pres.xlsx", "data/pres.xlsx");
  await run("npm", "run", "build");
  const page = (path) => readFileSync(`build${path}index.html`, "utf8");
  for (const { Name, Index } of presidents) {
    assert.match(page("/"), new RegExp(`href="/person/${Index}/">${Name}</a>`));
    assert.match(page(`/person/${Index}/`), new RegExp(`<h1>${Name}</h1>`));
  }
}
