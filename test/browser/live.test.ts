import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import * as XLSX from "xlsx";
import { collectComplaints, launchBrowser, openBrowser, openContext, STEP_MS } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite, type Files, PROJECT, readOutput, readTree, temporaryFolder } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

const LIBRARY = "https://cdn.sheetjs.com/xlsx-0.20.3/package/dist/xlsx.full.min.js";
/** Below a base URL of its own: nothing may rely on standing at the root. */
const BASE = "/sub/";

const CONFIG = `export default {
  title: "Fixture",
  url: "https://example.com",
  baseUrl: "${BASE}",
  live: { library: { scripts: "xlsx", global: "XLSX" } },
  scripts: [
    { name: "xlsx", on: "wanted", src: "${LIBRARY}", async: true },
    { name: "xlsx", on: "wanted", src: "/shim.js", async: true },
  ],
};
`;

const COUNTER = `function Counter() {
  const [count, setCount] = React.useState(0);
  return <button onClick={() => setCount(count + 1)}>pressed {count}</button>;
}`;
const TALL = `function Tall() {
  const [isTall, setTall] = React.useState(false);
  return <button style={{ display: "block", height: isTall ? 368 : 268 }} onClick={() => setTall(true)}>{isTall ? "taller" : "tall"}</button>;
}`;
const GREETING = "<p>Hello from an expression</p>";
/** No loop statement, which the frame would stop: the set is never at its end. */
const ENDLESS = "new Set([1]).forEach((n, _, set) => set.delete(n) && set.add(n));";
const BOOK = `function Book() {
  const [text, setText] = React.useState("");
  React.useEffect(() => {
    fetch("/files/pres.xlsx").then(async (response) => {
      const wb = XLSX.read(await response.arrayBuffer());
      setText(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
    });
  }, []);
  const save = () => XLSX.writeFile(XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([["a", 1]]), "One"), "one.xlsx");
  return <div><pre>{text}</pre><button onClick={save}>Save</button></div>;
}`;

const fence = (code: string, info = "jsx live") => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const markdown = (...parts: readonly string[]) => `---\ntitle: Live\n---\n\nText before.\n\n${parts.join("")}`;

const FILES: Files = {
  "site.config.ts": CONFIG,
  "content/static/shim.js": "globalThis.shimIsThere = true;\n",
  "content/static/files/pres.xlsx": readFileSync(join(PROJECT, "content/static/files/pres.xlsx")),
  "content/docs/index.md": markdown("[far](/docs/far)\n"),
  "content/docs/one.md": markdown(fence(COUNTER)),
  "content/docs/recorded.md": markdown(fence(COUNTER), "```text output\n[pressed 0]\n```\n\n", fence(GREETING)),
  "content/docs/two.md": markdown(fence(COUNTER), fence(GREETING)),
  "content/docs/book.md": markdown(fence(BOOK)),
  "content/docs/far.md": markdown("One more line.\n\n".repeat(200), fence(COUNTER)),
  "content/docs/tall.md": markdown(fence(TALL), "One more line.\n\n".repeat(12), fence(TALL)),
  "content/docs/late.md": markdown(fence("setTimeout(() => render(<b>late</b>), 200);", "jsx live noInline")),
  "content/docs/kinds.md": markdown(
    fence('const Title = ({ text }) => <h4>{text}</h4>;\nconst Last = () => <Title text="the last one" />;'),
    fence(
      "type Props = { readonly n: number };\nconst Typed = ({ n = 7 }: Partial<Props>) => <b>typed {n}</b>;",
      "tsx live",
    ),
    fence('const who = "render";\nrender(<i>by {who}</i>);', 'jsx live noInline title="inline.jsx"'),
    fence("class Old extends React.Component {\n  render() {\n    return <u>class</u>;\n  }\n}"),
  ),
};

let browser: Browser;
let context: BrowserContext;
let root: string;
let address: string;

beforeAll(async () => {
  root = await buildSite(FILES);
  address = await previewSite(root);
  browser = await openBrowser();
  context = await openContext(browser);
});

afterAll(() => browser?.close());

/** Opens a page of the fixture, gone after the test, and runs its samples. */
async function open(route: string, from: BrowserContext = context): Promise<Page> {
  const page = await from.newPage();
  onTestFinished(() => page.close());
  await page.goto(address + route);
  await run(page);
  return page;
}

