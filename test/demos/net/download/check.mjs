import assert from "node:assert/strict";

export default async function check({ serve, openPage, presidents, library }) {
  const page = await openPage(await serve());
  const expected = [["Name", "Index"], ...presidents.map(({ Name, Index }) => [Name, String(Index)])];
  for (const name of ["fetch", "XMLHttpRequest", "axios", "superagent"]) {
    await page.getByRole("button", { name }).click();
    await page.locator("#result table").waitFor();
    const rows = await page
      .locator("#result tr")
      .evaluateAll((trs) => trs.map((tr) => [...tr.cells].map((td) => td.textContent)));
    assert.deepEqual(rows, expected, name);
  }
  for (const name of ["withFetch", "withXHR", "withAxios", "withSuperagent"]) {
    const message = await page.evaluate((one) => window[one]("gone.xlsx").catch((error) => error.message), name);
    assert.match(message, /404|Not Found/i, name);
  }
  // the page says what reading text of a binary file comes to
  const broken = await page.evaluate(async () => {
    const response = await fetch("pres.xlsx");
    try {
      return XLSX.read(await response.text(), { type: "binary" }).SheetNames;
    } catch (error) {
      return error.message;
    }
  });
  assert.equal(typeof broken, "string");
  assert.equal(await page.evaluate(() => XLSX.version), library.version);
}
