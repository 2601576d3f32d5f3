import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { command, previewSite } from "../helpers/command.ts";
import { buildSite, writeFiles } from "../helpers/docgen.ts";

const config = (id: string, more = "") => ({
  "site.config.ts": `export default { title: "T", url: "https://example.com",
    announcementBar: { id: "${id}", content: "News: <a href='https://example.com'>read</a>" ${more} } };`,
});

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("the announcement is shown until it is closed, and again when its id changes", async () => {
  const root = await buildSite({ "content/docs/index.md": "# Start\n", ...config("one") });
  const address = await previewSite(root);
  const context = await openContext(browser);
  const page = await context.newPage();
  const bar = page.getByRole("region", { name: "Announcement" });
  await page.goto(`${address}/docs/`);
  await bar.waitFor();
  await page.getByRole("button", { name: "Close announcement" }).click();
  await bar.waitFor({ state: "hidden" });
  // Nothing is painted before the style sheet is there, and scripts wait for it.
  await page.reload({ waitUntil: "domcontentloaded" });
  expect(await bar.isVisible()).toBe(false);
  writeFiles(root, config("two"));
  expect((await command("build", "--root", root)).code).toBe(0);
  await page.reload();
  await bar.waitFor();
  await context.close();
});

test("one that can't be closed has no button and is there without JavaScript", async () => {
  const root = await buildSite({ "content/docs/index.md": "# Start\n", ...config("one", ", isCloseable: false") });
  const context = await openContext(browser, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${await previewSite(root)}/docs/`);
  await page.getByText("News:").waitFor();
  expect(await page.getByRole("button", { name: "Close announcement" }).count()).toBe(0);
  await context.close();
});
