import assert from "node:assert/strict";

export default async function check({ start, openPage, run, presidents }) {
  const { url } = await start("node", ["server.js"]);
  const page = await openPage(`${url}/`);
  // a visitor changes a number before the table is sent
  await page.locator("#editor td", { hasText: "43" }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("430");
  for (const name of ["fetch", "XMLHttpRequest", "axios", "superagent"]) {
    await page.locator("#answer").evaluate((element) => {
      element.textContent = "";
    });
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator("#answer", { hasText: "Name" }).waitFor();
    const answer = await page.locator("#answer").textContent();
    assert.equal(answer, "presidents.xlsx\nName,Index\nBill Clinton,42\nGeorgeW Bush,430", name);
  }

  await page.getByLabel("File").setInputFiles("pres.xlsx");
  await page.getByRole("button", { name: "Send the file" }).click();
  await page.waitForURL("**/upload");
  const lines = presidents.map(({ Name, Index }) => `${Name},${Index}`);
  assert.equal(await page.locator("body").textContent(), ["pres.xlsx", "Name,Index", ...lines].join("\n"));

  // the name of a file is never markup of the site
  const form = new FormData();
  form.append("data", new Blob(["é,1\n"]), "<b>x.csv");
  const answer = await fetch(`${url}/upload`, { method: "POST", body: form });
  assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");

  assert.equal(await run("node", "upload.js", `${url}/upload`), "plans.xlsx\nPlan,Price\nTeam,12\n");
}
