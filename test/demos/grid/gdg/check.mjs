import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, save, keepsMarkup, presidents }) {
  await run("npm", "run", "build");
  const page = await openPage(await serve());
  await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
  // the grid keeps a table of what it paints for assistive technology
  const cell = (text) => page.locator("canvas [role=gridcell]", { hasText: text });
  await cell(presidents[0].Name).waitFor({ state: "attached" });
  const box = await page.getByTestId("data-grid-canvas").boundingBox();
  await page.mouse.dblclick(box.x + 60, box.y + 36 + 17);
  const editor = page.locator("#portal textarea");
  await editor.fill("Ada");
  await editor.press("Enter");
  await cell("Ada").waitFor({ state: "attached" });
  // copy what is selected; then paste two rows of two columns, a number among them
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.mouse.click(box.x + 60, box.y + 36 + 17);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "Ada\t42");
  await page.evaluate(() => navigator.clipboard.writeText("Bo\t7\nCy\t8"));
  await page.keyboard.press("Control+v");
  await cell("Cy").waitFor({ state: "attached" });
  const { rows } = await save(page, "Save", "Sheet1");
  assert.deepEqual(rows, [{ Name: "Bo", Index: 7 }, { Name: "Cy", Index: 8 }, ...presidents.slice(2)]);
  assert.equal((await keepsMarkup(page)).B2.w, "1/2/24");
}
