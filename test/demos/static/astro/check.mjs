import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ run, moveSample, checkItems, checkPersons, presidents }) {
  moveSample("data");
  await run("npm", "run", "build");
  const html = checkItems(
    "dist",
    presidents.map(({ Name, Index }) => `${Index} ${Name}`),
  );
  assert.match(html, /<td[^>]*>Bill Clinton<\/td>/);
  await checkPersons((path) => readFileSync(`dist/${path}index.html`, "utf8"));
}
