import assert from "node:assert/strict";

export default async function check({ run }) {
  assert.equal(
    await run("node", "main.js", "pres.xlsx", "pres.csv", "gone.xlsx"),
    "pres.xlsx 5\npres.csv 5\ngone.xlsx ENOENT: no such file or directory, open 'gone.xlsx'\n",
  );
}
