import assert from "node:assert/strict";

export default async function check({ serve, openPage, save, keepsMarkup, presidents }) {
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  await page.waitForFunction(() => grid.data.length === 5);
  // what is painted, since a canvas has no elements
  const painted = await page.evaluate(() => grid.visibleCells.map((cell) => cell.value));
  assert.ok(painted.includes(presidents[0].Name), `painted: ${painted}`);

  // type over the first cell, as a visitor does
  const canvas = page.locator("canvas-datagrid").first();
  const spot = await page.evaluate(() => {
    const { x, y } = grid.visibleCells.find((cell) => cell.value === "Bill Clinton");
    return { x: x + 10, y: y + 10 };
  });
  await canvas.dblclick({ position: spot });
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => grid.data[0].Name === "Ada");

  const { rows } = await save(page, "Save", "Sheet1");
  assert.deepEqual(rows, [{ Name: "Ada", Index: 42 }, ...presidents.slice(1)]);
  // a date is shown as one, and stays one
  assert.equal((await keepsMarkup(page)).B2.w, "1/2/24");
  await page.waitForFunction(() => grid.visibleCells.some(({ formattedValue }) => formattedValue === "1/2/2024"));
}
