import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectComplaints, openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";
import { LAYOUT_FILES, scrollTo, settle } from "../helpers/layout-site.ts";

const PHONE = { width: 390, height: 800 };

let browser: Browser;
let context: BrowserContext;
let address: string;

beforeAll(async () => {
  address = await previewSite(await buildSite(LAYOUT_FILES));
  browser = await openBrowser();
  context = await openContext(browser, { viewport: PHONE, reducedMotion: "reduce" });
});

afterAll(() => browser?.close());

async function open(route: string, run: (page: Page) => Promise<void>, options?: BrowserContextOptions): Promise<void> {
  const own = options === undefined ? undefined : await openContext(browser, options);
  const page = await (own ?? context).newPage();
  const complaints = collectComplaints(page);
  await page.goto(address + route);
  await run(page);
  expect(complaints).toEqual([]);
  await (own ?? page).close();
}

const menuButton = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });
const drawer = (page: Page) => page.locator("#docgen-sidebar");
const closeButton = (page: Page) => drawer(page).getByRole("button", { name: "Close menu" });
const back = (page: Page) => drawer(page).getByRole("button", { name: "← Back to main menu", exact: true });
const docs = (page: Page) => drawer(page).getByRole("navigation", { name: "Docs sidebar" });
const mainMenu = (page: Page) => drawer(page).getByRole("navigation", { name: "Main menu" });
const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);

/** Opens the drawer and waits until its script watches over it. */
async function openDrawer(page: Page): Promise<void> {
  // A locator's click would scroll the page to where the sticky button came from.
  const { x = 0, y = 0 } = (await menuButton(page).boundingBox()) ?? {};
  await page.mouse.click(x + 10, y + 10);
  await page.waitForFunction(() => document.activeElement?.closest(".drawer-head") !== null);
}

const closed = (page: Page) => drawer(page).waitFor({ state: "hidden" });

describe("the drawer", () => {
  test("opens at the docs, and a button leads back to the main menu with its menus unfolded", async () => {
    await open("/docs/guide/one", async (page) => {
      await openDrawer(page);
      await docs(page).getByRole("link", { name: "One" }).waitFor();
      expect(await mainMenu(page).isVisible()).toBe(false);
      await back(page).click();
      await mainMenu(page).getByRole("link", { name: "Long page" }).waitFor();
      await mainMenu(page).getByRole("link", { name: "Docs" }).waitFor();
      expect(await mainMenu(page).locator("hr.rule").count()).toBe(1);
      expect(await docs(page).isVisible()).toBe(false);
      expect(await isFocused(page, ".drawer-links a")).toBe(true);
      // The next time it opens at the docs again.
      await closeButton(page).click();
      await closed(page);
      await openDrawer(page);
      await docs(page).waitFor();
    });
  });

  test("opens at the main menu outside the docs", async () => {
    await open("/", async (page) => {
      await openDrawer(page);
      await mainMenu(page).getByRole("link", { name: "Long page" }).waitFor();
      expect(await back(page).count()).toBe(0);
    });
  });

  test("locks the page's scrolling while it is open", async () => {
    await open("/docs/long", async (page) => {
      await scrollTo(page, 500);
      await scrollTo(page, 400);
      await openDrawer(page);
      await page.mouse.move(370, 600);
      await page.mouse.wheel(0, 300);
      await page.mouse.move(100, 600);
      await page.mouse.wheel(0, 300);
      await settle(page);
      expect(await page.evaluate(() => scrollY)).toBe(400);
      await page.keyboard.press("Escape");
      await closed(page);
      // A wheel that comes while the drawer is still painted is the drawer's.
      const wheel = async () => {
        await page.mouse.wheel(0, 300);
        return page.evaluate(() => scrollY);
      };
      await expect.poll(wheel, { timeout: 15_000 }).toBeGreaterThan(400);
    });
  });

  test("takes the focus, keeps it inside, and gives it back", async () => {
    await open("/docs/guide/one", async (page) => {
      await openDrawer(page);
      expect(await isFocused(page, ".drawer-head button")).toBe(true);
      await page.keyboard.press("Shift+Tab");
      expect(await isFocused(page, ".docs-panel li:last-child *")).toBe(true);
      await page.keyboard.press("Tab");
      expect(await isFocused(page, ".drawer-head button")).toBe(true);
      for (let press = 0; press < 20; press++) {
        await page.keyboard.press("Tab");
        expect(await isFocused(page, "#docgen-sidebar *")).toBe(true);
      }
      await page.keyboard.press("Escape");
      await closed(page);
      expect(await isFocused(page, ".menu-button")).toBe(true);
    });
  });

  test("closes on a click outside", async () => {
    await open("/docs/guide/one", async (page) => {
      await openDrawer(page);
      await page.mouse.click(380, 500);
      await closed(page);
    });
  });

  test("closes on a link to the page that is shown", async () => {
    await open("/docs/guide/one", async (page) => {
      await openDrawer(page);
      await docs(page).getByRole("link", { name: "One" }).click();
      await closed(page);
      await page.waitForFunction(() => history.state?.drawer === undefined);
      expect(new URL(page.url()).pathname).toBe("/docs/guide/one");
    });
  });

  test("closes when the layout becomes desktop", async () => {
    await open("/docs/guide/one", async (page) => {
      await openDrawer(page);
      await page.setViewportSize({ width: 996, height: 800 });
      await settle(page);
      expect(await drawer(page).evaluate((element) => element.matches(":popover-open"))).toBe(true);
      await page.setViewportSize({ width: 997, height: 800 });
      await page.waitForFunction(() => document.querySelector(":popover-open") === null);
    });
  });
});

