import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../helpers/browser.ts";
import { command } from "../helpers/command.ts";
import { buildSite, readOutput, readTree, writeFiles } from "../helpers/docgen.ts";
import { openServer, stoppedAfterTest } from "../helpers/server.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const CONFIG = (worker: string) => ({
  "site.config.ts": `export default { title: "T", url: "https://example.com", serviceWorker: ${worker} };`,
});
const FILES = {
  ...CONFIG("true"),
  "content/docs/index.md": "# Start\n\n![p](./p.svg)\n\n[one](./one.md)\n",
  "content/docs/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>',
  "content/docs/one.md": "# One\n\nZebra.\n",
  "content/docs/two.md": "# Two\n",
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A served site that can go away. */
async function serve(root: string) {
  return stoppedAfterTest(await openServer("preview", "--root", root));
}

async function newContext(): Promise<BrowserContext> {
  // Routes that a test sets stand between a page and its worker: here there are none.
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return context;
}

/** Paths that the worker keeps, by the name of the cache. */
function kept(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const entries = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname).sort()] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  });
}

/** Waits until something holds in the page: what is asked there takes its time to answer. */
async function until<T>(page: Page, holds: (value: T) => Promise<boolean>, value: T): Promise<void> {
  await expect.poll(() => page.evaluate(holds as never, value), { timeout: 30_000 }).toBe(true);
}

/** Waits until a page is kept. */
function waitUntilKept(page: Page, path: string): Promise<void> {
  const isKept = async (wanted: string) => {
    for (const name of await caches.keys()) {
      if ((await (await caches.open(name)).match(location.origin + wanted)) !== undefined) return true;
    }
    return false;
  };
  return until(page, isKept, path);
}

const idOf = (root: string) => (JSON.parse(readOutput(root, "build.json")) as { id: string }).id;

test("visited pages and search work offline", async () => {
  const filler = "Sand and stones lie here. ".repeat(10);
  const root = await buildSite({
    ...FILES,
    // Texts stand in parts, as in a large site.
    "site.config.ts": `export default { title: "T", url: "https://example.com", serviceWorker: true,
      search: { splitIndexAbove: 0 } };`,
    "content/docs/one.md": `# One\n\n${filler}\n\nA striped zebra.\n`,
    "content/docs/two.md": `# Two\n\n${filler}\n\nThe zebra is striped.\n`,
  });
  const site = await serve(root);
  const page = await (await newContext()).newPage();
  await page.goto(`${site.address}/docs/`);
  await waitUntilKept(page, "/docs/");
  await waitUntilKept(page, readOutput(root, "docs/index.html").match(/src="(\/assets\/media\/p-[^"]+)"/)?.[1] ?? "");
  await page.getByRole("link", { name: "one", exact: true }).click();
  await page.getByRole("heading", { name: "One" }).waitFor();
  await waitUntilKept(page, "/docs/one");
  const searchFor = async (query: string) => {
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill(query);
    await page.getByRole("option", { name: /… .*striped zebra\./ }).waitFor();
    const teasers = await page.locator('dialog[data-status="idle"] [role=option]').allTextContents();
    await page.keyboard.press("Escape");
    return teasers.map((text) => /(striped zebra|zebra is striped)\.$/.exec(text)?.[1]);
  };
  expect(await searchFor('"striped zebra"')).toEqual(["striped zebra"]);
  await waitUntilKept(page, JSON.parse(readOutput(root, "search-index-docs-default-current.json")).parts[0][1]);
  await site.stop();

  await page.goto(`${site.address}/docs/`);
  expect(await page.getByRole("heading", { name: "Start" }).count()).toBe(1);
  expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(3);
  await page.getByRole("link", { name: "one", exact: true }).click();
  await page.getByRole("heading", { name: "One" }).waitFor();
  await page.goto(`${site.address}/docs/one/?a=1#x`);
  await page.getByRole("heading", { name: "One" }).waitFor();

  expect((await searchFor("striped zebra")).sort()).toEqual(["striped zebra", "zebra is striped"]);

  const missed = await page.goto(`${site.address}/docs/never`);
  expect(missed?.status()).toBe(503);
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
});

test("each language and version is read and searched offline, and says in its own words what was not visited", async () => {
  const root = await buildSite({
    ...FILES,
    "site.config.ts": `export default { title: "T", url: "https://example.com", baseUrl: "/a/b/", serviceWorker: true,
      i18n: { locales: ["en", "ar"] } };`,
    "content/versions.json": '["1"]',
    "content/versioned_docs/version-1/index.md": "# Start\n",
    "content/i18n/ar/docs/one.md": "# واحد\n\nحمار.\n",
  });
  const site = await serve(root);
  const page = await (await newContext()).newPage();
  await page.goto(`${site.address}/ar/docs/next/one`);
  await waitUntilKept(page, "/a/b/ar/docs/next/one");
  await waitUntilKept(page, "/a/b/ar/search-index-docs-default-current.json");
  const data = /data-site="([^"]*)"/.exec(readOutput(root, "ar/docs/next/one/index.html"))?.[1] ?? "";
  await waitUntilKept(page, data);
  await site.stop();

  await page.goto(`${site.address}/ar/docs/next/one`);
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill("حمار");
  await page.getByRole("option", { name: /واحد/ }).first().waitFor();
  expect((await page.goto(`${site.address}/ar/docs/never`))?.status()).toBe(503);
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  await page.getByRole("heading", { name: "أنت غير متصل" }).waitFor();
  await page.goto(`${site.address}/docs/never`);
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
});

