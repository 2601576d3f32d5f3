import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, openContext, openPage } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

let browser: Browser;
let context: BrowserContext;
let plain: string;
let following: string;
let fixed: string;

async function serve(colorMode: string): Promise<string> {
  const root = await buildSite({
    "site.config.ts": `export default { title: "T", url: "https://example.com", colorMode: ${colorMode} };`,
    "content/docs/index.md": "# Start\n",
  });
  return `${await previewSite(root)}/docs/`;
}

beforeAll(async () => {
  plain = await serve("{}");
  following = await serve("{ respectPrefersColorScheme: true }");
  fixed = await serve("{ disableSwitch: true }");
  browser = await openBrowser();
  context = await openContext(browser);
});

afterAll(() => browser?.close());

/** A reader's browser, maybe with something stored under the key `theme`. */
async function reader(
  run: (open: (address: string) => Promise<Page>) => Promise<void>,
  { stored, colorScheme = "light" }: Pick<BrowserContextOptions, "colorScheme"> & { readonly stored?: string } = {},
): Promise<void> {
  await run(async (address) => {
    const page = await openPage(context);
    await page.emulateMedia({ colorScheme });
    if (stored !== undefined) {
      // Stored once, as by an earlier visit.
      await page.goto(new URL("/404.html", address).href);
      await page.evaluate((value) => localStorage.setItem("theme", value), stored);
    }
    await page.goto(address);
    return page;
  });
}

const LIGHT = "rgb(253, 253, 251)";
const DARK = "rgb(16, 21, 19)";

/** The mode that is seen, and its mirror on the body; the colour around the page is that of the mode, too. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const tags = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
    const around = tags.filter(({ media }) => matchMedia(media || "all").matches).map(({ dataset }) => dataset.mode);
    const { theme } = document.body.dataset;
    const mirrored = String(around) === theme ? theme : `${theme}, but ${around} around`;
    return [getComputedStyle(document.documentElement).backgroundColor, mirrored];
  });

const poll = (page: Page) => expect.poll(() => seen(page));

describe("colour mode", () => {
  test("is light by default, whatever the system prefers", async () => {
    await reader(async (open) => poll(await open(plain)).toEqual([LIGHT, "light"]), { colorScheme: "dark" });
  });

  test("is what is stored; stored garbage is ignored", async () => {
    await reader(async (open) => poll(await open(plain)).toEqual([DARK, "dark"]), { stored: "dark" });
    await reader(async (open) => poll(await open(plain)).toEqual([LIGHT, "light"]), { stored: "purple" });
    await reader(async (open) => poll(await open(following)).toEqual([DARK, "dark"]), {
      stored: "purple",
      colorScheme: "dark",
    });
  });

  test("a change in another tab is applied, and its removal brings the default back", async () => {
    await reader(async (open) => {
      const page = await open(plain);
      const other = await open(plain);
      await other.click(".color-mode");
      await poll(page).toEqual([DARK, "dark"]);
      await other.evaluate(() => localStorage.setItem("theme", "purple"));
      await poll(page).toEqual([LIGHT, "light"]);
      await other.evaluate(() => localStorage.setItem("theme", "dark"));
      await poll(page).toEqual([DARK, "dark"]);
      await other.evaluate(() => localStorage.removeItem("theme"));
      await poll(page).toEqual([LIGHT, "light"]);
      await other.evaluate(() => localStorage.setItem("theme", "dark"));
      await poll(page).toEqual([DARK, "dark"]);
      await other.evaluate(() => localStorage.clear());
      await poll(page).toEqual([LIGHT, "light"]);
    });
  });

  test("a disabled switch clears the stored choice", async () => {
    await reader(
      async (open) => {
        const page = await open(fixed);
        await poll(page).toEqual([LIGHT, "light"]);
        expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
        expect(await page.locator(".color-mode").count()).toBe(0);
      },
      { stored: "dark" },
    );
  });
});

describe("where the system preference counts", () => {
  test("it is followed live while nothing is stored, and the body's mirror with it", async () => {
    await reader(async (open) => {
      const page = await open(following);
      await poll(page).toEqual([LIGHT, "light"]);
      await page.emulateMedia({ colorScheme: "dark" });
      await poll(page).toEqual([DARK, "dark"]);
      await page.emulateMedia({ colorScheme: "light" });
      await poll(page).toEqual([LIGHT, "light"]);
    });
  });

  test("a stored choice wins over it, and is kept when it changes", async () => {
    await reader(
      async (open) => {
        const page = await open(following);
        await poll(page).toEqual([DARK, "dark"]);
        await page.emulateMedia({ colorScheme: "dark" });
        await page.emulateMedia({ colorScheme: "light" });
        await poll(page).toEqual([DARK, "dark"]);
        expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
        // Forgotten in another tab, the system counts again.
        const other = await openPage(context);
        await other.goto(following);
        await other.evaluate(() => localStorage.removeItem("theme"));
        await poll(page).toEqual([LIGHT, "light"]);
      },
      { stored: "dark" },
    );
  });

  test("printing is ignored", async () => {
    await reader(
      async (open) => {
        const page = await open(following);
        await poll(page).toEqual([DARK, "dark"]);
        await page.emulateMedia({ media: "print", colorScheme: "light" });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        expect(await page.evaluate(() => document.body.dataset.theme)).toBe("dark");
      },
      { colorScheme: "dark" },
    );
  });
});

test("no flash: from the first paint on the page is in the stored mode", async () => {
  await reader(async () => {
    const page = await openPage(context);
    await page.goto(new URL("/404.html", plain).href);
    await page.evaluate(() => localStorage.setItem("theme", "dark"));
    // Notes the background before each paint, from the first frame that has a body.
    await page.addInitScript(() => {
      const backgrounds: string[] = [];
      Object.assign(window, { backgrounds });
      const look = () => {
        if (document.body !== null) backgrounds.push(getComputedStyle(document.documentElement).backgroundColor);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    // The scripts come after some paints: what is seen in those is the page alone.
    await page.route("**/assets/boot-*.js", async (route) => {
      await page.waitForFunction(
        () => (window as unknown as { backgrounds?: string[] }).backgrounds?.[2] !== undefined,
      );
      await route.continue();
    });
    await page.goto(plain);
    const painted = await page.evaluate(() => {
      return {
        backgrounds: (window as unknown as { backgrounds: string[] }).backgrounds,
        boot: document.body.dataset.theme,
      };
    });
    expect(painted.boot).toBe("dark");
    expect(painted.backgrounds.length).toBeGreaterThan(2);
    expect(new Set(painted.backgrounds)).toEqual(new Set([DARK]));
  });
});
