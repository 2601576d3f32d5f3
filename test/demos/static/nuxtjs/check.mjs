import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ run, moveSample, checkPersons, presidents }) {
  moveSample("data");
  await run("npm", "run", "generate");
  const page = (path) => readFileSync(`.output/public/${path}index.html`, "utf8");
  for (const { Name, Index } of presidents)
    assert.match(page(""), new RegExp(`href="/person/${Index}"[^>]*>${Name}</a>`));
  await checkPersons(page);
}
