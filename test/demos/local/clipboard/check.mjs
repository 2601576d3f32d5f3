import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library }) {
  const url = await serve();
  const page = await openPage(url, { permissions: ["clipboard-read", "clipboard-write"] });
  const status = page.locator("#status");
  const saved = async () => {
    const { wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
    return wb.Sheets.Sheet1;
  };
  const paste = (data) =>
    page.evaluate((entries) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(entries)) clipboardData.setData(type, text);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
    }, data);

  await paste({ "text/plain": "Part\tStock\nBolt\t12\n" });
  await status.getByText("pasted A1:B2").waitFor();
  assert.deepEqual(library.utils.sheet_to_json(await saved()), [{ Part: "Bolt", Stock: 12 }]);

  // a date of the text is a date in the file
  await paste({ "text/plain": "Day\n1/2/24\n" });
  await status.getByText("pasted A1:A2").waitFor();
  assert.equal((await saved()).A2.w, "1/2/24");

  // read guesses dBASE for this without the line "sep="
  await paste({ "text/plain": "12\t\tDoe, John\n" });
  await status.getByText("pasted A1:C1").waitFor();
  assert.equal((await saved()).C1.v, "Doe, John");

  const html = "<table><tr><td colspan=3>Stock</td></tr><tr><td>Bolt</td><td>12</td><td>é</td></tr></table>";
  await paste({ "text/html": html, "text/plain": "Stock" });
  await status.getByText("pasted A1:C2").waitFor();
  const ws = await saved();
  assert.deepEqual(ws["!merges"], [library.utils.decode_range("A1:C1")]);
  assert.equal(ws.C2.v, "é");

  await page.getByRole("button", { name: "Copy" }).click();
  await status.getByText(/^copied$/).waitFor();
  // the system's own way, through the real clipboard
  await page.keyboard.press("Control+V");
  await status.getByText("pasted A1:B3").waitFor();
  assert.deepEqual(library.utils.sheet_to_json(await saved()), [
    { Part: "Bolt", Stock: 12 },
    { Part: "Nut", Stock: 7 },
  ]);

  await page.keyboard.press("Control+C");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(text.replaceAll("\r", "").trim(), "Part\tStock\nBolt\t12\nNut\t7");
}