/** Presses the button of each sample, which waits for its script. */
async function run(page: Page): Promise<void> {
  const buttons = page.locator("figure.live").getByRole("button", { name: "Run" });
  await buttons.first().waitFor();
  // Without focus, which would let results grow at once.
  await buttons.evaluateAll((all) => {
    for (const button of all) if (button instanceof HTMLElement) button.click();
  });
}

/** Each visible character of a sample's code, and its colour. */
function colors(page: Page, part: string): Promise<string[]> {
  return page.locator(`figure.live ${part}`).evaluate((code) => {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { color } = getComputedStyle(text.parentElement ?? code);
      for (const character of text.textContent?.replace(/\s/g, "") ?? "") found.push(`${character} ${color}`);
    }
    return found;
  });
}

/** Parts of one live sample, counted from 0. */
function sample(page: Page, index = 0) {
  const figure = page.locator("figure.live").nth(index);
  return {
    figure,
    result: figure.frameLocator("iframe"),
    editor: figure.getByRole("textbox"),
    notice: figure.getByRole("alert"),
  };
}

/** Reaches for a sample as a reader does who wants to change it, and waits for its editor. */
async function reach(page: Page, index = 0): Promise<Locator> {
  const { figure, editor } = sample(page, index);
  if (!(await editor.isVisible())) await figure.locator("pre").hover();
  await editor.waitFor();
  return editor;
}

/** Puts code into the editor of a sample as a reader does. */
async function edit(page: Page, code: string, index = 0): Promise<void> {
  const editor = await reach(page, index);
  await editor.focus();
  // The editor's own selection: one that is made in the document can be undone by its focus.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(code);
  // The hidden code has the editor's text.
  await sample(page, index).figure.locator("code").filter({ hasText: code }).waitFor({ state: "attached" });
}

const says = (locator: Locator, text: string | RegExp) => locator.filter({ hasText: text }).waitFor();

