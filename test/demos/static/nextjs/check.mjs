import assert from "node:assert/strict";

export default async function check({ run, start, freePort, openPage, moveSample, checkPersons, library, presidents }) {
  moveSample("data");
  await run("npm", "run", "build");
  const port = await freePort();
  await start("npm", ["start", "--", "--port", String(port)], { ready: /Ready/ });
  const text = async (path) => (await fetch(`http://localhost:${port}/${path}`)).text();
  const list = await text("");
  for (const { Name, Index } of presidents) assert.match(list, new RegExp(`href="/person/${Index}">${Name}</a>`));
  await checkPersons(text);
  assert.equal((await fetch(`http://localhost:${port}/person/1`)).status, 404);
  assert.match(await text("live"), /<p>5(<!-- -->)? rows<\/p>/);
  const file = await fetch(`http://localhost:${port}/export`);
  const wb = library.read(await file.arrayBuffer());
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);
  const page = await openPage(`http://localhost:${port}/upload`);
  await page.getByLabel("Workbook").setInputFiles("data/pres.xlsx");
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("5 rows").waitFor();
  assert.deepEqual(JSON.parse(await page.locator("li").first().textContent()), presidents[0]);
  const damaged = { name: "damaged.xlsx", mimeType: "", buffer: Buffer.from("PK\x03\x04") };
  await page.getByLabel("Workbook").setInputFiles(damaged);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("Unsupported ZIP file").waitFor();
}
