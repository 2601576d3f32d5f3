import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectComplaints, openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite, PROJECT, readOutput } from "../helpers/docgen.ts";
import { LAYOUT_FILES, LONG_PAGE, scrollTo } from "../helpers/layout-site.ts";

const MANY = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`content/docs/3-many/page-${index + 10}.md`, `# Page ${index + 10}\n`]),
);
const FILES = {
  ...LAYOUT_FILES,
  ...MANY,
  "content/docs/3-many/index.md": "# Many\n",
  "content/docs/3-many/page-40.md": LONG_PAGE,
  "content/docs/4-hidden/secret.md": "---\nunlisted: true\n---\n# Secret\n",
  "content/docs/4-hidden/deeper/secret.md": "---\nunlisted: true\n---\n# Deeper secret\n",
  "content/docs/5-part/index.md": "# Part\n",
  "content/docs/5-part/secret.md": "---\nunlisted: true\n---\n# Part secret\n",
};

let browser: Browser;
let context: BrowserContext;
let root: string;
let address: string;
let reactHost: string;

beforeAll(async () => {
  root = await buildSite(FILES);
  address = await previewSite(root);
  browser = await openBrowser();
  context = await openContext(browser, { viewport: { width: 1280, height: 700 } });
  reactHost = await bundleHost();
});

afterAll(() => browser?.close());

