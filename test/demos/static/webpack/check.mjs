import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ run, serve, openPage, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve());
  const items = await page.locator("li").allTextContents();
  assert.deepEqual(
    items,
    presidents.map(({ Name, Index }) => `${Index} ${Name}`),
  );
  const bytes = await page.evaluate(async () => {
    const response = await fetch(document.querySelector("a").href);
    return [...new Uint8Array(await response.arrayBuffer())];
  });
  assert.ok(readFileSync("pres.xlsx").equals(Buffer.from(bytes)));
  assert.ok(readFileSync("dist/main.js").length < 4000, "the library is not in the bundle");
}
