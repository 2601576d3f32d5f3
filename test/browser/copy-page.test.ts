import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectComplaints, hydrate, openBrowser, openContext } from "../helpers/browser.ts";
import { buildSite, openServer } from "../helpers/docgen.ts";

const FILES = {
  "content/docs/index.md": "# Start\n\nSee [one](./one.md).\n",
  "content/docs/one.md": "# One\n\nThe *first*.\n",
  "content/pages/index.tsx": "export default () => <p>Home</p>;\n",
};

let browser: Browser;
let context: BrowserContext;
let address: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ address, stop } = await openServer("preview", "--root", await buildSite(FILES)));
  browser = await openBrowser();
  context = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] });
});

afterAll(async () => {
  await browser?.close();
  await stop?.();
});

/** Presses the button and gives what is then on the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Copy page" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a button copies the page as Markdown, without React and with it, on the page that is shown", async () => {
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  await page.goto(`${address}/docs/`);
  expect(await copied(page)).toBe("# Start\n\nSee [one](https://example.com/docs/one).\n");
  expect(
    await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/hydrate-"))),
  ).toBe(false);
  await page.getByRole("link", { name: "one", exact: true }).click();
  await page.getByRole("heading", { name: "One" }).waitFor();
  expect(await copied(page)).toBe("# One\n\nThe *first*.\n");
  await hydrate(page);
  expect(await page.locator(".page-tools button").count()).toBe(1);
  expect(await copied(page)).toBe("# One\n\nThe *first*.\n");
  await page.goBack();
  await page.getByRole("heading", { name: "Start" }).waitFor();
  expect(await copied(page)).toContain("# Start");
  expect(complaints).toEqual([]);
  await page.close();
});

test("says when it could not", async () => {
  const page = await context.newPage();
  await page.route("**/*.md", (route) => route.abort());
  await page.goto(`${address}/docs/one`);
  await page.getByRole("button", { name: "Copy page" }).click();
  await page.getByRole("button", { name: "Not copied" }).waitFor();
  await page.getByRole("button", { name: "Copy page" }).waitFor();
  await page.close();
});
