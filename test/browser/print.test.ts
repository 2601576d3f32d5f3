import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openContext } from "../helpers/browser.ts";
import { browserSite } from "../helpers/browser-site.ts";

const FILES = {
  "site.config.ts": `export default { title: "T", url: "https://example.com", footer: { copyright: "Footer text" },
    announcementBar: { content: "News" }, docs: [{ editUrl: "https://example.org/edit" }],
    markdown: { math: true } };`,
  "content/docs/index.md": [
    "---\ntags: [one]\n---\n\n# Start\n",
    "See [the format](https://example.org/format) and [the next page](./next.md).\n",
    '<Tabs groupId="g">\n<TabItem value="a" label="Alpha">\n\nFirst panel.\n\n</TabItem>\n<TabItem value="b" label="Beta">\n\nSecond panel.\n\n</TabItem>\n</Tabs>\n',
    "<details>\n<summary>More</summary>\n\nFolded text.\n\n</details>\n",
    `\`\`\`js\nconst long = "${"x".repeat(400)}";\n\`\`\`\n`,
    `| ${"Column | ".repeat(22)}\n|${"---|".repeat(22)}\n| ${"some value | ".repeat(22)}\n`,
    ":::tip\n\nA tip with `code`.\n\n:::\n",
    `\`\`\`mermaid\nflowchart LR\n${Array.from({ length: 12 }, (_, index) => `  N${index}[Number ${index}] --> N${index + 1}\n`).join("")}\`\`\`\n`,
    `\`\`\`jsx live\n<pre>living</pre>\n\`\`\`\n\n\`\`\`text output\n${`${"result ".repeat(40)}\n`.repeat(40)}\`\`\`\n`,
    "## Section\n",
  ].join("\n"),
  "content/docs/next.md": "# Next\n",
  "content/docs/formulas.md": `# Formulas\n\n${[
    "a + b",
    Array.from({ length: 24 }, (_, index) => `a_{${index}} x^{${index}}`).join(" + "),
    `\\begin{pmatrix} ${`${"1234567890 & ".repeat(12)}1 \\\\ `.repeat(3)} \\end{pmatrix}`,
    `\\frac{${"\\alpha + ".repeat(40)} 1}{2}`,
    `${"a < b > c = ".repeat(15)} d`,
    `${"M \\le W + m \\Rightarrow ".repeat(8)} w`,
  ]
    .map((tex) => `$$\n${tex}\n$$\n`)
    .join("\n")}`,
  "content/docs/inline.md": `# In lines\n\n${["In a text,", "- In a list,", "> In a quote,", "## In a heading,"]
    .map((start) => `${start} $x$ and $${Array.from({ length: 60 }, (_, index) => `a_{${index}}`).join(" + ")}$.\n`)
    .join("\n")}`,
};

const site = browserSite(FILES);

/** Opens the page in the dark mode that its reader has chosen, as paper shows it. */
async function onPaper(run: (page: Page) => Promise<void>, route = "/docs/"): Promise<void> {
  const context = await openContext(site.browser, { viewport: { width: 800, height: 1000 }, colorScheme: "dark" });
  await context.addInitScript(() => localStorage.setItem("theme", "dark"));
  const page = await context.newPage();
  await page.goto(site.address + route);
  await page.emulateMedia({ media: "print" });
  await run(page);
  await context.close();
}

test("the chrome is gone, the text is there", async () => {
  await onPaper(async (page) => {
    for (const selector of [".announcement", ".navbar", ".sidebar", ".toc", ".breadcrumbs", ".pagination", ".footer"]) {
      expect(await page.locator(selector).count(), selector).toBe(1);
      expect(await page.locator(selector).isVisible(), selector).toBe(false);
    }
    for (const selector of [".code-buttons", ".back-to-top", ".tab-list", ".tag-links", ".doc-meta a"]) {
      expect(await page.locator(selector).first().isVisible(), selector).toBe(false);
    }
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  });
});

