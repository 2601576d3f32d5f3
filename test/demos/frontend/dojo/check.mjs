import assert from "node:assert/strict";

export default async function check({ serve, openPage, download, library, presidents }) {
  const page = await openPage();
  let header;
  page.on("request", (request) => {
    if (request.url().endsWith("pres.xlsx")) header = request.headers()["x-requested-with"];
  });
  await page.goto(await serve());
  await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor();
  assert.equal(header, undefined);
  const { name, wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
  assert.equal(name, "presidents.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Presidents), presidents);
}
