import assert from "node:assert/strict";

export default async function check({ serve, start, browserPath, library }) {
  const url = `${await serve()}page.html`;
  const { output } = await start("node", ["scrape.js", url], { env: { CHROME_PATH: browserPath }, ready: /Nut,7/ });
  assert.equal(output(), "Part,Stock\nBolt,12\nNut,7\n");
  const wb = library.readFile("stock.xlsb");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), [
    { Part: "Bolt", Stock: 12 },
    { Part: "Nut", Stock: 7 },
  ]);
}
