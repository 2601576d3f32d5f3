import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hydrate, openBrowser, openContext, openPrefetchingContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite, readTree } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const BASE = "/xlsx/";
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0a6"/></svg>';
/** Every feature that makes or follows an address. */
const FILES = {
  "site.config.ts": `export default {
    title: "T", url: "https://example.com", favicon: "/icon.svg", socialCards: {}, serviceWorker: true,
    markdown: { math: true },
    i18n: { locales: ["en", "fr"] },
    navbar: { logo: { src: "/icon.svg" }, items: [
      { type: "doc", docId: "index", label: "Docs" }, { type: "docsVersionDropdown" }, { type: "localeDropdown" },
      { label: "Blog", to: "/blog/" }, { type: "search" },
    ] },
    footer: { links: [{ label: "Docs", to: "/docs" }] },
    announcementBar: { content: "News" },
    scripts: [{ src: "/own.js", async: true }],
    redirects: [{ from: "/docs/old", to: "/docs/guide/one" }],
  };`,
  "content/versions.json": '["1.0"]',
  "content/versioned_docs/version-1.0/index.md": "# Start\n\n[one](./guide/one.md)\n",
  "content/versioned_docs/version-1.0/guide/one.md": "# One\n",
  "content/docs/index.md": "# Start\n\n[one](./guide/one.md) [file](/data.csv) [old](/docs/old)\n\n<DocCardList />\n",
  "content/docs/guide/_category_.json": '{ "label": "Guide" }',
  "content/docs/guide/one.md":
    "---\ntags: [a]\n---\n\n# One\n\n![p](./p.svg)\n\n$a^2$\n\n```mermaid\nflowchart LR\n  A --> B\n```\n\n```jsx live\n<b>live</b>\n```\n\n## Zebra\n\nText.\n",
  "content/docs/guide/p.svg": ICON,
  "content/i18n/fr/docs/index.md": "# Début\n\n[one](./guide/one.md)\n",
  "content/blog/2026-01-31-first.md":
    "---\ntags: [b]\n---\n\n# First\n\nShort.\n\n<!-- truncate -->\n\n[docs](/docs/)\n",
  "content/pages/index.tsx":
    'import { Link } from "docgen/theme";\nexport default () => <p><Link to="/docs/">Docs</Link></p>;\n',
  "content/static/icon.svg": ICON,
  "content/static/own.js": "",
  "content/static/data.csv": "a,b\n",
};

let browser: Browser;
let root: string;
let address: string;

beforeAll(async () => {
  root = await buildSite(FILES, "--base-url", BASE);
  address = await previewSite(root);
  browser = await openBrowser();
});

afterAll(() => browser?.close());

/** Opens pages one after the other, following every link of the site to a page that `isWanted`. */
async function crawl(
  page: Page,
  isWanted: (path: string) => boolean,
  visit: (page: Page) => Promise<void>,
): Promise<{ pages: number; outside: string[] }> {
  const { origin } = new URL(address);
  const outside = new Set<string>();
  const note = (url: string, from: string) => {
    const { origin: host, pathname } = new URL(url);
    if (host === origin && !pathname.startsWith(BASE)) outside.add(`${pathname} from ${from}`);
    // A link to the site's own published address would leave this copy of it.
    if (host === "https://example.com" && !pathname.startsWith(BASE)) outside.add(`${url} from ${from}`);
  };
  page.context().on("request", (request) => note(request.url(), page.url()));
  const waiting = [`${address}/`];
  const done = new Set<string>();
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (done.has(url)) continue;
    done.add(url);
    await page.goto(url);
    await visit(page);
    const found = await page.locator("a[href], link[href], img[src], script[src]").evaluateAll((all) => {
      return all.map((one) => [one.tagName, (one as HTMLAnchorElement).href || (one as HTMLImageElement).src] as const);
    });
    for (const [tag, target] of found) {
      if (!target.startsWith("http")) continue;
      note(target, url);
      const plain = target.replace(/#.*/, "");
      const isPage = tag === "A" && plain.startsWith(`${address}/`) && !/\.\w+$/.test(plain);
      if (isPage && isWanted(plain.slice(address.length))) waiting.push(plain);
    }
  }
  return { pages: done.size, outside: [...outside] };
}

