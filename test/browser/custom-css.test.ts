import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { collectComplaints, openBrowser, openContext } from "../helpers/browser.ts";
import { makeSite, writeFiles } from "../helpers/docgen.ts";
import { serve } from "../helpers/watch.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser?.close());

/** Selectors without a class, against those of the theme with classes; a layer of the site's own, and variables. */
const BRAND = `@layer brand {
  h2 { border-top-width: 7px }
}
:root {
  --color-link: light-dark(rgb(1 2 3), rgb(201 202 203));
  --radius-m: 21px;
}
h1 { font-size: 50px }
header { background: light-dark(rgb(4 5 6), rgb(204 205 206)) }
`;

/** What a brand's style sheet has made of a page. */
function look(page: Page) {
  return page.evaluate(() => {
    const of = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
    return {
      heading: of("article h1").fontSize,
      navbar: of("header.navbar").backgroundColor,
      link: of("article p a").color,
      code: of("figure.code").borderRadius,
      line: of("article h2").borderTopWidth,
    };
  });
}

test("selectors of the lowest weight win in both colour modes, and edits show without loading the page again", async () => {
  const root = makeSite({
    "site.config.ts": `export default {
      title: "T", url: "https://example.com", customCss: ["./brand.css"],
      themeColors: { light: { "--color-link": "red" }, dark: { "--color-link": "red" } },
    };`,
    "brand.css": BRAND,
    "content/docs/index.md": "# Start\n\n[Here](#part).\n\n## Part {#part}\n\n```js\n1;\n```\n",
  });
  const { address } = await serve(root);
  const context = await openContext(browser);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  const connected = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await page.goto(`${address}/docs/`);
  await connected;
  const both = { heading: "50px", code: "21px", line: "7px" };
  expect(await look(page)).toEqual({ ...both, navbar: "rgb(4, 5, 6)", link: "rgb(1, 2, 3)" });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  expect(await look(page)).toEqual({ ...both, navbar: "rgb(204, 205, 206)", link: "rgb(201, 202, 203)" });

  await page.evaluate(() => Object.assign(window, { first: true }));
  writeFiles(root, { "brand.css": BRAND.replace("50px", "60px") });
  await page.waitForFunction(() => {
    const heading = document.querySelector("article h1");
    return heading !== null && getComputedStyle(heading).fontSize === "60px";
  });
  expect(await page.evaluate(() => "first" in window)).toBe(true);
  expect(complaints).toEqual([]);
});
