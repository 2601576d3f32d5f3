import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { buildSite, readTree } from "../helpers/docgen.ts";
import { readGrammar } from "../helpers/grammar.ts";

/** Classes that are for scripts, or only name what others style. */
const UNSTYLED = [
  "filter-table",
  "footnote-backref",
  "footnote-item",
  "footnote-ref",
  "footnotes-list",
  "note",
  "options",
];

let browser: Browser;
let context: BrowserContext;
let page: Page;

/** Every construct of GRAMMAR.md as it says that it is built, in one page, with the site's style sheet. */
beforeAll(async () => {
  const root = await buildSite({ "content/docs/index.md": "# Start\n" });
  const build = join(root, "build");
  const sheet = [...readTree(build).keys()].find((file) => /^assets\/index-.*\.css$/.test(file)) ?? "";
  const constructs = readGrammar().constructs.filter(({ kind }) => kind === "html");
  const html = constructs.map(({ result }) => `<section>${result}</section>`).join("\n");
  browser = await openBrowser();
  context = await openContext(browser, { viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  await page.setContent(
    `<html data-theme="light"><style>${readFileSync(join(build, sheet), "utf8")}</style><article class="markdown">${html}`,
  );
});

afterAll(() => browser?.close());

/** What is shown of an element, text that the style sheet generates included, as the browser tells assistive technology. */
async function shownText(selector: string, index = 0): Promise<string[]> {
  const session = await context.newCDPSession(page);
  const { result } = await session.send("Runtime.evaluate", {
    expression: `document.querySelectorAll(${JSON.stringify(selector)})[${index}]`,
  });
  const { node } = await session.send("DOM.describeNode", { objectId: result.objectId ?? "" });
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((one) => [one.nodeId, one]));
  const textsBelow = (id: string): string[] => {
    const one = byId.get(id);
    if (one?.role?.value === "StaticText") return [String(one.name?.value)];
    return (one?.childIds ?? []).flatMap(textsBelow);
  };
  const own = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
  await session.detach();
  return own === undefined ? [] : textsBelow(own.nodeId);
}

test("lines are numbered one after the other, from 1 or from where the fence says", async () => {
  const shown = async (index: number) => (await shownText("figure.numbered pre", index)).join("").replace(/\s/g, "");
  expect(await shown(0)).toBe("1lettotal=0;2total+=1;");
  expect(await shown(1)).toBe("7lettotal=0;8total+=1;");
});

test("marked lines bear signs that need no colour, and kinds of admonitions have icons of their own", async () => {
  expect((await shownText("figure.focusing")).map((text) => text.trim()[0])).toEqual(
    expect.arrayContaining(["−", "+", "!"]),
  );
  const icons = await page.locator(".admonition-title").evaluateAll((titles) =>
    titles.map((title) => {
      const { maskImage, width } = getComputedStyle(title, "::before");
      return [title.parentElement?.className, maskImage, Number.parseFloat(width) > 10];
    }),
  );
  const byKind = new Map(icons.map(([kind, mask]) => [kind, mask]));
  expect(icons.every(([, , isShown]) => isShown)).toBe(true);
  expect(byKind.size).toBeGreaterThan(2);
  expect(new Set(byKind.values()).size).toBe(byKind.size);
});

test("in high contrast icons are seen, and of the tabs only the chosen one has a line", async () => {
  await page.emulateMedia({ forcedColors: "active" });
  const [icons, lines, ground] = await page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    const icons = all(".admonition-title").map((title) => getComputedStyle(title, "::before").backgroundColor);
    const lines = all(".tab-list label").map((label) => {
      const isSeen = getComputedStyle(label).borderBottomColor !== ground;
      return isSeen === (label.querySelector("input")?.checked ?? false);
    });
    return [icons, lines, ground] as const;
  });
  await page.emulateMedia({ forcedColors: "none" });
  expect(icons).not.toContain(ground);
  expect(new Set(lines)).toEqual(new Set([true]));
});

test("every class of the constructs changes what is shown", async () => {
  const unstyled = await page.evaluate(() => {
    const LOOKS =
      "color background display position margin padding border font opacity text-align content counter-reset counter-increment mask-image list-style-type gap overflow inset height width cursor box-shadow white-space text-decoration".split(
        " ",
      );
    /** How an element, its parts, and what stands around it look. */
    const look = (element: Element) =>
      [element, element.parentElement, element.nextElementSibling, ...element.querySelectorAll("*")]
        .filter((one) => one !== null)
        .flatMap((one) => ["", "::before", "::after"].map((part) => getComputedStyle(one, part)))
        .flatMap((style) => LOOKS.map((name) => style.getPropertyValue(name)))
        .join();
    const found = new Map<string, boolean>();
    for (const element of document.querySelectorAll("article [class]")) {
      for (const name of [...element.classList]) {
        if (found.get(name) === true) continue;
        const before = look(element);
        element.classList.remove(name);
        found.set(name, look(element) !== before);
        element.classList.add(name);
      }
    }
    return [...found].flatMap(([name, isStyled]) => (isStyled ? [] : [name]));
  });
  expect(unstyled.sort()).toEqual(UNSTYLED);
});