test("tabs and details are open, with their labels", async () => {
  await onPaper(async (page) => {
    for (const text of ["First panel.", "Second panel.", "Folded text.", "More"]) {
      const element = page.locator(".markdown").getByText(text);
      expect(await element.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
    }
    const labels = await page
      .locator(".tab-panel")
      .evaluateAll((all) => all.map((panel) => getComputedStyle(panel, "::before").content));
    expect(labels).toEqual(['"Alpha"', '"Beta"']);
  });
});

test("code is wrapped", async () => {
  await onPaper(async (page) => {
    const overflow = await page
      .locator("figure.code pre")
      .first()
      .evaluate((pre) => pre.scrollWidth - pre.clientWidth);
    expect(overflow).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
  });
});

test("nothing is cut off: columns of a wide table, an output, a diagram", async () => {
  await onPaper(async (page) => {
    await page.locator("figure.mermaid svg").waitFor({ state: "attached" });
    for (const selector of [".table", ".live-output", ".diagram"]) {
      const rest = await page.locator(selector).evaluate((box) => ({
        width: box.scrollWidth - box.clientWidth,
        height: box.scrollHeight - box.clientHeight,
      }));
      expect(rest, selector).toEqual({ width: 0, height: 0 });
    }
  });
});

test("long formulas are smaller, short ones as large as on a screen", async () => {
  await onPaper(async (page) => {
    const formulas = await page
      .locator(".math")
      .evaluateAll((all) =>
        all.map((one) => ({ rest: one.scrollWidth - one.clientWidth, size: getComputedStyle(one).fontSize })),
      );
    expect(formulas.map(({ rest }) => rest)).toEqual([0, 0, 0, 0, 0, 0]);
    const [short, ...long] = formulas.map(({ size }) => Number.parseFloat(size));
    expect(short).toBe(16);
    for (const size of long) expect(size).toBeLessThan(16);
  }, "/docs/formulas");
});

test("long formulas in a line are not cut off", async () => {
  await onPaper(async (page) => {
    const right = await page.locator(".markdown").evaluate((box) => box.getBoundingClientRect().right);
    const formulas = await page.locator(".markdown math").evaluateAll((all) =>
      all.map((formula) => {
        const boxes = [formula.parentElement, formula.closest("p, li, h2")];
        return {
          right: formula.getBoundingClientRect().right,
          rest: Math.max(...boxes.map((box) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0))),
        };
      }),
    );
    expect(formulas).toHaveLength(8);
    for (const formula of formulas) {
      expect(formula.rest).toBe(0);
      expect(formula.right).toBeLessThanOrEqual(right);
    }
  }, "/docs/inline");
});

test("a sample that was run is printed with its recorded output", async () => {
  await onPaper(async (page) => {
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator("figure.live iframe[data-shown]").waitFor();
    expect(await page.locator(".live-output").isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".live-output").isVisible()).toBe(true);
    expect(await page.locator("figure.live iframe").isVisible()).toBe(false);
  });
});

test("an admonition stays on one page, and code in a line has no gaps around it", async () => {
  await onPaper(async (page) => {
    const styleOf = (selector: string, name: string) =>
      page.locator(selector).evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), name);
    expect(await styleOf(".admonition", "break-inside")).toBe("avoid");
    expect(await styleOf(".admonition code", "padding-left")).toBe("0px");
  });
});

test("icons are printed without the setting for backgrounds", async () => {
  await onPaper(async (page) => {
    const title = page.locator(".admonition-title");
    expect(await title.evaluate((one) => getComputedStyle(one, "::before").printColorAdjust)).toBe("exact");
  });
});

test("the addresses of external links stand after them", async () => {
  await onPaper(async (page) => {
    const after = (name: string) =>
      page.getByRole("link", { name }).evaluate((link) => getComputedStyle(link, "::after").content);
    expect(await after("the format")).toContain("https://example.org/format");
    expect(await after("the next page")).toBe("none");
  });
});

test("the background is not dark, whatever the reader has chosen", async () => {
  await onPaper(async (page) => {
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return { backgroundColor, color };
    });
    expect(colours).toEqual({ backgroundColor: "rgb(255, 255, 255)", color: "rgb(26, 33, 30)" });
  });
});

test("details are opened for browsers whose style sheets can't, and closed again", async () => {
  await onPaper(async (page) => {
    const isOpen = () => page.locator(".markdown details").evaluate((details) => (details as HTMLDetailsElement).open);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await isOpen()).toBe(true);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    expect(await isOpen()).toBe(false);
  });
});