describe("a live sample", () => {
  test("is highlighted code in the page itself, with the place of the result kept", () => {
    const html = readOutput(root, "docs/two/index.html");
    expect(html).toContain(
      '<figure class="code live" data-lang="jsx" data-live="inline"><div class="live-result"></div>',
    );
    expect(html).toMatch(/<span class="k">function\s*<\/span>\s*<span class="f">Counter<\/span>/);
    expect(readOutput(root, "docs/kinds/index.html")).toContain(
      'data-live="no-inline"><figcaption>inline.jsx</figcaption>',
    );
  });

  test("is its code and its recorded output without JavaScript", async () => {
    const own = await openContext(browser, { javaScriptEnabled: false });
    const page = await own.newPage();
    await page.goto(`${address}/docs/recorded`);
    await page.getByText("React.useState(0)").waitFor();
    await page.locator(".live-output", { hasText: "[pressed 0]" }).waitFor({ state: "visible" });
    await page.goto(`${address}/docs/two`);
    expect(
      await page.locator(".live-result, .live-bar").evaluateAll((boxes) => boxes.map((box) => box.clientHeight)),
    ).toEqual([0, 0, 0, 0]);
    await own.close();
  });

  test("loads nothing and shows its recorded output until it is run, and again after a failure", async () => {
    const page = await context.newPage();
    onTestFinished(() => page.close());
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
    await page.route("**/live-frame-*.html", (route) => route.abort());
    await page.goto(`${address}/docs/recorded`, { waitUntil: "networkidle" });
    const { figure, result, notice } = sample(page);
    const output = figure.getByRole("group", { name: "Output" });
    await figure.hover();
    expect(await output.textContent()).toBe("[pressed 0]");
    await sample(page, 1).figure.getByText("Press Run to see the result.").waitFor();
    await figure.getByRole("button", { name: "Run" }).click();
    await says(notice, "The sample's frame could not be loaded.");
    await output.waitFor({ state: "visible" });
    // The notice is below the output, not over it.
    const [shown, told] = await Promise.all([output.boundingBox(), notice.boundingBox()]);
    expect(told?.y).toBeGreaterThanOrEqual((shown?.y ?? 0) + (shown?.height ?? 0));
    await page.unroute("**/live-frame-*.html");
    await figure.getByRole("button", { name: "Run" }).click();
    await result.getByText("pressed 0").waitFor();
    await output.waitFor({ state: "hidden" });
    expect(requests.filter((name) => name.includes("xlsx"))).toEqual([]);
    expect(requests.filter((name) => /sample|live-frame/.test(name))).toHaveLength(3);
  });

  test("puts the caret where the reader clicked before the editor was there", async () => {
    const page = await open("/docs/one");
    await sample(page).result.getByText("pressed 0").waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/editor-*.js", async (route) => {
      await released;
      await route.continue();
    });
    const pre = sample(page).figure.locator("pre");
    const word = pre.locator(".f", { hasText: "Counter" }).first();
    await word.click({ position: { x: 1, y: 5 } });
    release();
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "textbox");
    await page.keyboard.type("My");
    expect(await sample(page).editor.textContent()).toContain("function MyCounter");
  });

  test("loads when it is focused, and hands the focus to the editor", async () => {
    const page = await context.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${address}/docs/far`);
    await sample(page).figure.getByRole("button", { name: "Run" }).waitFor();
    await page.locator("figure.live pre").evaluate((pre: HTMLElement) => pre.focus({ preventScroll: true }));
    await sample(page).result.getByText("pressed 0").waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "textbox");
    const [before, after] = await Promise.all([colors(page, "pre"), colors(page, ".cm-content")]);
    expect(after, "the editor has the colours of the code it replaces").toEqual(before);
  });

  test("follows what is typed, leaves the other sample of the page alone, and has names for screen readers", async () => {
    const page = await open("/docs/two");
    const complaints = collectComplaints(page);
    const [first, second] = [sample(page, 0), sample(page, 1)];
    await first.result.getByRole("button").click();
    await first.result.getByText("pressed 1").waitFor();
    await second.result.getByText("Hello from an expression").waitFor();
    await edit(page, "<em>changed</em>", 1);
    await second.result.locator("em", { hasText: "changed" }).waitFor();
    await first.result.getByText("pressed 1").waitFor();
    // Names for screen readers.
    await page.getByRole("textbox", { name: "Code of live sample 2" }).waitFor();
    await page.getByTitle("Result of live sample 2").waitFor();
    expect(complaints).toEqual([]);
  });

  test("is an expression, the last component, TypeScript, a class, or calls render itself", async () => {
    const page = await open("/docs/kinds");
    await sample(page, 0).result.locator("h4", { hasText: "the last one" }).waitFor();
    await sample(page, 1).result.locator("b", { hasText: "typed 7" }).waitFor();
    await sample(page, 2).result.locator("i", { hasText: "by render" }).waitFor();
    await sample(page, 3).result.locator("u", { hasText: "class" }).waitFor();
  });

  test("that renders late has its result, and no fault", async () => {
    const page = await open("/docs/late");
    await sample(page).result.locator("b", { hasText: "late" }).waitFor();
    await sample(page).notice.waitFor({ state: "hidden" });
  });

  test("is put back by Reset, with its state, and copied as it was edited", async () => {
    const own = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    onTestFinished(() => own.close());
    const page = await open("/docs/one", own);
    const { figure, result, editor } = sample(page);
    await result.getByRole("button").click();
    await edit(page, "<p>edited</p>");
    await result.getByText("edited").waitFor();
    await figure.getByRole("button", { name: "Copy code" }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "<p>edited</p>");
    await figure.getByRole("button", { name: "Reset live sample 1" }).click();
    await result.getByText("pressed 0").waitFor();
    expect(await editor.textContent()).toContain("React.useState(0)");
  });

  test("lets Tab leave the editor", async () => {
    const page = await open("/docs/one");
    const editor = await reach(page);
    await editor.focus();
    await page.keyboard.press("Tab");
    expect(await editor.evaluate((element) => element === document.activeElement)).toBe(false);
    await editor.focus();
    await page.keyboard.press("Shift+Tab");
    // The last button of the code, which is wider than its box.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("title"))).toBe("Wrap lines");
    expect(await editor.textContent()).toContain("function Counter");
  });

  test("is printed as code only, as it was edited", async () => {
    const page = await open("/docs/one");
    await edit(page, "<p>for the printer</p>");
    await page.emulateMedia({ media: "print" });
    const printed = page.locator("figure.live pre").first();
    await printed.waitFor({ state: "visible" });
    expect(await printed.textContent()).toBe("<p>for the printer</p>\n");
    expect(
      await page
        .locator(".live-result, .live-bar, .live-editor")
        .evaluateAll((boxes) => boxes.every((box) => box.clientHeight === 0)),
    ).toBe(true);
  });

  test("moves nothing of the page when it comes", async () => {
    const page = await context.newPage();
    onTestFinished(() => page.close());
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
        document.documentElement.dataset.shift = String(
          shifts.reduce((sum, { value }) => sum + value, Number(document.documentElement.dataset.shift ?? 0)),
        );
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${address}/docs/two`);
    await run(page);
    await sample(page, 0).result.getByText("pressed 0").waitFor();
    await sample(page, 1).result.getByText("Hello").waitFor();
    await reach(page, 1);
    expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBe(0);
  });

  test("scrolls in its place where it is higher, until what is below it is out of sight or the reader is at work in it", async () => {
    const page = await open("/docs/tall");
    const { result } = sample(page);
    await result.getByText("tall").waitFor();
    const heights = () =>
      page.locator("figure.live iframe").evaluateAll((frames) => frames.map(({ clientHeight }) => clientHeight));
    await page.locator("figure.live iframe[data-shown]").nth(1).waitFor();
    expect(await heights()).toEqual([116, 298]);
    expect(
      await page
        .locator(".live-result")
        .first()
        .evaluate((box) => box.clientHeight),
    ).toBe(116);
    await sample(page).figure.getByRole("button", { name: "Reset live sample 1" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("figure.live iframe")?.clientHeight === 298);
    // An act inside of the result.
    await page.reload();
    await run(page);
    await sample(page).result.getByText("tall").click();
    await sample(page).result.getByText("taller").waitFor();
    await page.waitForFunction(() => document.querySelector("figure.live iframe")?.clientHeight === 398);
  });

  test("keeps the line being typed where it is while the result grows", async () => {
    const page = await open("/docs/one");
    await sample(page).result.getByText("pressed 0").waitFor();
    await page.setViewportSize({ width: 1000, height: 400 });
    await edit(page, "<p>\n  short\n</p>");
    await sample(page).result.getByText("short").waitFor();
    await sample(page)
      .editor.locator(".cm-line")
      .first()
      .evaluate((line) => scrollBy({ top: line.getBoundingClientRect().top - 200, behavior: "instant" }));
    const top = () => sample(page).editor.evaluate((editor) => Math.round(editor.getBoundingClientRect().top));
    const before = await top();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("<div style={{height: 200}}>long</div> || ");
    await sample(page).result.getByText("long").waitFor();
    await page.waitForFunction(() => (document.querySelector("figure.live iframe")?.clientHeight ?? 0) > 200);
    expect(await top()).toBe(before);
  });

  test("follows the colour mode", async () => {
    const page = await open("/docs/one");
    const colors = () =>
      sample(page)
        .result.locator("html")
        .evaluate((html) => [getComputedStyle(html).backgroundColor, html.dataset.theme]);
    await sample(page).result.getByText("pressed 0").waitFor();
    expect(await colors()).toEqual(["rgb(253, 253, 251)", "light"]);
    await page.click(".color-mode");
    await sample(page).result.locator("html[data-theme=dark]").waitFor();
    expect(await colors()).toEqual(["rgb(16, 21, 19)", "dark"]);
    await page.reload();
    await run(page);
    await sample(page).result.getByText("pressed 0").waitFor();
    expect(await colors()).toEqual(["rgb(16, 21, 19)", "dark"]);
  });

  test("needs neither eval nor a foreign host in the page's content security policy", async () => {
    const page = await context.newPage();
    onTestFinished(() => page.close());
    const complaints = collectComplaints(page);
    await page.route(`${address}/docs/book`, async (route) => {
      const response = await route.fetch();
      const policy =
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
    });
    await page.goto(`${address}/docs/book`);
    await run(page);
    await sample(page).result.getByText("Bill Clinton,42").waitFor();
    await reach(page);
    expect(complaints).toEqual([]);
  });

  test("brings no frame to a site without live samples", async () => {
    const framesOf = (site: string) =>
      [...readTree(join(site, "build/assets")).keys()].filter((file) => file.startsWith("live-frame"));
    const plain = await buildSite({ "content/docs/index.md": markdown("```jsx\n<p />\n```\n") });
    expect(framesOf(plain)).toEqual([]);
    expect(framesOf(root)).toHaveLength(1);
  });

  test.each(["after an event", "without one, as in Firefox"])(
    "says so where its frame can't be loaded, and opens it again by Retry: %s",
    async (way) => {
      const own = await openContext(browser);
      onTestFinished(() => own.close());
      if (way !== "after an event") {
        await own.addInitScript(() => document.addEventListener("load", (event) => event.stopPropagation(), true));
      }
      await own.route("**/live-frame-*.html", (route) => route.abort());
      const page = await open("/docs/one", own);
      const { result, notice } = sample(page);
      await says(notice, "The sample's frame could not be loaded.");
      await own.unroute("**/live-frame-*.html");
      await notice.getByRole("button", { name: "Retry" }).click();
      await result.getByText("pressed 0").waitFor();
    },
  );

  test("runs from docgen serve, too", async () => {
    const served = await startServer("serve", "--root", root);
    const page = await context.newPage();
    onTestFinished(() => page.close());
    const complaints = collectComplaints(page);
    await page.goto(new URL(`${BASE}docs/book`, served).href);
    await run(page);
    await sample(page).result.getByText("Bill Clinton,42").waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("the library in a live sample", () => {
  test("comes from the configured scripts, reads a fetched file and saves one", async () => {
    const page = await context.newPage();
    onTestFinished(() => page.close());
    const complaints = collectComplaints(page);
    await page.goto(`${address}/docs/book`);
    await run(page);
    const { result } = sample(page);
    await result.getByText("Bill Clinton,42").waitFor();
    expect(await page.evaluate("typeof XLSX")).toBe("undefined");
    expect(await result.locator("html").evaluate(() => (globalThis as { shimIsThere?: boolean }).shimIsThere)).toBe(
      true,
    );
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      result.getByRole("button", { name: "Save" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("one.xlsx");
    const path = join(temporaryFolder(), "one.xlsx");
    await download.saveAs(path);
    expect(XLSX.read(readFileSync(path)).SheetNames).toEqual(["One"]);
    expect(complaints).toEqual([]);
  });

  test("is waited for, and effects may be async functions: neither leaves a notice", async () => {
    const page = await open("/docs/one");
    await edit(
      page,
      "function A() {\n  const [n, setN] = React.useState(0);\n  React.useEffect(async () => { await 0; setN((n) => n + 1); }, []);\n  return <p>{XLSX.utils.encode_col(n)} {n}</p>;\n}",
    );
    const { result, notice } = sample(page);
    await result.getByText("B 1").waitFor();
    await edit(
      page,
      "function A() {\n  React.useEffect(async () => {}, []);\n  return <p>{XLSX.utils.encode_col(2)}</p>;\n}",
    );
    await result.getByText("C", { exact: true }).waitFor();
    expect(await notice.textContent()).toBe("");
  });

  test("that fails with a long message shows its beginning first", async () => {
    const page = await open("/docs/one");
    await edit(page, 'throw new Error(Array.from({ length: 30 }, (_, at) => "line " + at).join("\\n"));');
    const { notice } = sample(page);
    await notice.getByText("line 29").waitFor();
    const [area, text] = await Promise.all([notice.boundingBox(), notice.locator("p").boundingBox()]);
    expect(text?.height).toBeGreaterThan(area?.height ?? 0);
    expect(text?.y).toBeGreaterThanOrEqual(area?.y ?? 0);
  });

  test("is asked for again by Retry where it could not be loaded", async () => {
    const own = await openContext(browser);
    onTestFinished(() => own.close());
    await own.route(LIBRARY, (route) => route.abort());
    const page = await open("/docs/book", own);
    const { result, notice } = sample(page);
    await says(notice, `The library could not be loaded from ${LIBRARY}.`);
    await own.unroute(LIBRARY);
    await own.route(LIBRARY, (route) =>
      route.fulfill({ path: join(PROJECT, "node_modules/xlsx/dist/xlsx.full.min.js") }),
    );
    await notice.getByRole("button", { name: "Retry" }).click();
    await result.getByText("Bill Clinton,42").waitFor();
    await notice.getByText("could not be loaded").waitFor({ state: "detached" });
  });

  test("takes files that are picked and dropped", async () => {
    const page = await open("/docs/one");
    await edit(
      page,
      `function Drop() {
  const [names, setNames] = React.useState("none");
  const show = (list) => setNames([...list].map((file) => file.name).join());
  return <div onDragOver={(e) => e.preventDefault()} onDrop={(e) => { e.preventDefault(); show(e.dataTransfer.files); }}>
    <input type="file" onChange={(e) => show(e.target.files)} /><p>{names}</p>
  </div>;
}`,
    );
    const { result } = sample(page);
    await result
      .locator("input")
      .setInputFiles({ name: "picked.csv", mimeType: "text/csv", buffer: Buffer.from("a,b") });
    await result.getByText("picked.csv").waitFor();
    await result.locator("#result > div").evaluate((target) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["a"], "dropped.csv"));
      target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await result.getByText("dropped.csv").waitFor();
  });
});

describe("a fault in a live sample", () => {
  const broken: readonly (readonly [name: string, code: string, line: string, message: string])[] = [
    ["syntax", "function A() {\n  return <p>{1 +}</p>;\n}", "Line 2", "SyntaxError: Unexpected token"],
    [
      "rendering",
      "function A() {\n  const x = 1;\n  return <p>{nothing.here}</p>;\n}",
      "Line 3",
      "ReferenceError: nothing is not defined",
    ],
    [
      "an effect",
      "function A() {\n  React.useEffect(() => {\n    null.effect();\n  });\n  return <p>x</p>;\n}",
      "Line 3",
      "TypeError: Cannot read properties of null (reading 'effect')",
    ],
    [
      "a promise",
      "function A() {\n  React.useEffect(() => {\n    (async () => {\n      await 0;\n      throw new RangeError('too far');\n    })();\n  }, []);\n  return <p>x</p>;\n}",
      "Line 5",
      "RangeError: too far",
    ],
    [
      "nothing to show",
      "const x = 1;",
      "",
      "Nothing to show: write a component, or an expression such as <p>Hello</p>",
    ],
  ];
  test("is shown in its place, until it is mended", async () => {
    const page = await open("/docs/one");
    const { figure, result, notice } = sample(page);
    await result.getByText("pressed 0").waitFor();
    for (const [name, code, line, message] of broken) {
      await edit(page, code);
      await says(notice, `${line} ${message}`.trim());
      expect(await figure.locator(".live-faulty").count(), name).toBe(line === "" ? 0 : 1);
      await edit(page, `<p>mended: {${JSON.stringify(name)}}</p>`);
      await result.getByText(`mended: ${name}`).waitFor();
      expect(await notice.textContent(), name).toBe("");
    }
  });

  test("is shown in its place: a handler, its own error or the library's", async () => {
    const page = await open("/docs/one");
    const { result, notice } = sample(page);
    await edit(
      page,
      "function A() {\n  return <button onClick={() => {\n    throw new Error('pressed');\n  }}>press</button>;\n}",
    );
    await result.getByRole("button", { name: "press", exact: true }).click();
    await says(notice, "Line 3 Error: pressed");
    await edit(
      page,
      "function B() {\n  const go = async () => {\n    await 0;\n    XLSX.read('no', { type: 'nothing' });\n  };\n  return <button onClick={go}>read {typeof XLSX}</button>;\n}",
    );
    await result.getByRole("button", { name: "read object" }).click();
    await says(notice, /Line 4 Error: Unrecognized type nothing/);
  });

  test("cannot reach the page, its storage or files outside the site", async () => {
    const page = await open("/docs/one");
    const { result } = sample(page);
    await edit(
      page,
      `function Probe() {
  const [found, setFound] = React.useState([]);
  React.useEffect(() => {
    const tries = {
      page: async () => parent.document.title,
      storage: async () => localStorage.length,
      above: async () => (await fetch("/../../etc/passwd")).status,
      missing: async () => (await fetch("/files/none.xlsx")).status,
      posting: async () => fetch("/files/pres.xlsx", { method: "POST" }),
    };
    Promise.all(Object.entries(tries).map(([name, run]) => run().then((value) => name + ":" + value, (error) => name + ":" + error.name))).then(setFound);
  }, []);
  return <p>{found.join(" ")}</p>;
}`,
    );
    await result
      .getByText("page:SecurityError storage:SecurityError above:404 missing:404 posting:TypeError")
      .waitFor();
    expect(await page.title()).toBe("Live | Fixture");
  });

  test("cannot lead the page away, post a form, reach other samples, or say anything to the page that harms it", async () => {
    const page = await open("/docs/two");
    const { result, notice } = sample(page);
    const others: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("example.com")) others.push(request.url());
    });
    await sample(page, 1).result.getByText("Hello from an expression").waitFor();
    await edit(
      page,
      `function Probe() {
  const [found, setFound] = React.useState([]);
  React.useEffect(() => {
    const tries = {
      top: () => { top.location.href = "https://example.com/stolen"; return "led"; },
      form: () => { const form = document.body.appendChild(document.createElement("form")); form.action = "https://example.com/form"; form.submit(); return "asked"; },
      cookie: () => document.cookie,
      sibling: () => [parent.frames[0], parent.frames[1]].find((frame) => frame !== self).document.title,
      frame: () => String(frameElement),
      speak: () => { parent.postMessage({ type: "error", message: "<img src=x onerror=owned=1>", run: 1 }, "*"); parent.postMessage("nonsense", "*"); parent.postMessage({ type: "height", height: 1e9 }, "*"); return "spoken"; },
    };
    setFound(Object.entries(tries).map(([name, run]) => { try { return name + ":" + run(); } catch (error) { return name + ":" + error.name; } }));
  }, []);
  return <p>{found.join(" ")}</p>;
}`,
    );
    await result.getByText(/^top:/).waitFor();
    expect(await result.getByText(/^top:/).textContent()).toBe(
      "top:SecurityError form:asked cookie:SecurityError sibling:SecurityError frame:null speak:spoken",
    );
    await sample(page, 1).result.getByText("Hello from an expression").waitFor();
    // What the frame has said is heard before what it says next.
    await edit(page, "<p>said</p>");
    await result.getByText("said").waitFor();
    expect(others).toEqual([]);
    expect(page.url()).toBe(`${address}/docs/two`);
    expect(await page.evaluate("window.owned")).toBe(undefined);
    expect(await notice.locator("img").count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(20_000);
  });

  test("does not run where another page puts the frame in without a sandbox", async () => {
    const page = await open("/docs/one");
    const frame = await page.locator("figure.live iframe").first().getAttribute("src");
    await page.evaluate((src) => {
      const bare = document.createElement("iframe");
      bare.id = "bare";
      bare.src = src ?? "";
      document.body.replaceChildren(bare);
    }, frame);
    await page.frameLocator("#bare").getByText("This page runs the live samples of the documentation").waitFor();
    await page.evaluate(() => {
      const source = { code: "<p>{(parent.owned = 1)}</p>", language: "jsx", noInline: false };
      document.querySelector("iframe")?.contentWindow?.postMessage({ type: "run", run: 1, source }, "*");
    });
    await page
      .frameLocator("#bare")
      .locator("body")
      .evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(await page.evaluate("window.owned")).toBe(undefined);
  });

  // Readers' browsers end the process of samples that loop; the one without windows keeps it with the page's.
  let whole: Browser;
  beforeAll(async () => {
    whole = await launchBrowser();
  });
  afterAll(() => whole?.close());

  /**
   * A context whose pages wait a quarter of the time for the answers of samples, as a loop takes a processor until it is
   * found; in the weekly run they wait as long as readers do.
   */
  const impatient = async () => {
    const context = await openContext(whole);
    onTestFinished(() => context.close());
    if (IS_WEEKLY) return context;
    await context.addInitScript(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() * 4;
      const start = window.setInterval;
      Object.assign(window, { setInterval: (run: () => void, time = 0) => start(run, time / 4) });
    });
    return context;
  };

  /** A page of two samples, of which the first is edited into an endless loop. */
  const openLoop = async (from: BrowserContext) => {
    const page = await open("/docs/two", from);
    const [first, second] = [sample(page, 0), sample(page, 1)];
    await second.result.getByText("Hello").waitFor();
    await edit(page, `function Loop() {\n  ${ENDLESS}\n}`);
    return { page, first, second };
  };

  test.each(some(1, ["is in the background", "is seen"]))(
    "is stopped where it is an endless loop: the page answers, and all samples run again, in a tab that %s, too",
    async (place) => {
      const own = await impatient();
      const tab = await own.newPage();
      if (place !== "is seen") {
        await tab.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => true }));
      }
      await tab.goto(`${address}/docs/two`);
      await run(tab);
      const other = sample(tab);
      await other.result.getByText("pressed 0").waitFor();
      // Both tabs' frames are in one process: it ends when all of them are gone, and not before.
      const { page, first, second } = await openLoop(own);
      await says(
        first.notice,
        "No response for 5 seconds: this sample or another one may contain an endless loop or read a large file.",
      );
      const mode = await page.evaluate(() => document.documentElement.dataset.theme);
      await page.click(".color-mode");
      await page.waitForFunction((before) => document.documentElement.dataset.theme !== before, mode);
      await first.notice.getByRole("button", { name: "Stop" }).click();
      await says(first.notice, "Stopped. Change the code to run it again.");
      await second.result.getByText("Hello").waitFor();
      await edit(page, "<p>no loop</p>");
      await first.result.getByText("no loop").waitFor();
      expect(await first.notice.textContent()).toBe("");
      await tab.bringToFront();
      await other.result.getByText("pressed 0").click();
      await other.result.getByText("pressed 1").waitFor();
    },
  );

  test.runIf(IS_WEEKLY)(
    "is stopped, and both samples come back, where their first new frames get no answer",
    async () => {
      const own = await openContext(whole);
      onTestFinished(() => own.close());
      let isLoop = false;
      let asked = 0;
      // From the beginning: to have requests looked at is not told to a frame in a loop.
      await own.route("**/live-frame-*.html", async (route) => {
        // The page asks for the address of a frame that takes long, too.
        if (!isLoop || !route.request().isNavigationRequest()) return route.fallback();
        asked++;
        // As in a process that a loop holds: the frames of both samples wait.
        if (asked > 2) await route.fallback();
      });
      // The time that a new frame has to come runs out when this test says so, not when the machine is slow.
      await own.addInitScript(() => {
        const start = window.setTimeout;
        const held: (() => void)[] = [];
        const hold = (run: () => void, time?: number) => (time === 3000 ? held.push(run) : start(run, time));
        Object.assign(window, { setTimeout: hold, letTimeRunOut: () => held.splice(0).forEach((run) => void run()) });
      });
      const { page, first, second } = await openLoop(own);
      await says(first.notice, "No response for 5 seconds");
      isLoop = true;
      await first.notice.getByRole("button", { name: "Stop" }).click();
      await expect.poll(() => asked, { timeout: STEP_MS }).toBe(2);
      await page.evaluate("letTimeRunOut()");
      await second.result.getByText("Hello").waitFor();
      await says(first.notice, "Stopped. Change the code to run it again.");
      expect(asked).toBe(4);
    },
  );

  test.runIf(IS_WEEKLY)("in a loop begun by a click ends with the next change of the code, or with Reset", async () => {
    const page = await open("/docs/one", await impatient());
    const { figure, result, notice } = sample(page);
    const goings = some(1, [
      () => edit(page, "<p>gone on</p>"),
      () => figure.getByRole("button", { name: "Reset" }).click(),
    ]);
    for (const goOn of goings) {
      await edit(
        page,
        `function Trap() {\n  return <button onClick={() => setTimeout(() => { ${ENDLESS} }, 500)}>trap</button>;\n}`,
      );
      const trap = result.getByRole("button", { name: "trap" });
      await trap.waitFor();
      // The loop may begin before the frame has said that it was clicked: what shows is awaited instead.
      const clicked = trap.click().catch(() => undefined);
      await says(notice, "No response for 5 seconds");
      await goOn();
      await result.getByText(/gone on|pressed 0/).waitFor();
      expect(await notice.textContent()).toBe("");
      await clicked;
    }
  });
});
