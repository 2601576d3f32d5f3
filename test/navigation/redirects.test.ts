import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { command, previewSite } from "../helpers/command.ts";
import { buildSite, makeSite, readOutput } from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";

const PAGES = {
  "content/docs/index.md": "# Start\n",
  "content/docs/new.md": "# New\n\n## Part\n\nSee [old](/docs/old).\n",
};

function config(redirects: string): Record<string, string> {
  return { "site.config.ts": `export default { title: "T", url: "https://example.com", redirects: [${redirects}] };` };
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("a redirect keeps query and hash, works without JavaScript, and is told to hosts", async () => {
  const redirects =
    '{ from: ["/docs/old", "/docs/older/"], to: "/docs/new" }, { from: "/docs/part", to: "/docs/new#part" }';
  const root = await buildSite({ ...PAGES, ...config(redirects) });
  expect(readOutput(root, "_redirects")).toBe(
    "/docs/old /docs/new 301\n/docs/older /docs/new 301\n/docs/part /docs/new#part 301\n",
  );
  expect(readOutput(root, "docs/new/index.html")).toContain('See <a href="/docs/new">old</a>');
  // GitHub reads no `_redirects`: there the pages lead on themselves.
  const pages = await previewSite(root, "--like", "github");
  const host = await previewSite(root);
  const land = async (address: string, path: string, javaScriptEnabled = true) => {
    const context = await openContext(browser, { javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(address + path);
    await page.waitForURL(/\/docs\/new/);
    const { pathname, search, hash } = new URL(page.url());
    await context.close();
    return pathname + search + hash;
  };
  for (const address of [pages, host]) {
    expect(await land(address, "/docs/old?a=1&b=%20#part")).toMatch(/^\/docs\/new\/?\?a=1&b=%20#part$/);
    expect(await land(address, "/docs/older/")).toMatch(/^\/docs\/new\/?$/);
    expect(await land(address, "/docs/part?a=1#other")).toMatch(/^\/docs\/new\/?\?a=1#part$/);
    expect(await land(address, "/docs/old", false)).toMatch(/^\/docs\/new\/?$/);
  }
});

test("under a base URL redirects stay below it", async () => {
  const root = await buildSite({ ...PAGES, ...config('{ from: "/docs/old", to: "/docs/new" }') }, "--base-url", "/x/");
  expect(readOutput(root, "_redirects")).toBe("/x/docs/old /x/docs/new 301\n");
  expect(readOutput(root, "docs/old/index.html")).toContain('<a href="/x/docs/new">');
});

test("every redirect that can't be is an error at its place in the configuration", async () => {
  const redirects = [
    '{ from: "/docs/old", to: "/docs/nev" }',
    '{ from: "/docs/new/", to: "/docs/" }',
    '{ from: "/docs/a", to: "/docs/" }',
    '{ from: "/docs/A/", to: "/docs/new" }',
    '{ from: "docs/b?x", to: "/docs/" }',
    '{ from: "/file.txt", to: "/docs/" }',
    '{ from: "/x", to: "http://" }',
  ];
  const root = makeSite({ ...PAGES, "content/static/file.txt": "x", ...config(redirects.join(", ")) });
  const { code, stderr } = await command("build", "--root", root);
  expect(unplaced(stderr).trimEnd().split("\n")).toEqual([
    'error  site.config.ts: redirects[0].to: no page at /docs/nev; did you mean "/docs/new"?',
    "error  site.config.ts: redirects[1].from: /docs/new/ is the page /docs/new",
    "error  site.config.ts: redirects[3].from: /docs/A/ is already redirected by redirects[2]",
    'error  site.config.ts: redirects[4].from: "docs/b?x" is not a path below the site\'s root',
    "error  site.config.ts: redirects[5].from: /file.txt is the file /file.txt",
    "error  site.config.ts: redirects[6].to: no page at http://",
  ]);
  expect(code).toBe(2);
});

// Each was once made with all others: these took more than a minute.
test("thousands of redirects are made at once", { timeout: 40_000 }, async () => {
  const many = Array.from({ length: 6000 }, (_, number) => (number === 0 ? "/docs/old" : `/old/${number}`));
  const root = await buildSite({ ...PAGES, ...config(`{ from: ${JSON.stringify(many)}, to: "/docs/new" }`) });
  expect(readOutput(root, "_redirects").trim().split("\n")).toHaveLength(many.length);
  for (const path of ["docs/old", "old/5999"]) {
    expect(readOutput(root, `${path}/index.html`)).toContain('<a href="/docs/new">');
  }
});
