import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { openContext } from "../helpers/browser.ts";
import { browserSite } from "../helpers/browser-site.ts";
import { scrollTo } from "../helpers/layout-site.ts";

/** Tabs that the style sheet tells apart. */
const MOST_TABS = 24;
const range = (length: number) => Array.from({ length }, (_, index) => index + 1);
const tabs = (count: number) =>
  `<Tabs groupId="many" queryString>\n${range(count)
    .map(
      (index) =>
        `<TabItem value="v${index}" label="Tab ${index} of many">\n\nPanel ${index}.\n\n### Part ${index} of ${count}\n\n</TabItem>\n`,
    )
    .join("")}</Tabs>\n`;

const FILES = {
  "site.config.ts": `export default { title: "T", url: "https://example.com", markdown: { math: true } };`,
  "content/docs/index.md": "# Start\n",
  "content/docs/tabs.md": `# Tabs\n\n${tabs(MOST_TABS)}`,
  "content/docs/more-tabs.md": `# More tabs\n\n${tabs(MOST_TABS + 2)}`,
  "content/docs/headings.md": `# Headings\n\n${range(80)
    .map((index) => `## Heading ${index}\n\n${"Text. ".repeat(60)}\n`)
    .join("\n")}`,
  [`content/docs/${"deep/".repeat(10)}leaf.md`]: "# A page at the bottom of everything\n",
  "content/docs/options.md": `# Options\n\n${"Text.\n\n".repeat(40)}<Options>\n\n| Option | Default | Meaning |\n|---|---|---|\n${range(
    40,
  )
    .map((index) => `| \`o${index}\` | \`false\` | What it means. |\n`)
    .join("")}\n</Options>\n\n${"Text.\n\n".repeat(40)}`,
  "content/docs/wide.md": [
    "# Wide\n",
    `A formula $${range(40)
      .map((index) => `a_{${index}}`)
      .join("+")}$ in a line.\n`,
    "A sum $\\sum_{i=1}^{n} \\frac{x_i^2}{\\sqrt{a_i}} + \\prod_{k=1}^m (1 + \\frac{1}{k})$ and its limit $\\int_0^\\infty e^{-x^2} dx$ in a line.\n",
    "$$\nf(x) = \\sum_{i=0}^{n} a_i x^i\n$$\n",
    '<iframe src="/docs/" width="1200" height="120" title="A wide frame"></iframe>\n',
    `\`\`\`mermaid\nflowchart LR\n${range(12)
      .map((index) => `  N${index}[Number ${index}] --> N${index + 1}[Number ${index + 1}]\n`)
      .join("")}\`\`\`\n`,
  ].join("\n"),
};

const site = browserSite(FILES);

/** Opens a page of the site in a window of its own. */
async function open(route: string, width = 1280, options = {}): Promise<Page> {
  const context = await openContext(site.browser, { viewport: { width, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(site.address + route);
  return page;
}

/** Whether an element lies within the box around it, in both directions. */
const isWithin = (page: Page, item: string, box: string) =>
  page.evaluate(
    ([inner = "", outer = ""]) => {
      const rectangle = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect();
      const { top, bottom, left, right, height } = rectangle(inner);
      const frame = rectangle(outer);
      const isVisible = top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right;
      return height > 0 && isVisible;
    },
    [item, box],
  );

describe("a page with many tabs", () => {
  const shown = (page: Page) =>
    page
      .locator(".tab-panel > p")
      .evaluateAll((all) => all.flatMap((p) => (p.checkVisibility() ? [p.textContent] : [])));

  test.each([true, false])("shows the one that is chosen, and no other (JavaScript: %s)", async (javaScriptEnabled) => {
    const page = await open("/docs/tabs", 1280, { javaScriptEnabled });
    for (const index of [9, MOST_TABS, 1]) {
      await page.getByText(`Tab ${index} of many`, { exact: true }).click();
      expect(await shown(page)).toEqual([`Panel ${index}.`]);
    }
  });

  test("hides none that it can't tell apart; with a script it can", async () => {
    const page = await open("/docs/more-tabs", 1280, { javaScriptEnabled: false });
    expect(await shown(page)).toEqual([1, MOST_TABS + 1, MOST_TABS + 2].map((index) => `Panel ${index}.`));
    const scripted = await open("/docs/more-tabs");
    for (const index of [MOST_TABS + 2, 1, MOST_TABS + 1]) {
      await scripted.getByText(`Tab ${index} of many`, { exact: true }).click();
      expect(await shown(scripted)).toEqual([`Panel ${index}.`]);
    }
  });

  test.each(["?many=v20", "#part-20-of-24"])("has the one that the address %s chooses in view", async (chosen) => {
    const page = await open(`/docs/tabs${chosen}`, 390);
    await page.getByText("Panel 20.").waitFor();
    expect(await isWithin(page, ".tab-list label:has(:checked)", ".tab-list")).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollLeft)).toBe(0);
  });
});

describe("a page with 80 headings", () => {
  /** Scrolls to a heading, and waits until the contents mark it. */
  const read = async (page: Page, index: number) => {
    const top = await page.locator(`#heading-${index}`).evaluate((one) => one.getBoundingClientRect().top + scrollY);
    await scrollTo(page, top - 100);
    await page.locator(`.toc a[href="#heading-${index}"][aria-current]`).waitFor({ state: "attached" });
    return top - 100;
  };

  test("has the one that is read in view in the contents, whichever way one reads", async () => {
    const page = await open("/docs/headings");
    for (const index of [30, 70, 5]) {
      const y = await read(page, index);
      expect(await isWithin(page, ".toc [aria-current]", ".toc")).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBeCloseTo(y, 0);
    }
  });

  test("has it in view, too, where the contents are opened on a phone", async () => {
    const page = await open("/docs/headings", 390);
    for (const index of [60, 40]) {
      await read(page, index);
      await page.locator(".toc summary").click();
      await expect.poll(() => isWithin(page, ".toc [aria-current]", ".toc details > ul")).toBe(true);
      await page.locator(".toc summary").click();
    }
  });
});

test.each([1280, 390])(
  "a page ten levels deep has a label that can be read in the sidebar, at %i px",
  async (width) => {
    const page = await open(`/docs/${"deep/".repeat(10)}leaf`, width);
    if (width < 1000) await page.getByRole("button", { name: "Menu" }).click();
    const label = await page.locator("#docgen-sidebar nav [aria-current=page]").boundingBox();
    expect(label?.width).toBeGreaterThan(120);
  },
);

test.each([1280, 800, 390])(
  "a row that the address names is not covered by the table's head, at %i px",
  async (width) => {
    const page = await open("/docs/options#opt-o20", width);
    if (width > 600) await page.locator(".table.fits").waitFor();
    const isCovered = await page.locator("#opt-o20").evaluate((row) => {
      const { left, top } = row.getBoundingClientRect();
      return !row.contains(document.elementFromPoint(left + 20, top + 4));
    });
    expect(isCovered).toBe(false);
  },
);

test("wide formulas, frames and diagrams stay within a phone, and the text of a diagram has 12 px", async () => {
  const page = await open("/docs/wide", 390);
  const svg = page.locator("figure.mermaid svg");
  await svg.scrollIntoViewIfNeeded();
  await svg.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth)).toBe(0);
  const below = await page
    .locator(".math, p:has(> math)")
    .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
  expect(below).toEqual([0, 0, 0]);
  const scale = await svg.evaluate(
    (one) => one.getBoundingClientRect().width / (one as unknown as SVGSVGElement).viewBox.baseVal.width,
  );
  expect(scale).toBeCloseTo(0.75, 2);
});