/** Stands in for the client: the layout in React, with `showPage(route)` in the place of a router. */
async function bundleHost(): Promise<string> {
  const contents = `
    import { useState } from "react";
    import { hydrateRoot } from "react-dom/client";
    import { App } from "./src/theme/App.tsx";
    import { readPageData } from "./src/client/page.ts";
    import { readToc } from "./src/theme/TableOfContents.tsx";
    const start = { ...readPageData(document), toc: readToc(document) };
    const address = document.querySelector("script[data-site]").dataset.site;
    const articleHtml = document.getElementById("docgen-article").innerHTML;
    function Host({ site }) {
      const [page, setPage] = useState(start);
      window.showPage = (route) => setPage({ ...page, route });
      return <App site={site} page={page} articleHtml={articleHtml} />;
    }
    export const hydrate = async () => {
      const site = await fetch(address).then((answer) => answer.json());
      hydrateRoot(document.getElementById("docgen"), <Host site={site} />);
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: PROJECT, loader: "tsx" },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0]?.text ?? "";
}

async function open(route: string, run: (page: Page) => Promise<void>, own = context): Promise<void> {
  const page = await own.newPage();
  const complaints = collectComplaints(page);
  await page.goto(address + route);
  await run(page);
  expect(complaints).toEqual([]);
  await page.close();
}

/** Puts the stand-in in the place of the client, and makes the page load it. */
async function useHost(page: Page): Promise<void> {
  await page.route("**/assets/hydrate-*.js", (route) => {
    return route.fulfill({ body: reactHost, contentType: "text/javascript" });
  });
  await page.locator(".color-mode").hover();
  await page.waitForFunction(() => "showPage" in window);
}

const showPage = (page: Page, route: string) =>
  page.evaluate((to) => (window as unknown as { showPage: (route: string) => void }).showPage(to), route);

/** The links of the sidebar that can be seen. */
const shown = (page: Page) =>
  page
    .locator(".docs-panel a")
    .evaluateAll((all) => all.flatMap((link) => (link.checkVisibility() ? [link.textContent] : [])));
const caret = (page: Page, label: string) =>
  page.getByRole("button", { name: new RegExp(`(Expand|Collapse) ${label}`) });
const scrollTop = (page: Page) => page.locator(".sidebar").evaluate((sidebar) => sidebar.scrollTop);

/** What moves in the sidebar: how long, by what curve, between which heights. */
const motion = (page: Page) =>
  page.evaluate(() => {
    const [animation] = document.getAnimations().filter(({ playState }) => playState === "running");
    const effect = animation?.effect as KeyframeEffect | undefined;
    if (effect === undefined || effect === null) return undefined;
    const { duration, easing } = effect.getTiming();
    return { duration, easing, heights: effect.getKeyframes().map(({ height }) => height) };
  });

const expected = (height: number) => Math.round((4 + 15 * (height / 36) ** 0.25 + height / 36 / 5) * 10);

describe("a category", () => {
  test("unfolds and folds by height, for as long as its height says, and ends displayed at its own height or not at all", async () => {
    await open("/docs/", async (page) => {
      const box = page.locator("li.category").filter({ hasText: "Many" }).locator("> div:not(.category-row)");
      await caret(page, "Many").hover();
      await caret(page, "Many").click();
      await page.waitForFunction(() => document.getAnimations().some(({ playState }) => playState === "running"));
      const opening = await motion(page);
      await page.waitForFunction(() => document.getAnimations().length === 0);
      const { height, style } = await box.evaluate((element) => {
        return { height: element.scrollHeight, style: element.getAttribute("style") };
      });
      expect(opening).toEqual({ duration: expected(height), easing: "ease-in-out", heights: ["0px", `${height}px`] });
      expect(style).toBeNull();
      expect(await shown(page)).toContain("Page 49");

      await caret(page, "Many").click();
      await page.waitForFunction(() => document.getAnimations().some(({ playState }) => playState === "running"));
      expect(await motion(page)).toEqual({
        duration: expected(height),
        easing: "ease-in-out",
        heights: [`${height}px`, "0px"],
      });
      await box.waitFor({ state: "hidden" });
      expect(await box.evaluate((element) => getComputedStyle(element).display)).toBe("none");
    });
  });

  test("moves for 1 ms where reduced motion is preferred", async () => {
    const own = await openContext(browser, { viewport: { width: 1280, height: 700 }, reducedMotion: "reduce" });
    await open(
      "/docs/",
      async (page) => {
        await page.evaluate(() => {
          const { animate } = Element.prototype;
          Element.prototype.animate = function (frames, options) {
            document.body.dataset.duration = String((options as KeyframeAnimationOptions).duration);
            return animate.call(this, frames, options);
          };
        });
        await caret(page, "Guide").click();
        await page.waitForFunction(() => document.body.dataset.duration !== undefined);
        expect(await page.evaluate(() => document.body.dataset.duration)).toBe("1");
        await page.locator(".docs-panel").getByRole("link", { name: "One" }).waitFor();
      },
      own,
    );
    await own.close();
  });

  test("opens when it comes to hold the page, and what was opened before stays open", async () => {
    await open("/docs/guide/one", async (page) => {
      await useHost(page);
      const before = await page.locator(".sidebar").elementHandle();
      await showPage(page, "/docs/other/five");
      await page.locator(".docs-panel").getByRole("link", { name: "Five" }).waitFor();
      expect(await shown(page)).toEqual(expect.arrayContaining(["One", "Two", "Five"]));
      expect(await page.locator('.docs-panel [aria-current="page"]').textContent()).toBe("Five");
      expect(await before?.evaluate((element) => element.isConnected)).toBe(true);
      // Closed by the reader, it opens again when it holds the page again.
      await caret(page, "Guide").click();
      await expect.poll(() => shown(page)).not.toContain("One");
      await showPage(page, "/docs/guide/two");
      await expect.poll(() => shown(page)).toContain("One");
    });
  });
});

describe("unlisted pages", () => {
  const linksOf = (file: string) => {
    const html = readOutput(root, file);
    const panel = html.slice(html.indexOf('<nav aria-label="Docs sidebar"'), html.indexOf("<main"));
    return [...panel.matchAll(/<a\b[^>]*>([^<]*)</g)].map(([, label]) => label);
  };

  test("an unlisted link is visible only while active", () => {
    expect(linksOf("docs/part/index.html")).not.toContain("Part secret");
    expect(linksOf("docs/part/secret/index.html")).toContain("Part secret");
  });

  test("a category is visible if active, has a listed link, or a visible child", () => {
    expect(linksOf("docs/index.html")).not.toContain("Hidden");
    expect(linksOf("docs/index.html")).toContain("Part");
    expect(linksOf("docs/hidden/secret/index.html")).toEqual(expect.arrayContaining(["Hidden", "Secret"]));
    expect(linksOf("docs/hidden/secret/index.html")).not.toContain("Deeper");
    expect(linksOf("docs/hidden/deeper/secret/index.html")).toEqual(
      expect.arrayContaining(["Hidden", "Deeper", "Deeper secret"]),
    );
  });
});

describe("the active item", () => {
  const isInView = (page: Page) =>
    page.locator('.docs-panel [aria-current="page"]').evaluate((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return top >= 57 && bottom <= innerHeight;
    });

  test("is in view when the page has loaded, and the page is not moved", async () => {
    await open("/docs/many/page-40", async (page) => {
      await expect.poll(() => isInView(page)).toBe(true);
      expect(await scrollTop(page)).toBeGreaterThan(0);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });

  test("comes into view after a navigation; a sidebar that shows it already stays where it is", async () => {
    await open("/docs/many/page-40", async (page) => {
      await useHost(page);
      await expect.poll(() => isInView(page)).toBe(true);
      await scrollTo(page, 500);
      const go = async (route: string, label: string) => {
        await showPage(page, route);
        await page.locator('.docs-panel [aria-current="page"]', { hasText: label }).waitFor({ state: "attached" });
        await page.evaluate(() => document.dispatchEvent(new Event("docgen:navigated")));
      };
      const before = await scrollTop(page);
      await go("/docs/many/page-41", "Page 41");
      expect(await scrollTop(page)).toBe(before);
      await go("/docs/guide/one", "One");
      expect(await isInView(page)).toBe(true);
      expect(await scrollTop(page)).toBeLessThan(before);
      expect(await page.evaluate(() => scrollY)).toBe(500);
    });
  });
});
