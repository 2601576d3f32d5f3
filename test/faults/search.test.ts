import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite, readOutput } from "../helpers/docgen.ts";
import { searcherOf } from "../search/small-site.ts";

const INDEXES = "**/search-index-*.json";
const SITE = { "content/docs/index.md": "# Start\n\nA giraffe.\n", "content/docs/a.md": "# Giraffe\n\nTall.\n" };

let browser: Browser;
let root: string;
let address: string;
beforeAll(async () => {
  [root, browser] = await Promise.all([buildSite(SITE), openBrowser()]);
  address = await previewSite(root);
});
afterAll(() => browser?.close());

async function ask(page: Page, query: string): Promise<void> {
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill(query);
}

const index = () => readOutput(root, "search-index-docs-default-current.json");
const changed = (change: (file: Record<string, unknown>) => unknown) => JSON.stringify(change(JSON.parse(index())));
const json = (body: string) => ({ status: 200, contentType: "application/json", body });
/** What comes in the place of an index. */
const BROKEN: Readonly<Record<string, () => Parameters<import("playwright-core").Route["fulfill"]>[0] | "offline">> = {
  "404": () => ({ status: 404, body: "" }),
  "HTML instead of JSON": () => ({ status: 200, contentType: "text/html", body: "<!doctype html><p>Sign in" }),
  truncated: () => json(index().slice(0, index().length / 2)),
  empty: () => json(""),
  "of another format": () => json(changed((file) => ({ ...file, index: { version: "0.9.5", fields: ["title"] } }))),
  "without documents": () => json(changed(({ index: own }) => ({ index: own }))),
  "with fewer documents than its index": () => json(changed((file) => ({ ...file, documents: [] }))),
  null: () => json("null"),
  offline: () => "offline",
};

describe("an index gives no results, no visible error, and is asked for again at the next search:", () => {
  test.each(Object.keys(BROKEN))("%s", async (name) => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const exceptions: string[] = [];
    page.on("pageerror", (error) => exceptions.push(error.message));
    await page.goto(`${address}/docs/`);
    await page.route(INDEXES, (route) => {
      const answer = BROKEN[name]?.() ?? "offline";
      return answer === "offline" ? route.abort("internetdisconnected") : route.fulfill(answer);
    });
    await ask(page, "giraffe");
    await page.getByText("No results found.").waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("combobox")
      .waitFor({ state: "detached" })
      .catch(() => undefined);
    await page.unroute(INDEXES);
    await ask(page, "giraffe");
    await page.getByRole("option").first().waitFor();
    expect(exceptions).toEqual([]);
    await context.close();
  });
});

describe("a query finds what is sensible, and throws nothing:", () => {
  const site = searcherOf({
    "/a": { title: "Objects", text: "The constructor and __proto__ of an object; toString too." },
    "/b": { title: "\u8bfb\u53d6\u6587\u4ef6", text: "\u8bfb\u53d6 XLSX \u6587\u4ef6" },
    "/c": { title: "Words", text: "It is what it is, with the and of." },
  });
  test.each<[string, string, string | undefined | "any"]>([
    ["constructor", "constructor", "/a"],
    ["__proto__", "__proto__", "/a"],
    ["wildcards alone", "***", "any"],
    ["more than 512 characters", "constructor ".repeat(100), "/a"],
    ["an emoji", "\u{1F600}", undefined],
    ["a lone surrogate", "constructor \ud83d", "/a"],
    ["CJK", "\u6587\u4ef6", "/b"],
    ["stop words alone", "it is", "/c"],
    ["nothing", "", undefined],
    ["white space", " \t\n\u3000", undefined],
    ["quotes that stay open", '"constructor', "/a"],
  ])("%s", (_, query, route) => {
    const { results } = site.search(query, 8);
    if (route !== "any") expect(results[0]?.document.sectionRoute).toBe(route);
  });
});
