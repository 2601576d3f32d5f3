import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readManifest } from "../../src/output/manifest.ts";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { articleOf } from "../helpers/docgen.ts";
import { openSite, type RealSite } from "../helpers/real-site.ts";
import { some } from "../helpers/weekly.ts";

let site: RealSite;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), openBrowser()]);
});

afterAll(() => browser?.close());

/** Files that answer for the addresses of a page's links, as a host without any rules of its own finds them. */
function linkedFiles(file: string, files: ReadonlySet<string>): string[] {
  const html = readFileSync(join(site.out, file), "utf8").replace(/<(script|template)\b[\s\S]*?<\/\1>/g, "");
  return [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].flatMap(([, href = ""]) => {
    const { origin, pathname } = new URL(href.replaceAll("&amp;", "&"), `${site.address}/${file}`);
    if (origin !== site.address) return [];
    const path = decodeURIComponent(pathname).slice(1);
    return [path, `${path}index.html`, `${path}/index.html`].filter(
      (name) => files.has(name) && name.endsWith(".html"),
    );
  });
}

test("with JavaScript off every listed page is reached from / by links alone", () => {
  const files = new Set(readManifest(site.out)?.files);
  const reached = new Set<string>();
  const waiting = ["index.html"];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...linkedFiles(file, files));
  }
  const sitemap = readFileSync(join(site.out, "sitemap.xml"), "utf8");
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+\/([^<]*)<\/loc>/g)].map(([, path = ""]) => {
    return `${path}/index.html`.replace(/\/+/g, "/").replace(/^\//, "");
  });
  expect(listed.length).toBeGreaterThan(60);
  expect(listed.filter((file) => !files.has(file))).toEqual([]);
  expect(listed.filter((file) => !reached.has(file))).toEqual([]);
});

test("from the start of the docs, Next leads through all their pages and Previous back", () => {
  const files = new Set(readManifest(site.out)?.files);
  const neighbour = (file: string, rel: "prev" | "next") => {
    const [, href = ""] =
      new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(readFileSync(join(site.out, file), "utf8")) ?? [];
    const path = href.replace(/^\//, "").replace(/\/$/, "");
    return href === "" ? undefined : `${path}/index.html`;
  };
  const met: string[] = [];
  for (let file: string | undefined = "docs/index.html"; file !== undefined && !met.includes(file); ) {
    const next = neighbour(file, "next");
    if (next !== undefined) expect(neighbour(next, "prev"), next).toBe(file);
    met.push(file);
    file = next;
  }
  const docs = [...files].filter((file) => /^docs\/(?!tags\/).*index\.html$/.test(file));
  const pages = new Set(site.pages.map((page) => page.file));
  expect(docs.filter((file) => pages.has(file) && !met.includes(file))).toEqual([]);
});

describe("with JavaScript off", () => {
  test.each(
    some(2, [
      "/docs/getting-started/installation/frameworks",
      "/docs/api/write-options",
      "/docs/",
      "/docs/getting-started/examples/export",
      "/docs/getting-started/roadmap",
      "/docs/csf/features/",
    ]),
  )("all text of %s is there to read, in both widths", async (path) => {
    for (const width of [390, 1280]) {
      const context = await openContext(browser, { javaScriptEnabled: false, viewport: { width, height: 800 } });
      const page = await context.newPage();
      const response = await page.goto(site.address + path);
      const article = articleOf((await response?.text()) ?? "");
      await page.getByRole("heading", { level: 1 }).waitFor();
      const headings = [...article.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id = ""]) => id);
      for (const id of headings) {
        const heading = page.locator(`[id="${id}"]`);
        const isFolded = await heading.evaluate((element) => element.closest("details, .tab-panel") !== null);
        expect(isFolded || (await heading.isVisible()), `${path}#${id}`).toBe(true);
      }
      for (const choice of await page.locator(".tab-list label").all()) await choice.click();
      await page.locator(".navbar .brand").waitFor();
      expect(await page.locator("body").evaluate((body) => body.scrollWidth <= innerWidth)).toBe(true);
      await context.close();
    }
  });

  test("the menu for copying a page has a name", async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.address}/docs/getting-started/roadmap`);
    const menu = page.locator(".page-tools summary");
    expect(await menu.evaluate((element) => getComputedStyle(element, "::before").content)).toBe('"More"');
    await menu.click();
    await page.getByRole("link", { name: "View as Markdown" }).waitFor();
    await context.close();
  });

  test("the home page is", async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.address}/`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.locator("main a[href]:visible").count()).toBeGreaterThan(3);
    await context.close();
  });
});
