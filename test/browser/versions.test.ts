import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectComplaints, openBrowser, openContext, openPage } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

const KEY = "docs-preferred-version-default";
const CODE = "\n```js\nlet a;\n```\n";

let browser: Browser;
let context: BrowserContext;
let address = "";

beforeAll(async () => {
  browser = await openBrowser();
  context = await openContext(browser, { viewport: { width: 1280, height: 800 } });
  const root = await buildSite({
    "site.config.ts": `export default { title: "T", url: "https://example.com",
      i18n: { locales: ["en", "fr"] },
      navbar: { items: [{ type: "docsVersion", position: "left" }, { type: "docsVersionDropdown" }, { type: "localeDropdown" }] } };`,
    "content/versions.json": '["2.0", "1.0"]',
    "content/docs/index.md": "# Next start\n",
    "content/versioned_docs/version-2.0/index.md": `# Second start\n${CODE}`,
    "content/versioned_docs/version-2.0/a.md": "# Second giraffe\n",
    "content/versioned_docs/version-1.0/index.md": "# First start\n",
    "content/versioned_docs/version-1.0/a.md": "# First giraffe\n",
    "content/pages/index.md": "# Home\n\n[To the docs](/docs/)\n",
    "content/i18n/fr/code.json": JSON.stringify({
      "theme.CodeBlock.copyButtonAriaLabel": { message: "Copier" },
      "theme.SearchBar.label": { message: "Chercher" },
      "theme.SearchBar.noResults": { message: "Rien." },
    }),
  });
  address = await previewSite(root);
});
afterAll(() => browser?.close());

async function open(route: string, stored?: string): Promise<Page> {
  const page = await openPage(context);
  if (stored !== undefined) {
    await page.goto(`${address}/docs/`);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [KEY, stored] as const);
  }
  await page.goto(address + route);
  return page;
}

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);
const navbar = (page: Page) => page.locator("nav.navbar-inner");
const versionLink = (page: Page) => navbar(page).locator(".navbar-left a").first();
/** Opens the menu that is labelled so and chooses from it. */
async function choose(page: Page, label: string, item: string): Promise<void> {
  const link = page.getByRole("link", { name: item, exact: true, includeHidden: true });
  const menu = navbar(page).locator(".dropdown").filter({ has: link });
  await menu.getByText(label, { exact: true }).first().click();
  await menu.getByRole("link", { name: item, exact: true }).click();
}

describe("the preferred docs version", () => {
  test("is stored per docs plugin when a version is chosen, which shows the same doc in it", async () => {
    const page = await open("/docs/a");
    expect(await stored(page)).toBeNull();
    await choose(page, "2.0", "1.0");
    await page.waitForURL(`${address}/docs/1.0/a`);
    await page.getByRole("heading", { name: "First giraffe" }).waitFor();
    expect(await stored(page)).toBe("1.0");
  });

  test("is what the navbar names and leads to outside the docs; inside, the page's own version counts", async () => {
    const page = await open("/", "1.0");
    const complaints = collectComplaints(page);
    await navbar(page).getByText("1.0", { exact: true }).first().waitFor();
    expect(await versionLink(page).getAttribute("href")).toBe("/docs/1.0/");
    expect(await navbar(page).locator("[data-preferred-version]").nth(1).textContent()).toBe("1.0");
    // React silently takes over what the script has changed.
    await page.keyboard.press("/");
    await page.getByRole("dialog").waitFor();
    expect(await versionLink(page).textContent()).toBe("1.0");
    expect(complaints).toEqual([]);
    await page.goto(`${address}/docs/`);
    expect(await versionLink(page).textContent()).toBe("2.0");
    expect(await versionLink(page).getAttribute("href")).toBe("/docs/");
  });

  test.each([["before"], ["after"]])(
    "gives way to the page's own on the way into the docs, %s React is there",
    async (when) => {
      const page = await open("/", "1.0");
      if (when === "after") {
        await page.keyboard.press("/");
        await page.getByRole("dialog").waitFor();
        await page.keyboard.press("Escape");
      }
      expect(await versionLink(page).textContent()).toBe("1.0");
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await page.getByRole("link", { name: "To the docs" }).click();
      await page.getByRole("heading", { name: "Second start" }).waitFor();
      await page.waitForFunction(() => document.querySelector(".navbar-left a")?.textContent === "2.0");
      expect(await versionLink(page).getAttribute("href")).toBe("/docs/");
      expect(await page.evaluate(() => "isSame" in window)).toBe(true);
      await page.goBack();
      await page.waitForFunction(() => document.querySelector(".navbar-left a")?.textContent === "1.0");
    },
  );

  test("is forgotten when the stored name no longer matches a version", async () => {
    const page = await open("/", "0.9");
    await page.waitForFunction((key) => localStorage.getItem(key) === null, KEY);
    expect(await versionLink(page).textContent()).toBe("2.0");
    expect(await versionLink(page).getAttribute("href")).toBe("/docs/");
  });

  test("is set by the banner's link to the latest version", async () => {
    const page = await open("/docs/1.0/a", "1.0");
    await page.getByRole("link", { name: "latest version" }).click();
    await page.waitForURL(`${address}/docs/a`);
    expect(await stored(page)).toBe("2.0");
  });

  test("does nothing, without an error, where storage is blocked", async () => {
    const context = await openContext(browser);
    await context.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${address}/docs/1.0/a`);
    await page.getByRole("link", { name: "latest version" }).click();
    await page.waitForURL(`${address}/docs/a`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("the search", () => {
  /** Addresses of what is found. */
  async function find(page: Page): Promise<(string | null)[]> {
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("giraffe");
    await page.getByRole("option").first().waitFor();
    const found = await page.getByRole("option").all();
    return Promise.all(found.map((link) => link.getAttribute("href")));
  }

  test.each([
    ["the version of the page", "/docs/1.0/", "2.0", ["/docs/1.0/a"]],
    ["outside the docs the last version", "/", undefined, ["/docs/a"]],
    ["outside the docs the preferred version", "/", "1.0", ["/docs/1.0/a"]],
    ["in the last version that one, whatever is preferred", "/docs/", "1.0", ["/docs/a"]],
  ])("asks for %s", async (_, route, preferred, expected) => {
    const page = await open(route, preferred);
    expect(await find(page)).toEqual(expected);
  });
});

describe("the languages", () => {
  test("the dropdown leads to the same page, without JavaScript too", async () => {
    const context = await openContext(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${address}/docs/1.0/a`);
    await choose(page, "English", "Français");
    await page.waitForURL(`${address}/fr/docs/1.0/a`);
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    await context.close();
  });

  test("a page's links stay in its language, without loading whole pages", async () => {
    const page = await open("/fr/docs/");
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.getByRole("link", { name: "Second giraffe" }).first().click();
    await page.getByRole("heading", { name: "Second giraffe" }).waitFor();
    await page.waitForURL(`${address}/fr/docs/a`);
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    await choose(page, "Français", "English");
    await page.waitForURL(`${address}/docs/a`);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });

  test("scripts and the search speak the page's language", async () => {
    const page = await open("/fr/docs/");
    const complaints = collectComplaints(page);
    await page.getByRole("button", { name: "Copier", exact: true }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Chercher" }).fill("zebra");
    await page.getByText("Rien.").waitFor();
    expect(complaints).toEqual([]);
  });
});
