import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const PACKAGES = "node_modules/@openui5";
const HOST = "https://sdk.openui5.org/resources/";

/** The file of a package of OpenUI5 that its host has under an address. */
function resource(url) {
  const name = new URL(url).pathname.replace("/resources/", "");
  return readdirSync(PACKAGES)
    .map((library) => join(PACKAGES, library, "src", name))
    .find((path) => existsSync(path));
}

export default async function check({ serve, openPage, save, refusesDamaged, presidents }) {
  cpSync("node_modules/xlsx/dist/xlsx.full.min.js", "lib/xlsx.full.min.js");
  const page = await openPage();
  await page.route(`${HOST}**`, (route) => {
    const path = resource(route.request().url());
    const headers = { "access-control-allow-origin": "*" };
    return path === undefined ? route.fulfill({ status: 404, headers }) : route.fulfill({ path, headers });
  });
  await page.goto(await serve());
  await page.locator("input[type=file]").waitFor({ state: "attached", timeout: 60_000 });
  await page.locator("input[type=file]").setInputFiles("pres.xlsx");
  const names = page.locator("td input");
  await names.nth(4).waitFor();
  assert.equal(await names.nth(4).inputValue(), "Joseph Biden");

  await names.nth(4).fill("Joe Biden");
  await names.nth(4).press("Enter");
  const { name, rows } = await save(page, "Save the rows", "Presidents");
  assert.equal(name, "presidents.xlsx");
  assert.deepEqual(rows, [...presidents.slice(0, 4), { Name: "Joe Biden", Index: 46 }]);

  await refusesDamaged(page, page.locator("input[type=file]"));
}
