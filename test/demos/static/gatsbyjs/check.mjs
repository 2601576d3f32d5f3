import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync } from "node:fs";

export default async function check({ run, presidents }) {
  mkdirSync("data", { recursive: true });
  renameSync("pres.xlsx", "data/pres.xlsx");
  await run("npm", "run", "build");
  const items = [...readFileSync("public/index.html", "utf8").matchAll(/<li>(.+?)<\/li>/g)].map(([, text]) => text);
  assert.deepEqual(
    items,
    presidents.map(({ Name }) => Name),
  );
}
