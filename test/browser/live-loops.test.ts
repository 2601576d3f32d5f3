import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";
import { some } from "../helpers/weekly.ts";

/** Loops as components, with the line that a notice names. */
const ENDLESS: Readonly<Record<string, readonly [line: number, code: string]>> = {
  "while without braces": [3, "function A() {\n  let n = 0;\n  while (true) n++;\n}"],
  "for without a condition, in an expression": [2, "() => {\n  for (;;) {}\n}"],
  "do, whose body catches what it throws": [
    2,
    "function A() {\n  do { try { null.x; } catch { continue; } } while (1);\n}",
  ],
  "for...of": [
    3,
    "function A() {\n  const set = new Set([1]);\n  for (const x of set) set.delete(x) && set.add(x);\n}",
  ],
  "an await that never leaves the task": [
    3,
    "function A() {\n  React.useEffect(async () => {\n    while (true) await 0;\n  }, []);\n  return <p>shown</p>;\n}",
  ],
};

/** Shows what each of its loops does, with the words in all places where they are no loops. */
const FORMS = `function Forms() {
  const done: string[] = [];
  const say = (name: string, ...values: unknown[]) => done.push(name + " " + values.join(""));
  const words = { while: 1, for(n: number) { return n; }, do: 3 };
  class Words { static while(n: number) { return n; } }
  say("names", words.while, words.for(2), words?.do, Words.while(4));
  say("text", \`while (\${[1, 2].map((n) => \`for (;;) \${n}\`)})\`, "do", /for (?:;;)/.test("for ;;"));
  let i = 0;
  while
    (i < 3) i++;
  do i++; while (i < 5, i < 6)
  say("plain", i);
  outer: for (const a of [1, 2, 3]) {
    for (let b = 0; ; b++) {
      if (b === 2) continue outer;
      if (a === 3) break outer;
      say("label", a, b);
    }
  }
  if (i === 0) for (const a of [1]) say("never", a); else for (const key in words) say("in", key);
  function* count() { let n = 0; while (yield n++) ; return "end"; }
  const counter = count();
  say("generator", counter.next().value, counter.next(true).value, counter.next(false).value);
  const calls: (() => number)[] = [];
  for (let n = 0, f = function () { n; return n; }; n < 2; n++) calls.push(() => n + f());
  say("closures", calls.map((call) => call()));
  for (const n of (() => { const list = []; for (;;) if (list.push(7) === 2) return list; })()) { say("nested", n); }
  const [later, setLater] = React.useState("");
  React.useEffect(() => {
    (async () => {
      let sum = 0;
      for await (const n of [Promise.resolve(1), 2]) { sum += n; }
      while (await Promise.resolve(sum < 5)) sum++;
      const count = () => { let n = 0; while (n < 9) n++; return n; };
      const worker = new Worker(URL.createObjectURL(new Blob(["postMessage((" + count + ")())"])));
      worker.onmessage = ({ data }) => setLater("async " + sum + "; in a worker " + data);
    })();
  }, []);
  return <p title="for" data-while="do">{[...done, later].join("; ")} while (true) for (;;) (</p>;
}`;

const SHOWN = [
  "names 1234",
  "text while (for (;;) 1,for (;;) 2)dotrue",
  "plain 6",
  "label 10; label 11; label 20; label 21",
  "in while; in for; in do",
  "generator 01end",
  "closures 0,1",
  "nested 7; nested 7",
  "async 5",
  "in a worker 9 while (true) for (;;) (",
].join("; ");

const fence = (code: string, info = "jsx live") => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;

let browser: Browser;
let address: string;

beforeAll(async () => {
  const root = await buildSite({
    "site.config.ts": 'export default { title: "Fixture", url: "https://example.com", live: {} };\n',
    "content/docs/index.md": `---\ntitle: Forms\n---\n\n${fence(FORMS, "tsx live")}`,
    "content/docs/endless.md": `---\ntitle: Endless\n---\n\n${Object.values(ENDLESS)
      .map(([, code]) => fence(code))
      .join("")}`,
  });
  [browser, address] = await Promise.all([openBrowser(), previewSite(root)]);
});

afterAll(() => browser?.close());

/** Opens a page of the fixture whose time passes faster than it does, and starts a sample, counted from 0. */
async function start(path: string, index: number, times: number) {
  const context = await openContext(browser);
  onTestFinished(() => context.close());
  await context.addInitScript((rate) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() * rate;
  }, times);
  const page: Page = await context.newPage();
  await page.goto(address + path);
  const figure = page.locator("figure.live").nth(index);
  await figure.getByRole("button", { name: "Run" }).click();
  return { page, figure };
}

describe("a loop in a live sample", () => {
  test("does what it does elsewhere, and its words are no loops in other places", async () => {
    const { figure } = await start("/docs/", 0, 1);
    await figure.frameLocator("iframe").getByText("async").waitFor();
    // biome-ignore lint/performance/useDomNodeTextContent: a reader's text
    expect(await figure.frameLocator("iframe").locator("p").innerText()).toBe(SHOWN);
    expect(await figure.getByRole("alert").textContent()).toBe("");
  });

  // This browser has the frame in the page's process, as Firefox has: the loop blocks the page, too.
  test.each(some(2, Object.keys(ENDLESS)))("without an end is stopped, and the page goes on: %s", async (name) => {
    const [line] = ENDLESS[name] ?? [];
    const { page, figure } = await start("/docs/endless", Object.keys(ENDLESS).indexOf(name), 16);
    const notice = figure.getByRole("alert");
    await notice.filter({ hasText: "Stopped" }).waitFor();
    expect(await notice.textContent()).toBe(`Line ${line} Error: Stopped: the loop was still running after 10 seconds`);
    await figure.locator("pre").hover();
    await figure.getByRole("textbox").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("<em>goes on</em>");
    await figure.frameLocator("iframe").locator("em", { hasText: "goes on" }).waitFor();
    expect(await notice.textContent()).toBe("");
  });
});
