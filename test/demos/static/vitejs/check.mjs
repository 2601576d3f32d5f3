import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export default async function check({ run, serve, openPage, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve("dist"));
  await page.locator("#file[href]").waitFor();
  assert.equal(await page.locator("#names").textContent(), presidents.map(({ Name }) => Name).join(", "));
  assert.equal(await page.locator("#table td").nth(2).textContent(), presidents[0].Name);
  const bytes = await page.evaluate(async () => {
    const response = await fetch(document.querySelector("#file").href);
    return [...new Uint8Array(await response.arrayBuffer())];
  });
  assert.ok(readFileSync("pres.xlsx").equals(Buffer.from(bytes)));
}
