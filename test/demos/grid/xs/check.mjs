import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, keepsMarkup, library, presidents }) {
  const page = await openPage(await serve());
  const save = async () => {
    const { bytes } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
    return library.read(bytes, { sheetStubs: true });
  };
  const load = async (file, text) => {
    await page.getByLabel("Workbook").setInputFiles(file);
    await page.waitForFunction((value) => grid.cell(1, 0)?.text === value, text);
  };

  await load("pres.xlsx", presidents[0].Name);
  await page.evaluate(() => grid.cellText(1, 0, "Ada").reRender());
  assert.deepEqual(library.utils.sheet_to_json((await save()).Sheets.Sheet1), [
    { Name: "Ada", Index: 42 },
    ...presidents.slice(1),
  ]);

  const ws = library.utils.aoa_to_sheet([["Title"], ["a", 1], ["b", { t: "n", v: 2, f: "B2+1" }]]);
  ws["!merges"] = [library.utils.decode_range("A1:B1")];
  library.writeFile(library.utils.book_new(ws, "Merged"), "merged.xlsx");
  await load("merged.xlsx", "a");
  const { Merged } = (await save()).Sheets;
  assert.deepEqual(Merged["!merges"], [library.utils.decode_range("A1:B1")]);
  assert.equal(Merged.B3.f, "B2+1");
  assert.notEqual(Merged.B3.t, "e");
  assert.equal(Merged.B2.v, 1);

  // an error is a blank cell
  const failed = { "!ref": "A1:B2", A1: { t: "s", v: "x" }, A2: { t: "s", v: "y" }, B2: { t: "e", v: 0 } };
  library.writeFile(library.utils.book_new(failed, "Failed"), "failed.xlsx");
  await load("failed.xlsx", "y");
  assert.equal((await save()).Sheets.Failed.B2, undefined);

  // the formula that was saved without a result comes back
  library.writeFile({ SheetNames: ["Merged"], Sheets: { Merged } }, "again.xlsx");
  await load("again.xlsx", "a");
  assert.equal((await save()).Sheets.Merged.B3.f, "B2+1");
  const { SheetNames } = await page.evaluate(() =>
    toWorkbook(["In/Out", "In:Out"].map((name) => ({ name, rows: {} }))),
  );
  assert.deepEqual(SheetNames, ["In_Out", "In_Out1"]);
  await keepsMarkup(page);
}
