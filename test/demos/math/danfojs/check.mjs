import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  const summary = page.locator("#summary", { hasText: "mean" });
  await summary.waitFor();
  assert.match(await summary.textContent(), /44/);
  const { wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sorted), presidents.toReversed());

  // a gap among the numbers, a date, a workbook without numbers
  const open = (rows) => {
    const buffer = library.write(library.utils.book_new(library.utils.aoa_to_sheet(rows), "S"), { type: "buffer" });
    return page.getByLabel("Workbook").setInputFiles({ name: "rows.xlsx", mimeType: "", buffer });
  };
  await open([
    ["Index", "Day"],
    [10, new Date(2024, 0, 2)],
    [null, new Date(2024, 0, 3)],
    [30, null],
  ]);
  await page.locator("#summary", { hasText: "mean     │ 20" }).waitFor();
  const gaps = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.equal(gaps.wb.Sheets.Sorted.B3.w, "1/2/24");
  await open([["Index"], ["a"]]);
  await page.getByText("No column of numbers").waitFor();
}