test("what its host says is of the moment is not kept", async () => {
  const root = await buildSite({
    ...FILES,
    "content/static/_headers": "/me.json\n  Cache-Control: private, no-store\n",
    "content/static/me.json": "{}",
    "content/static/data.json": "{}",
  });
  const site = await serve(root);
  const page = await (await newContext()).newPage();
  await page.goto(`${site.address}/docs/`);
  await waitUntilKept(page, "/docs/");
  await page.evaluate(async () => {
    for (const path of ["/me.json", "/data.json"]) await (await fetch(path)).text();
  });
  await waitUntilKept(page, "/data.json");
  expect(Object.values(await kept(page)).flat()).not.toContain("/me.json");
});

test("a second build is never mixed with the first: the old cache is dropped as a whole", async () => {
  // No page leads to this one: none is fetched ahead for the reader.
  const hidden = "---\nunlisted: true\n---\n\n# Hidden\n";
  const root = await buildSite({ ...FILES, "content/docs/hidden.md": hidden });
  const site = await serve(root);
  const page = await (await newContext()).newPage();
  await page.goto(`${site.address}/docs/hidden`);
  await waitUntilKept(page, "/docs/hidden");
  await page.goto(`${site.address}/docs/`);
  await waitUntilKept(page, "/docs/");
  const first = idOf(root);
  expect(Object.keys(await kept(page))).toEqual([`docgen / ${first}`]);

  writeFiles(root, { "content/docs/two.md": "# Two, again\n" });
  expect((await command("build", "--root", root)).code).toBe(0);
  const second = idOf(root);
  expect(second).not.toBe(first);
  // As the router fetches a page: without a navigation, at which the browser itself looks for a new worker.
  await page.evaluate(() => fetch("/docs/two"));
  const isAlone = async (name: string) => {
    const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
    const isOne = installing === null && waiting === null && active?.state === "activated";
    return isOne && (await caches.keys()).join() === name;
  };
  await until(page, isAlone, `docgen / ${second}`);
  expect((await kept(page))[`docgen / ${second}`]).not.toContain("/docs/hidden");
  await page.goto(`${site.address}/docs/two`);
  await waitUntilKept(page, "/docs/two");

  await site.stop();
  await page.goto(`${site.address}/docs/two`);
  await page.getByRole("heading", { name: "Two, again" }).waitFor();
  expect((await page.goto(`${site.address}/docs/hidden`))?.status()).toBe(503);
});

test("the worker keeps the style sheet of each language, as pages of one may import those of packages", async () => {
  const root = await buildSite({
    ...FILES,
    "site.config.ts": `export default { title: "T", url: "https://example.com", serviceWorker: true,
      i18n: { locales: ["en", "de"] } };`,
    "content/pages/map.tsx": 'export const title = "Map";\nexport default () => <p>Map</p>;\n',
    "content/i18n/de/pages/map.tsx":
      'import "maps/maps.css";\nexport const title = "Karte";\nexport default () => <p className="map">Karte</p>;\n',
    "node_modules/maps/package.json": '{"name":"maps"}',
    "node_modules/maps/maps.css": ".map { color: #010203 }\n",
  });
  const sheetOf = (page: string) => /rel="stylesheet" href="([^"]+)"/.exec(readOutput(root, page))?.[1] ?? "none";
  const [english, german] = [sheetOf("docs/index.html"), sheetOf("de/docs/index.html")];
  expect(german).not.toBe(english);
  expect(readOutput(root, german.slice(1))).toContain(".map{color:#010203}");
  const worker = readOutput(root, "sw.js");
  expect(worker).toContain(`"${english}"`);
  expect(worker).toContain(`"${german}"`);
});

test.runIf(IS_WEEKLY)("a site that wants no worker any more takes it from those who have it", async () => {
  const root = await buildSite(FILES);
  const site = await serve(root);
  const page = await (await newContext()).newPage();
  await page.goto(`${site.address}/docs/`);
  await waitUntilKept(page, "/docs/");
  writeFiles(root, CONFIG('"remove"'));
  expect((await command("build", "--root", root)).code).toBe(0);
  expect(readOutput(root, "docs/index.html")).not.toContain("data-worker");
  // A browser looks for a new worker at every visit; the one that leaves may have to await what the old one does.
  const visit = async () => {
    await page.goto(`${site.address}/docs/`);
    return page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      await Promise.all(registrations.map((registration) => registration.update()));
      return { workers: registrations.map(({ scope }) => scope), caches: await caches.keys() };
    });
  };
  await expect.poll(visit, { timeout: 30_000, interval: 500 }).toEqual({ workers: [], caches: [] });
});

test("there is no worker unless the configuration asks for it; the build's name stands for its bytes", async () => {
  const none = await buildSite({ ...FILES, ...CONFIG("false") });
  const files = readTree(join(none, "build"));
  expect([...files.keys()].filter((file) => /^(sw\.js|build\.json)$/.test(file))).toEqual([]);
  expect(files.get("docs/index.html")).not.toContain("data-worker");
  const [a, b] = await Promise.all([buildSite(FILES), buildSite(FILES, "--base-url", "/x/")]);
  const again = await buildSite(FILES);
  expect(idOf(again)).toBe(idOf(a));
  expect(idOf(b)).not.toBe(idOf(a));
  expect(readOutput(b, "docs/index.html")).toContain('data-worker="/x/sw.js"');
  // What is said offline stands in the worker only.
  writeFiles(a, { "content/i18n/en/code.json": '{ "theme.offline.title": { "message": "Gone" } }' });
  expect((await command("build", "--root", a)).code).toBe(0);
  expect(readOutput(a, "sw.js")).toContain("Gone");
});
