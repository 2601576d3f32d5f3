import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectComplaints, hydrate, openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

/** Queries that pages reported. A server receives them, as Playwright doesn't route what a page sends when it is left. */
const sent: string[] = [];
const reports = createServer(async (request, response) => {
  if (request.method === "POST") sent.push(await text(request));
  response.writeHead(204, { "access-control-allow-origin": "*", "access-control-allow-headers": "*" }).end();
});

const filesOf = (port: number) => ({
  "site.config.ts": `export default { title: "Fixture", url: "https://example.com",
    assistants: [{ label: "Ask", url: "https://example.org/?p={url}&m={markdown}" }],
    feedback: { url: "https://example.org/answers" }, search: { report: "http://localhost:${port}/queries" } };\n`,
  "content/docs/index.md": "# Start\n\nSee [one](./one.md).\n",
  "content/docs/one.md": "# One\n\nThe *first*.\n",
  "content/pages/index.tsx": "export default () => <p>Home</p>;\n",
});

let browser: Browser;
let context: BrowserContext;
let address: string;

beforeAll(async () => {
  reports.listen(0);
  await once(reports, "listening");
  address = await previewSite(await buildSite(filesOf((reports.address() as AddressInfo).port)));
  browser = await openBrowser();
  context = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] });
});

afterAll(async () => {
  reports.close();
  await browser?.close();
});

/** Presses it and gives what is then on the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Copy page" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await page.getByRole("button", { name: "Copied" }).waitFor({ state: "hidden" });
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a button copies the page as Markdown, without React and with it, on the page that is shown", async () => {
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  await page.goto(`${address}/docs/`);
  expect(await copied(page)).toBe("# Start\n\nSee [one](https://example.com/docs/one.md).\n");
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
  await page.getByRole("button", { name: "Copy page" }).press("Enter");
  await page.getByRole("button", { name: "Not copied" }).waitFor();
  await page.getByRole("button", { name: "Copy page" }).waitFor();
  await page.close();
});

test("the menu leads to the copy and to assistants, without scripts, too", async () => {
  const plain = await openContext(browser, { javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(`${address}/docs/one`);
  await page.locator(".page-tools summary").click();
  const links = page.locator(".page-tools").getByRole("link");
  expect(
    await links.evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute("href")}`)),
  ).toEqual([
    "View as Markdown /docs/one.md",
    `Ask https://example.org/?p=${encodeURIComponent("https://example.com/docs/one")}&m=${encodeURIComponent("https://example.com/docs/one.md")}`,
  ]);
  expect(await page.getByRole("button", { name: "Copy page" }).count()).toBe(0);
  expect(await page.locator(".feedback").isVisible()).toBe(false);
  await plain.close();
});

test("an answer whether the page was helpful is sent as asked for, and told of", async () => {
  const page = await context.newPage();
  const sent: (string | null)[] = [];
  await page.route("https://example.org/answers", (route) => {
    sent.push(route.request().postData());
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    return route.fulfill({ status: sent.length === 1 ? 500 : 204, headers });
  });
  const script = page.waitForResponse(/feedback-/);
  await page.goto(`${address}/docs/one`);
  await script;
  await page.getByRole("group", { name: "Was this page helpful?" }).getByRole("button", { name: "No" }).click();
  await page.getByText("The answer could not be sent.").waitFor();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("Thank you for your answer.").waitFor();
  expect(await page.getByRole("button", { name: "Yes" }).isDisabled()).toBe(true);
  expect(sent).toEqual(['{"route":"/docs/one","helpful":false}', '{"route":"/docs/one","helpful":true}']);
  await page.close();
});

test("queries without a result, or left without opening one, are sent after a pause, and none that may be private", async () => {
  const page = await context.newPage();
  await page.clock.install();
  const field = page.getByRole("combobox");
  const open = async () => {
    await page.keyboard.press("/");
    await field.waitFor();
  };
  const search = async (query: string, pauseMs = 1100) => {
    await field.fill(query);
    await page.locator('[role="status"]', { hasText: /result/ }).waitFor({ state: "attached" });
    await page.clock.runFor(pauseMs);
  };
  await page.goto(`${address}/docs/one`);
  await open();
  await search("zzyzx");
  await search("first");
  await page.keyboard.press("Escape");
  // Typed on, opened, too short, sent before, private.
  await open();
  await search("fir");
  await search("one");
  await page.keyboard.press("Enter");
  await open();
  await search("qqqq", 500);
  await search("zzyzx");
  await search("me@example.com");
  await page.keyboard.press("Escape");
  await expect
    .poll(() => sent)
    .toEqual(['{"query":"zzyzx","results":0}', '{"query":"first","results":1}', '{"query":"fir","results":1}']);
  // Left by leaving the page.
  await open();
  await search("start");
  await page.goto(`${address}/docs/`);
  await expect.poll(() => sent.at(-1)).toMatch(/^\{"query":"start","results":[1-9]/);
  // At most twenty until the page is loaded again.
  sent.length = 0;
  await open();
  const queries = Array.from({ length: 22 }, (_, index) => `zz${String.fromCharCode(97 + index).repeat(3)}`);
  for (const query of queries) await search(query);
  await page.keyboard.press("Escape");
  await expect.poll(() => sent).toEqual(queries.slice(0, 20).map((query) => JSON.stringify({ query, results: 0 })));
  await page.close();
});
