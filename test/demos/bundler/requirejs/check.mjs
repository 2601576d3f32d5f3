import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, checkRowsPage }) {
  await run("npm", "run", "build");
  const folder = await serve();
  for (const file of ["index.html", "one-file.html"]) {
    const page = await openPage();
    const scripts = [];
    page.on("request", (request) => scripts.push(request.url()));
    await page.goto(folder + file);
    await page.getByText("Choose a workbook.").waitFor();
    await checkRowsPage(page);
    assert.equal(
      scripts.some((url) => url.includes("xlsx.full.min")),
      file === "index.html",
    );
  }
}
