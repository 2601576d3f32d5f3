import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hydrate, openBrowser, openPrefetchingContext, openSettled } from "../helpers/browser.ts";
import { articleOf } from "../helpers/docgen.ts";
import { openSite } from "../helpers/real-site.ts";
import { some } from "../helpers/weekly.ts";

/** 1 kB is 1000 bytes; all sizes are those of the bodies after gzip. */
const KB = 1000;
const READING = { script: 8 * KB, style: 14 * KB, around: 6 * KB };
const INTERACTING = 95 * KB;
/** What a sample that reads a reader's file adds to its page: a row of buttons, and the file if there is one. */
const INPUT = 5 * KB;
/** A live sample that is run brings its own scripts and the page of its frame, and no editor. */
const LIVE = { script: 7 * KB, frame: 135 * KB };

let browser: Browser;
let address: string;
let paths: readonly string[];

beforeAll(async () => {
  const [site, launched] = await Promise.all([openSite(), openBrowser()]);
  browser = launched;
  address = site.address;
  paths = site.pages.filter(({ path }) => path.startsWith("/docs/")).map(({ path }) => path);
});

afterAll(() => browser?.close());

interface Loaded {
  readonly name: string;
  readonly kind: string;
  readonly bytes: number;
  readonly text: string;
}

/** Opens a page in a fresh context and measures every answer, frames and fetches included; other hosts are left out. */
async function load(path: string, act: (page: Page) => Promise<void>): Promise<readonly Loaded[]> {
  const context = await openPrefetchingContext(browser, { viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const measured: Promise<Loaded>[] = [];
  let isOver = false;
  page.on("response", (response) => {
    if (isOver || !response.url().startsWith(address)) return;
    const name = new URL(response.url()).pathname.split("/").at(-1) ?? "";
    const kind = name.endsWith(".js") ? "script" : response.request().resourceType();
    measured.push(
      response.body().then((body) => ({ name, kind, bytes: gzipSync(body).byteLength, text: body.toString() })),
    );
  });
  await openSettled(page, address + path);
  await act(page);
  isOver = true;
  const loaded = await Promise.all(measured);
  await context.close();
  return loaded;
}

const sum = (loaded: readonly Loaded[], counts: (one: Loaded) => boolean) =>
  loaded.filter(counts).reduce((total, { bytes }) => total + bytes, 0);

/** Reads from the top to the end, as one who only scrolls. */
async function read(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => {
      scrollTo({ top: y, behavior: "instant" });
      return new Promise((resolve) => requestAnimationFrame(resolve));
    }, top);
  }
}

const readings = new Map<string, ReturnType<typeof load>>();
/** What is loaded of a page that is only read. */
function loadToRead(path: string): ReturnType<typeof load> {
  const loaded = readings.get(path) ?? load(path, read);
  readings.set(path, loaded);
  return loaded;
}

/** Scripts of docgen and of the page. The library, which a sample loads, is the site's subject. */
const isScript = ({ kind, name }: Loaded) => kind === "script" && !name.startsWith("xlsx.");
const isFrame = ({ name }: Loaded) => name.startsWith("live-frame-");

const KINDS = {
  "an index": "/docs/",
  "a long API page": "/docs/api/write-options",
  "a page of text and tables": "/docs/csf/cell",
  "a page with tabs": "/docs/getting-started/installation/nodejs",
  "a page with a live sample": "/docs/getting-started/examples/export",
};

describe("a reader who opens a docs page and only reads", () => {
  test.each(Object.entries(KINDS))("loads little: %s, %s", async (_, path) => {
    const loaded = await loadToRead(path);
    const [html] = loaded;
    const article = articleOf(html?.text ?? "");
    expect(article.length).toBeGreaterThan(500);
    expect(sum(loaded, isScript)).toBeLessThanOrEqual(READING.script);
    expect(sum(loaded, ({ kind }) => kind === "stylesheet")).toBeLessThanOrEqual(READING.style);
    expect(loaded.filter(isFrame)).toEqual([]);
  });

  test("loads little more for a sample that takes the reader's own file", async () => {
    const loaded = await load("/docs/cookbook/read/choose-sheet", read);
    expect(sum(loaded, ({ name }) => name.startsWith("reader-input-"))).toBeGreaterThan(0);
    expect(sum(loaded, isScript)).toBeLessThanOrEqual(READING.script + INPUT);
  });

  test("loads at most 6 kB of HTML outside the article, on every page of the site", async () => {
    expect(paths.length).toBeGreaterThan(60);
    for (const path of paths) {
      const html = await (await fetch(address + path)).text();
      // A list is not an article, but it is what the reader came for.
      const article = articleOf(html) || (/id="docgen-article">([\s\S]*)<\/main>/.exec(html)?.[1] ?? "");
      const around = html.replace(article, () => "");
      expect(around.length, path).toBe(html.length - article.length);
      expect(gzipSync(around).byteLength, path).toBeLessThanOrEqual(READING.around);
    }
  });

  test("loads of a live sample that is run no more than its scripts and its frame", async () => {
    const path = KINDS["a page with a live sample"];
    const without = await loadToRead(path);
    const loaded = await load(path, async (page) => {
      await page.locator(".live-run").first().click();
      await page.locator("figure.live iframe[data-shown]").waitFor();
    });
    expect(loaded.filter(isFrame)).toHaveLength(1);
    expect(sum(loaded, isFrame)).toBeLessThanOrEqual(LIVE.frame);
    expect(sum(loaded, isScript) - sum(without, isScript)).toBeLessThanOrEqual(LIVE.script);
  });
});

describe("after the first interaction a reader has loaded", () => {
  test.each(some(2, ["/", ...Object.values(KINDS)]))(
    "at most 95 kB of JavaScript in all, React included: %s",
    async (path) => {
      const loaded = await load(path, hydrate);
      expect(loaded.some(({ name }) => name.startsWith("hydrate-"))).toBe(true);
      expect(loaded.some(({ name }) => name.startsWith("SearchPanel-"))).toBe(false);
      expect(sum(loaded, isScript)).toBeLessThanOrEqual(INTERACTING);
      expect(sum(loaded, ({ kind }) => kind === "stylesheet")).toBeLessThanOrEqual(READING.style);
    },
  );
});
