import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { type Files, makeSite, writeFiles } from "../helpers/docgen.ts";
import { printedSeed, randomOf } from "../helpers/random.ts";
import type { Server } from "../helpers/server.ts";
import { serve } from "../helpers/watch.ts";

const LONG = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.\n`).join("\n");
const ONE = "content/docs/one.md";
const TABS = `<Tabs>
<TabItem value="a" label="First">

Text of the first.

</TabItem>
<TabItem value="b" label="Second">

Text of the second.

</TabItem>
</Tabs>
`;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

/** A served site and a page of it that is open; `reloads` counts how often it was loaded again. */
async function open(files: Files, path = "/docs/one") {
  const root = makeSite({ "content/docs/index.md": "# Start\n", ...files });
  const serving = await serve(root);
  const context = await openContext(browser);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await visit(page, serving, path);
  let reloads = 0;
  page.on("load", () => {
    reloads += 1;
  });
  const write = (changed: Files) => writeFiles(root, changed);
  return { root, serving, page, write, reloads: () => reloads };
}

/** Opens a page and waits until it is connected. */
async function visit(page: Page, { address }: Server, path: string): Promise<void> {
  const connected = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await page.goto(address + path);
  await connected;
}

/** Opens the search and types. @returns the first result */
async function search(page: Page, words: string): Promise<Locator> {
  await page.keyboard.press("Control+k");
  const field = page.locator("dialog.search-panel input");
  await field.waitFor();
  await field.fill(words);
  return page.locator("dialog.search-panel [role=option]").first();
}

describe("an edit", () => {
  test("is swapped into the article in place, with the scroll position, open tabs and details kept", async () => {
    const body = (text: string) =>
      `# One\n\n${TABS}\n<details>\n<summary>More</summary>\n\nInside.\n\n</details>\n\n${text}\n\n${LONG}`;
    const { page, write, reloads } = await open({ [ONE]: body("Before.") });
    await page.getByText("Second", { exact: true }).click();
    await page.getByText("More", { exact: true }).click();
    await page.evaluate(() => {
      document.querySelector("details")?.setAttribute("data-mine", "");
      scrollTo({ top: 120, behavior: "instant" });
    });
    const before = await page.evaluate(() => scrollY);
    expect(before).toBe(120);
    write({ [ONE]: body("After **it**.") });
    await page.getByText("After it.").waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(await page.getByText("Text of the second.").isVisible()).toBe(true);
    expect(await page.getByText("Inside.").isVisible()).toBe(true);
    // What has not changed is the same element still.
    expect(await page.locator("details[data-mine]").count()).toBe(1);
    write({ [ONE]: body("After **it**.").replace("Inside.", "Inside anew.").replace("the second", "the second tab") });
    await page.getByText("Inside anew.").waitFor();
    expect(await page.getByText("Text of the second tab.").isVisible()).toBe(true);
    expect(reloads()).toBe(0);
  });

  test("comes into view when it is out of sight", async () => {
    const { page, write, reloads } = await open({ [ONE]: `# One\n\n${LONG}\nThe end.\n` });
    write({ [ONE]: `# One\n\n${LONG}\nThe very end.\n` });
    const end = page.getByText("The very end.");
    await end.waitFor();
    await expect.poll(() => end.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
    write({ [ONE]: `# One\n\nAdded.\n\n${LONG}\nThe very end.\n` });
    const added = page.getByText("Added.");
    await added.waitFor();
    await expect.poll(() => added.evaluate((element) => element.getBoundingClientRect().top >= 0)).toBe(true);
    expect(reloads()).toBe(0);
  });

  test("of any blocks, added, changed, moved and taken out at random, ends in the page that is served", async () => {
    const random = randomOf(printedSeed("40 edits of blocks"));
    const below = (count: number) => Math.floor(random() * count);
    const block = (kind: number, word: string) =>
      [
        `Words of ${word}.`,
        `## ${word} {#h${word}}`,
        `- one\n- ${word}\n\n  - deeper`,
        `\`\`\`js title="${word}"\nlet ${word};\n\`\`\``,
        `| a |\n| - |\n| ${word} |`,
        `<Tabs>\n<TabItem value="${word}">\n\nIn a tab.\n\n</TabItem>\n</Tabs>`,
        `:::note ${word}\n\nSame.\n\n:::`,
        `<details>\n<summary>More</summary>\n\n${word}\n\n</details>`,
        `<template>\n<b>${word}</b>\n</template>`,
        `<div class="c${word}"><p>Same.</p></div>`,
        "Same.",
      ][kind] ?? "";
    const blocks = Array.from({ length: 12 }, (_, index) => ({ kind: below(11), word: `w${index}` }));
    const text = (round: number) =>
      `# One\n\n${blocks.map(({ kind, word }) => block(kind, word)).join("\n\n")}\n\nRound ${round}.\n`;
    const { page, write, reloads } = await open({ [ONE]: text(0) });
    for (let round = 1; round <= 40; round++) {
      const at = below(blocks.length);
      const made = { kind: below(11), word: `w${round + 12}` };
      const way = below(6);
      if (way === 0) blocks.splice(at, 0, made);
      else if (way === 1 && blocks.length > 3) blocks.splice(at, 1);
      else if (way === 2) blocks.splice(below(blocks.length), 0, ...blocks.splice(at, 1));
      else if (way === 3) blocks[at] = made;
      else blocks[at] = { kind: blocks[at]?.kind ?? 0, word: made.word };
      write({ [ONE]: text(round) });
      await page.getByText(`Round ${round}.`, { exact: true }).waitFor();
      const [shown, served] = await page.evaluate(async () => {
        const next = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
        const wanted = next.querySelector<HTMLMetaElement>("meta[name=docgen-dev]")?.content;
        const isShown = () => document.querySelector<HTMLMetaElement>("meta[name=docgen-dev]")?.content === wanted;
        while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
        return [document, next].map((from) => {
          const app = from.getElementById("docgen-article")?.cloneNode(true) as Element;
          for (const own of app.querySelectorAll(".code-buttons")) own.remove();
          for (const box of app.querySelectorAll(".table")) box.className = "table";
          return app.innerHTML;
        });
      });
      expect(shown, `edit ${round}`).toBe(served);
    }
    expect(reloads()).toBe(0);
  });

  test("gives new code its buttons and leaves the others one of each", async () => {
    const code = (name: string) => `\`\`\`js\nconst ${name} = 1;\n\`\`\`\n`;
    const { page, write } = await open({ [ONE]: `# One\n\n${code("kept")}` });
    await page.locator("figure.code .copy").waitFor();
    write({ [ONE]: `# One\n\n${code("kept")}\n${code("added")}` });
    await page.getByText("added").waitFor();
    await expect.poll(() => page.locator("figure.code").count()).toBe(2);
    await expect.poll(() => page.locator("figure.code .copy").count()).toBe(2);
    // Its tokens are coloured, too.
    expect(await page.locator("figure.code").nth(1).locator("span[class]").count()).toBeGreaterThan(1);
  });

  test("above code leaves it what the reader did to it", async () => {
    const code = (name: string) => `\`\`\`js\nconst ${name} = ${"1 + ".repeat(200)}1;\n\`\`\`\n`;
    const { page, write } = await open({ [ONE]: `# One\n\n${code("first")}\n${code("second")}` });
    const wraps = page.locator("figure.code .wrap-lines");
    await wraps.first().click();
    write({ [ONE]: `# One\n\n${code("added")}\n${code("first")}\n${code("second")}` });
    await page.getByText("added").waitFor();
    await expect.poll(() => wraps.count()).toBe(3);
    const pressed = await wraps.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-pressed")));
    expect(pressed).toEqual(["false", "true", "false"]);
    expect(await page.locator("figure.wrap").textContent()).toContain("first");
  });

  test("of front matter, sidebar labels and headings changes title, sidebar and contents without a reload", async () => {
    const { page, write, reloads } = await open({ [ONE]: "# One\n\n## Part\n", "content/docs/f/a.md": "# A\n" });
    write({ [ONE]: "---\ntitle: Renamed\nsidebar_label: Label\n---\n\n## Section\n" });
    await page.locator(".sidebar").getByText("Label").waitFor();
    expect(await page.title()).toBe("Renamed | Fixture");
    expect(await page.locator("h1").textContent()).toBe("Renamed");
    expect(await page.locator(".toc").first().textContent()).toContain("Section");
    write({ "content/docs/f/_category_.json": '{"label": "Handbook"}' });
    await page.locator(".sidebar").getByText("Handbook").waitFor();
    write({ "content/docs/f/_category_.json": "{" });
    await page.getByText("content/docs/f/_category_.json:1:").waitFor({ state: "attached" });
    expect(await page.locator(".sidebar").getByText("Handbook").count()).toBe(1);
    expect(reloads()).toBe(0);
  });

  test("is shown where React has taken the page over, and in what it shows next", async () => {
    const { page, write, reloads } = await open({ [ONE]: "# One\n\n## Part\n\nText.\n" });
    await page.locator(".color-mode").first().hover();
    await page.waitForSelector("#docgen[data-hydrated]");
    // What React notes for itself may have another name in its next version.
    await page.evaluate(() => {
      const app = document.getElementById("docgen");
      for (const key of Object.keys(app ?? {})) Object.defineProperty(app, key, { enumerable: false });
    });
    write({ [ONE]: "# One\n\n## Section\n\nOther text.\n" });
    await page.getByText("Other text.").waitFor();
    await expect.poll(() => page.locator(".toc").first().textContent()).toContain("Section");
    await page.locator(".sidebar a", { hasText: "Start" }).click();
    await page.waitForURL(/\/docs\/$/);
    write({ "content/docs/index.md": "# Start\n\nSecond page.\n" });
    await page.getByText("Second page.").waitFor();
    expect(reloads()).toBe(0);
  });

  test("of the style sheet of a static file, of a picture and of an include has its effect", async () => {
    const svg = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"/>`;
    const { page, write } = await open({
      [ONE]: '# One\n\n![pic](/img/p.svg)\n\n<Include file="./_part.md" />\n\n<<< @site/samples/a.js\n',
      "content/docs/_part.md": "Included.\n",
      "samples/a.js": "first();\n",
      "content/static/img/p.svg": svg(10),
    });
    await page.getByText("Included.").waitFor();
    write({ "content/docs/_part.md": "Included anew.\n" });
    await page.getByText("Included anew.").waitFor();
    write({ "samples/a.js": "second();\n" });
    await page.locator("figure.code", { hasText: "second()" }).waitFor();
    write({ "content/static/img/p.svg": svg(30) });
    await page.waitForFunction(() => document.querySelector("main img")?.getAttribute("width") === "30");
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>("main img")?.naturalWidth === 30);
  });

  test("of the template and of the configuration has its effect; a broken one leaves what was", async () => {
    const template = (name: string) =>
      `<!doctype html>\n<html {{htmlAttributes}}>\n<head>\n<meta charset="utf-8">\n{{head}}\n</head>\n<body data-name="${name}">\n<div id="docgen">{{app}}</div>\n{{data}}\n</body>\n</html>\n`;
    const { page, write, serving } = await open({ [ONE]: "# One\n", "templates/page.html": template("a") });
    write({ "site.config.ts": 'export default { title: "Other", url: "https://example.com" };\n' });
    await page.waitForFunction(() => document.title === "One | Other");
    write({ "templates/page.html": "nothing of use" });
    await serving.said(/templates\/page\.html/);
    await page.getByText("templates/page.html:1:1").waitFor();
    expect(await (await fetch(`${serving.address}/docs/one`)).text()).toContain('data-name="a"');
    write({ "templates/page.html": template("b") });
    await expect
      .poll(async () => (await fetch(`${serving.address}/docs/one`)).text(), { timeout: 10_000 })
      .toContain('data-name="b"');
    const config = 'export default { title: "Other", url: "https://example.com", baseUrl: "/base/" };\n';
    write({ "site.config.ts": config });
    await page.getByText("/docs/one is outside this site: its URLs start with /base/").waitFor();
    await page.reload();
    await page.getByText("/docs/one is outside this site").waitFor();
    write({ "site.config.ts": config.replace(/, baseUrl.*"/, "") });
    await page.getByRole("heading", { name: "One" }).waitFor();
  });
});

describe("an error", () => {
  test("is laid over the page with file, line, code frame and hint, and goes away when it is mended", async () => {
    const { page, write, serving } = await open({ [ONE]: "# One\n\nGood text.\n" });
    write({ [ONE]: '# One\n\nGood text.\n\n<Tabz id="<img src=x onerror=alert(1)>">\n' });
    const overlay = page.locator("docgen-notices section[role=alert]");
    await overlay.waitFor();
    const text = await overlay.textContent();
    expect(text).toContain(`${ONE}:5:`);
    expect(text).toContain('> 5 | <Tabz id="<img src=x onerror=alert(1)>">');
    expect(await overlay.locator("img").count()).toBe(0);
    // It leaves the navbar and the sidebar free, and opens the place in an editor.
    const sidebar = await page.locator(".sidebar").boundingBox();
    // Each further report draws it anew, without a place for a moment.
    const left = async () => (await overlay.boundingBox())?.x ?? 0;
    await expect.poll(left).toBeGreaterThan((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
    expect(await overlay.locator("a").first().getAttribute("href")).toMatch(/^vscode:\/\/file\/.*docs\/one\.md:5:\d+$/);
    write({ "content/docs/two.md": "# Two\n\n<Tabz>\n" });
    await page.locator("docgen-notices details.panel").waitFor();
    expect(await overlay.textContent()).not.toContain("two.md");
    await serving.said(/content\/docs\/one\.md:5:\d+ {2}error/);
    write({ [ONE]: "# One\n\nGood again.\n", "content/docs/two.md": "# Two\n" });
    await page.getByText("Good again.").waitFor();
    await overlay.waitFor({ state: "detached" });
  });

  test("in front matter leaves the page's last good version, and other pages as they are", async () => {
    const { page, write, serving } = await open({ [ONE]: "# One\n\nGood text.\n" });
    write({ [ONE]: "---\ntitle: a: b\n---\n\n# One\n\nNew text.\n" });
    const overlay = page.locator("docgen-notices section[role=alert]");
    await overlay.waitFor();
    expect(await overlay.textContent()).toContain(`${ONE}:2:9`);
    const { address } = serving;
    const kept = await fetch(`${address}/docs/one`);
    expect([kept.status, await kept.text()]).toEqual([200, expect.stringContaining("Good text.")]);
    await visit(page, serving, "/docs/");
    await page.locator("docgen-notices details.panel").waitFor();
    expect(await overlay.count()).toBe(0);
    write({ [ONE]: "---\ntitle: Mended\n---\n\nNew text.\n" });
    await page.locator(".sidebar").getByText("Mended").waitFor();
    await page.locator("docgen-notices details.panel").waitFor({ state: "detached" });
  });

  test("of a link is told as it is written, in a small panel and in the terminal", async () => {
    const { page, write, serving } = await open({
      [ONE]: "# One\n\n## Part\n",
      "content/docs/two.md": "# Two\n\n[x](./one.md#part)\n",
    });
    write({ [ONE]: "# One\n\n[gone](/nowhere)\n\n## Part\n" });
    const panel = page.locator("docgen-notices details.panel");
    await panel.waitFor();
    await panel.locator("summary").click();
    // What was told before this edit may be in it first.
    await expect.poll(() => panel.textContent()).toContain('broken link "/nowhere"');
    expect(await page.locator("docgen-notices section").count()).toBe(0);
    await serving.said(/content\/docs\/one\.md:3:1 {2}error {2}broken link "\/nowhere"/);
    // The links of other pages that led to what is changed here.
    write({ [ONE]: "# One\n\n## Other\n" });
    await serving.said(/content\/docs\/two\.md:3:1 {2}error {2}broken link "\.\/one\.md#part"/);
  });
});

describe("the browser", () => {
  test("finds by the search what is being written", async () => {
    const { page, write, reloads } = await open({ [ONE]: "# One\n\nText.\n" });
    await (await search(page, "text")).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator("dialog.search-panel").waitFor({ state: "detached" });
    write({ [ONE]: "# One\n\nZebrafish.\n" });
    await page.getByText("Zebrafish.").waitFor();
    const found = await search(page, "zebrafish");
    // The index before the edit has no such word: the panel lists the sections of the site until it is a new one.
    await found.getByText("One").waitFor();
    // A search that is open follows, too.
    write({ [ONE]: "# One\n\nThe zebrafish swims.\n" });
    await found.getByText("swims").waitFor();
    write({ [ONE]: "# One\n\nText.\n" });
    await found.getByText("zebrafish").waitFor({ state: "detached" });
    expect(reloads()).toBe(0);
  });

  test("takes the line up again after a restart, and catches up", async () => {
    const { page, write, serving, root } = await open({ [ONE]: "# One\n\nText.\n" });
    const port = new URL(serving.address).port;
    await serving.stop();
    write({ [ONE]: "# One\n\nWritten while no server ran.\n" });
    await serve(root, { port });
    await page.getByText("Written while no server ran.").waitFor();
  });

  test("catches up with what it missed while its line was cut", async () => {
    const { page, write, serving } = await open({
      [ONE]: "# One\n\nText.\n",
      "content/docs/two.md": "# Two\n\nText.\n",
    });
    const found = await search(page, "missed");
    await page.locator("dialog.search-panel[data-status=idle]").waitFor();
    const context = page.context();
    await context.setOffline(true);
    write({ [ONE]: "# One\n\nNew.\n", "content/docs/two.md": "# Two\n\nMissed.\n" });
    await serving.said(/(?:updated|changed) .*two\.md/);
    await context.setOffline(false);
    await page.getByText("New.").waitFor();
    await found.getByText("Two").first().waitFor();
  });
});

/** Below what the server waits for more of an edit, in milliseconds. */
const ONE_SAVE_MS = 6;

describe("a save", () => {
  test("by rename, in parts, or of a file that goes and comes, leads to one correct update", async () => {
    const { page, root, write } = await open({ [ONE]: "# One\n\nText.\n" });
    const path = join(root, ONE);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => seen.push(document.querySelector("main")?.textContent ?? "");
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    /** Takes the steps of a save, again where a busy machine had so long between them that they are two edits. */
    const save = async (text: string, ...steps: readonly (() => void)[]) => {
      let tookMs = Number.POSITIVE_INFINITY;
      while (tookMs > ONE_SAVE_MS) {
        await page.evaluate("seen.length = 0");
        const since = performance.now();
        for (const step of steps) step();
        tookMs = performance.now() - since;
        await page.getByText(text).waitFor();
      }
      const seen = await page.evaluate<string[]>("seen");
      expect(seen.filter((shown) => /Page not found|Hal(?!f and half)/.test(shown))).toEqual([]);
    };
    const writeAll = (text: string) => () => write({ [ONE]: `# One\n\n${text}\n` });
    await save(
      "Renamed into place.",
      () => writeFileSync(`${path}.tmp`, "# One\n\nRenamed into place.\n"),
      () => renameSync(`${path}.tmp`, path),
    );
    // An editor that empties a file before it writes it.
    await save("Written after it was empty.", () => writeFileSync(path, ""), writeAll("Written after it was empty."));
    await save("Half and half.", () => writeFileSync(path, "# One\n\nHal"), writeAll("Half and half."));
    await save("Back again.", () => rmSync(path), writeAll("Back again."));
  });
});