/** Goes back as a page does: `page.goBack` counts from the entry that the browser knows, which may be an older one. */
async function goBackTo(page: Page, path: string): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL((url) => url.pathname === path);
}

describe("the browser's Back", () => {
  test("closes the drawer instead of leaving the page, and the next one leaves", async () => {
    await open("/docs/", async (page) => {
      await page.goto(`${address}/docs/guide/one`);
      await openDrawer(page);
      await page.evaluate(() => history.back());
      await closed(page);
      expect(new URL(page.url()).pathname).toBe("/docs/guide/one");
      expect(await isFocused(page, ".menu-button")).toBe(true);
      await goBackTo(page, "/docs/");
    });
  });

  test("finds no trace of a drawer that was closed otherwise, or left by a link", async () => {
    await open("/docs/", async (page) => {
      await page.goto(`${address}/docs/guide/one`);
      for (const how of ["Escape", "Enter"]) {
        await openDrawer(page);
        await page.keyboard.press(how);
        await closed(page);
        await page.waitForFunction(() => history.state?.drawer === undefined);
      }
      await openDrawer(page);
      await docs(page).getByRole("link", { name: "Two" }).click();
      await page.waitForURL(/\/two$/);
      await goBackTo(page, "/docs/guide/one");
      expect(await drawer(page).isVisible()).toBe(false);
      await goBackTo(page, "/docs/");
    });
  });

  test.each(["at once", "before the step back is done"])(
    "closes a drawer that was closed and opened again %s, at the docs, and the next one leaves",
    async (when) => {
      await open("/docs/", async (page) => {
        await page.goto(`${address}/docs/guide/one`);
        await openDrawer(page);
        await back(page).click();
        await page.evaluate(async (isAtOnce) => {
          const element = document.querySelector<HTMLElement>("#docgen-sidebar");
          if (element === null) throw new Error("no drawer");
          const toggled = () => new Promise((resolve) => element.addEventListener("toggle", resolve, { once: true }));
          const closing = toggled();
          element.hidePopover();
          if (!isAtOnce) await closing;
          const left = new Promise((resolve) =>
            navigation.addEventListener("currententrychange", resolve, { once: true }),
          );
          element.showPopover();
          await (isAtOnce ? closing : left);
        }, when === "at once");
        await docs(page).waitFor();
        await page.waitForFunction(() => history.state?.drawer === true);
        await page.evaluate(() => history.back());
        await closed(page);
        await goBackTo(page, "/docs/");
      });
    },
  );

  test("a router's state is kept, and it hears nothing of the drawer's steps", async () => {
    await open("/docs/guide/one", async (page) => {
      await page.evaluate(() => {
        history.replaceState({ key: "abc123", scroll: 7 }, "");
        addEventListener("popstate", () =>
          document.body.append(Object.assign(document.createElement("i"), { id: "heard" })),
        );
      });
      await openDrawer(page);
      expect(await page.evaluate(() => history.state)).toEqual({ key: "abc123", scroll: 7, drawer: true });
      await page.evaluate(() => history.back());
      await closed(page);
      expect(await page.evaluate(() => history.state)).toEqual({ key: "abc123", scroll: 7 });
      // Forward opens it again.
      await page.evaluate(() => history.forward());
      await drawer(page).waitFor();
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => history.state.drawer === undefined);
      expect(await page.locator("#heard").count()).toBe(0);
      // A router that follows a link replaces the drawer's entry; the drawer closes and touches nothing.
      await openDrawer(page);
      const length = await page.evaluate(() => history.length);
      await page.evaluate(() => {
        history.replaceState({ key: "def456" }, "", "/docs/guide/two");
        document.dispatchEvent(new Event("docgen:navigated"));
      });
      await closed(page);
      await settle(page);
      expect(await page.evaluate(() => [history.length, history.state, location.pathname])).toEqual([
        length,
        { key: "def456" },
        "/docs/guide/two",
      ]);
      await page.evaluate(() => history.back());
      await page.locator("#heard").waitFor({ state: "attached" });
      expect(await page.evaluate(() => [history.state.key, location.pathname])).toEqual(["abc123", "/docs/guide/one"]);
    });
  });
});

test("without JavaScript the drawer opens, shows both panels, and closes", async () => {
  await open(
    "/docs/guide/one",
    async (page) => {
      await menuButton(page).click();
      await docs(page).getByRole("link", { name: "One" }).waitFor();
      await mainMenu(page).getByRole("link", { name: "Long page" }).waitFor();
      expect(await back(page).isVisible()).toBe(false);
      await closeButton(page).click();
      await closed(page);
    },
    { javaScriptEnabled: false, viewport: PHONE },
  );
});
