import assert from "node:assert/strict";

export default async function check({ serve, openPage, save, presidents }) {
  const page = await openPage();
  let header;
  page.on("request", (request) => {
    if (request.url().endsWith("pres.xlsx")) header = request.headers()["x-requested-with"];
  });
  await page.goto(await serve());
  await page.locator("#rows td", { hasText: "Joseph Biden" }).waitFor();
  assert.equal(header, undefined);
  const { name, rows } = await save(page, "Save", "Presidents");
  assert.equal(name, "presidents.xlsx");
  assert.deepEqual(rows, presidents);
}
