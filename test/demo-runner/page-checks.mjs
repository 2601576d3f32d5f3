// What pages of demos have in common: a field for a workbook, the sample file in it, buttons that save.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";

/** The beginning of a ZIP file and nothing behind it. */
export const DAMAGED = Buffer.from([0x50, 0x4b, 3, 4, 0, 0]);

/** What runs where a page takes it for HTML; short enough for the name of a worksheet. */
const MARKUP = "<img src=x onerror=alert(1)>";

/** Checks for pages in the browser. */
export function pageChecks({ run, serve, openPage, download, library, presidents }) {
  const typed = presidents.map(({ Name, Index }) => [Name, String(Index)]);

  /** Presses a button that saves a file. @returns its name, workbook, and the rows of a worksheet, else of the first */
  async function save(page, button, sheet) {
    const { name, wb } = await download(page, () => page.getByRole("button", { name: button }).click());
    assert.ok(wb.SheetNames.includes(sheet ?? wb.SheetNames[0]), `worksheets of ${name}: ${wb.SheetNames}`);
    return { name, wb, rows: library.utils.sheet_to_json(wb.Sheets[sheet ?? wb.SheetNames[0]]) };
  }

  /** The texts of a table, row by row. */
  function tableTexts(page, rows) {
    return page.locator(rows).evaluateAll((trs) => trs.map((tr) => [...tr.cells].map((cell) => cell.textContent)));
  }

  /** Chooses a file that cannot be read: the page has to say so. */
  async function refusesDamaged(page, field = page.getByLabel("Workbook")) {
    await field.setInputFiles({ name: "damaged.xlsx", mimeType: "", buffer: DAMAGED });
    await page.getByText("Unsupported ZIP file").waitFor();
  }

  /** Opens a workbook whose names, headings and cells hold markup: it gets into the saved file, not into the page. */
  async function keepsMarkup(page, button = "Save") {
    const ws = library.utils.aoa_to_sheet([
      [MARKUP, "Day"],
      [MARKUP, new Date(2024, 0, 2)],
    ]);
    const buffer = library.write(library.utils.book_new(ws, MARKUP), { type: "buffer", bookType: "xlsx" });
    await page.getByLabel("Workbook").setInputFiles({ name: "markup.xlsx", mimeType: "", buffer });
    let saved;
    // the page may still be reading
    do {
      const { wb } = await save(page, button);
      saved = wb.Sheets[wb.SheetNames[0]];
    } while (saved.A1?.v !== MARKUP);
    assert.equal(saved.A2.v, MARKUP);
    assert.equal(await page.locator("img").count(), 0);
    return saved;
  }

  /** Replaces what a cell of a grid holds, as a visitor does. */
  async function typeOver(page, cell, text) {
    await cell.dblclick();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }

  /** The program of the bundlers: a chosen workbook appears as CSV, and its rows are saved. */
  async function checkRowsPage(page) {
    await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
    await page.locator("#rows", { hasText: "Joseph Biden,46" }).waitFor();
    const { name, rows } = await save(page, "Save", "Presidents");
    assert.equal(name, "presidents.xlsx");
    assert.deepEqual(rows, presidents);
    // a cancelled choice changes nothing, a damaged file gives its message
    await page.getByLabel("Workbook").setInputFiles([]);
    await page.locator("#rows", { hasText: "Joseph Biden,46" }).waitFor();
    // whose rows are gone, in the page and in the file
    await refusesDamaged(page);
    assert.deepEqual((await save(page, "Save", "Presidents")).rows, []);
  }

  /** The application of the frameworks: one component fetches a table and saves it, one opens rows and saves them. */
  async function checkComponents(folder) {
    cpSync("pres.xlsx", "public/pres.xlsx");
    await run("npm", "run", "build");
    const page = await openPage(await serve(folder));

    await page.locator("#sheet td", { hasText: "Joseph Biden" }).waitFor();
    assert.deepEqual(await tableTexts(page, "#sheet tr"), [["Name", "Index"], ...typed]);
    const table = await save(page, "Save the table", "Sheet1");
    assert.equal(table.name, "table.xlsx");
    assert.deepEqual(table.rows, presidents);

    await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
    await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor();
    assert.deepEqual(await tableTexts(page, "#rows tbody tr"), typed);
    const saved = await save(page, "Save the rows", "Presidents");
    assert.equal(saved.name, "presidents.xlsx");
    assert.deepEqual(saved.rows, presidents);

    // markup of a file is text
    const ws = library.utils.json_to_sheet([{ Name: MARKUP, Index: 1 }]);
    const buffer = library.write(library.utils.book_new(ws, "S"), { type: "buffer", bookType: "xlsx" });
    await page.getByLabel("Workbook").setInputFiles({ name: "markup.xlsx", mimeType: "", buffer });
    await page.locator("#rows td", { hasText: MARKUP }).waitFor();
    assert.equal(await page.locator("img").count(), 0);

    // no rows of the file before it
    await refusesDamaged(page);
    await page.locator("#rows tbody tr").waitFor({ state: "detached" });
    assert.deepEqual((await save(page, "Save the rows", "Presidents")).rows, []);
  }

  return { save, tableTexts, refusesDamaged, keepsMarkup, typeOver, checkRowsPage, checkComponents };
}
