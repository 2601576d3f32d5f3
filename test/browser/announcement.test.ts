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

test("another site of the host, at another base URL, has its own; the languages of a site have one", async () => {
  const i18n = ', baseUrl: "/x/", i18n: { locales: ["en", "de"], defaultLocale: "en" }';
  const files = config("one")["site.config.ts"].replace("announcementBar", `${i18n.slice(2)}, announcementBar`);
  const root = await buildSite({ "content/docs/index.md": "# Start\n", "site.config.ts": files });
  const address = await previewSite(root);
  const context = await openContext(browser);
  const page = await context.newPage();
  const bar = page.locator(".announcement");
  await page.goto(`${address}/docs/`);
  await page.evaluate(() => {
    localStorage.setItem("docgen.announcement.id", "one");
    localStorage.setItem("docgen.announcement.dismissed", "true");
  });
  await page.reload();
  await bar.waitFor();
  await bar.getByRole("button").click();
  await bar.waitFor({ state: "hidden" });
  await page.goto(`${address}/de/docs/`);
  expect(await bar.isVisible()).toBe(false);
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(kept).toMatchObject({ "docgen.announcement.id /x/": "one", "docgen.announcement.dismissed /x/": "true" });
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
