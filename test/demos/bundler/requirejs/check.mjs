import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, download, library, presidents }) {
  await run("npm", "run", "build");
  const folder = await serve();
  for (const file of ["index.html", "one-file.html"]) {
    const page = await openPage();
    const scripts = [];
    page.on("request", (request) => scripts.push(request.url()));
    await page.goto(folder + file);
    await page.getByText("Choose a workbook.").waitFor();
    await page.getByLabel("Workbook").setInputFiles("pres.xlsx");
    await page.locator("#rows", { hasText: "Joseph Biden,46" }).waitFor();
    const { name, wb } = await download(page, () => page.getByRole("button", { name: "Save" }).click());
    assert.equal(name, "presidents.xlsx");
    assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Presidents), presidents);
    assert.equal(
      scripts.some((url) => url.includes("xlsx.full.min")),
      file === "index.html",
    );
  }
}
