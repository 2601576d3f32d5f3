import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export default async function check({ serve, start, browserPath, dir, library }) {
  const url = `${await serve()}page.html`;
  // the checks may run as root, where Chromium starts without its sandbox only
  const browser = join(dir, "browser.sh");
  writeFileSync(browser, `#!/bin/sh\nexec "${browserPath}" --no-sandbox "$@"\n`, { mode: 0o755 });
  const { output } = await start("node", ["scrape.js", url], { env: { CHROME_PATH: browser }, ready: /Nut,7/ });
  assert.equal(output(), "Part,Stock\nBolt,12\nNut,7\n");
  const wb = library.readFile("stock.xlsb");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), [
    { Part: "Bolt", Stock: 12 },
    { Part: "Nut", Stock: 7 },
  ]);
}