test.runIf(IS_WEEKLY)("with scripts off a crawl finds no request and no link outside the base URL", async () => {
  const context = await openPrefetchingContext(browser, { javaScriptEnabled: false });
  const { pages, outside } = await crawl(
    await context.newPage(),
    () => true,
    async () => {},
  );
  expect(outside).toEqual([]);
  expect(pages).toBeGreaterThan(15);
  await context.close();
});

test("with scripts on neither: hydrated, with search, live samples, diagrams and the router", {
  timeout: 240_000,
}, async () => {
  const quiet = await openContext(browser);
  // Of what is there in two languages, the translated page is hydrated in both.
  const isWanted = (path: string) => !path.startsWith("/fr/") || /^\/fr\/(?:docs\/next\/)?$/.test(path);
  const { pages, outside } = await crawl(await quiet.newPage(), isWanted, hydrate);
  await quiet.close();
  expect(outside).toEqual([]);
  expect(pages).toBeGreaterThan(15);
  const context = await openPrefetchingContext(browser);
  const page = await context.newPage();
  const requests: string[] = [];
  context.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${address}/docs/next/`);
  await page.getByRole("link", { name: "one", exact: true }).click();
  await page.getByRole("heading", { name: "One" }).waitFor();
  await page.locator(".page-tools summary").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("zebra");
  await page.getByRole("option", { name: /Zebra/ }).first().click();
  await page.getByRole("heading", { name: "Zebra" }).waitFor();
  await page.locator("figure.mermaid svg").waitFor();
  await page.locator(".live-run").first().click();
  await page.locator("figure.live iframe[data-shown]").first().waitFor();
  expect(requests.filter((path) => !path.startsWith(BASE))).toEqual([]);
  expect(requests.length).toBeGreaterThan(5);
  await context.close();
});

test("no file names an address of this site outside the base URL", () => {
  const wrong: string[] = [];
  for (const [file, text] of readTree(`${root}/build`)) {
    if (!/\.(html|xml|json|txt|md|webmanifest)$|^_/.test(file) || file.startsWith("assets/live-frame")) continue;
    const absolute = text.matchAll(/https:\/\/example\.com(\/[^\s"'<>)\\]*)?/g);
    for (const [whole, path = ""] of absolute) {
      if (!path.startsWith(BASE)) wrong.push(`${file}: ${whole}`);
    }
    for (const [, path = ""] of text.matchAll(/\s(?:href|src|data-site|data-worker)="(\/[^"]*)"/g)) {
      if (!path.startsWith(BASE)) wrong.push(`${file}: ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("what a reader chose is this site's own: one at another base URL of the host keeps its own", async () => {
  const page = await (await openPrefetchingContext(browser)).newPage();
  await page.goto(`${address}/docs/`);
  await page.evaluate(() => localStorage.setItem("docs-preferred-version-default", "of another site"));
  await page
    .locator('[data-docs-version="default:current"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**/docs/next/");
  await page.keyboard.press("/");
  await page.keyboard.type("zebra");
  await page.getByRole("option").first().click();
  await page.waitForURL("**/one#zebra");
  await page.goto(`${address}/blog/`);
  await page.waitForFunction(() => document.querySelector("[data-preferred-version]")?.textContent === "Next");
  const kept = await page.evaluate(() => Object.entries(localStorage).sort());
  expect(Object.fromEntries(kept)).toMatchObject({
    "docs-preferred-version-default": "of another site",
    [`docs-preferred-version-default ${BASE}`]: "current",
    [`docgen.search.recent ${BASE}`]: '["zebra"]',
  });
});
