import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";

const FETCHES = `function Shout() {
  const [text, setText] = React.useState("");
  React.useEffect(() => {
    fetch("/files/words.txt").then((response) => response.text()).then(setText);
  }, []);
  return <p>{text.toUpperCase()}</p>;
}`;
const PICKS = `function Pick() {
  const [rows, setRows] = React.useState(0);
  async function open(event) {
    const text = await event.target.files[0].text();
    if (text.startsWith("locked")) throw new Error("the file is protected by a password");
    setRows(JSON.parse(text).rows.length);
  }
  return <p><input type="file" aria-label="Own" onChange={open} /> rows: {rows}</p>;
}`;
const fence = (code: string, info: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;

let browser: Browser;
let context: BrowserContext;
let address: string;
let root: string;

beforeAll(async () => {
  root = await buildSite({
    "site.config.ts": 'export default { title: "Fixture", url: "https://example.com", live: {} };\n',
    "content/static/files/words.txt": "words of the site",
    "content/docs/index.md": `---\ntitle: One\n---\n\n[two](two.md) [plain](plain.md)\n\n${fence(FETCHES, 'jsx live input=words.txt expects="a text"')}`,
    "content/docs/two.md": `---\ntitle: Two\n---\n\n${fence(PICKS, 'jsx live input expects="JSON with rows"')}${fence(FETCHES, "jsx live")}`,
    "content/docs/plain.md": `---\ntitle: Plain\n---\n\n${fence("<p>plain</p>", "jsx live")}`,
  });
  [browser, address] = await Promise.all([openBrowser(), previewSite(root)]);
  context = await openContext(browser);
});

afterAll(() => browser?.close());

async function open(path: string, from: BrowserContext = context): Promise<Page> {
  const page = await from.newPage();
  onTestFinished(() => page.close());
  await page.goto(address + path);
  return page;
}

/** The parts of a sample that readers see, counted from 0. */
function sampleOf(page: Page, index = 0) {
  const figure = page.locator("figure.live").nth(index);
  return {
    figure,
    box: figure.locator(".live-input"),
    picker: figure.locator('.live-input input[type="file"]'),
    result: figure.frameLocator("iframe").locator("#result"),
    notice: figure.locator(".live-notice"),
  };
}

const file = (name: string, text: string | Buffer, mimeType = "text/plain") => {
  return { name, mimeType, buffer: Buffer.from(text) };
};
/** A large file on the disk: the browser reads it itself, and gets no copy by its protocol. */
const written = (name: string, text: string) => {
  const folder = temporaryFolder();
  writeFiles(folder, { [name]: text });
  return join(folder, name);
};
const says = (locator: Locator, text: string) => locator.filter({ hasText: text }).waitFor();

describe("the file of a reader", () => {
  test("is the input of all samples that read one, in this tab only, and no request carries it", async () => {
    const page = await open("/docs/");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    const { figure, box, picker, result } = sampleOf(page);
    await says(box, "it stays in this tab and is never sent. Expected: a text");
    expect(await page.getByLabel("Open a file for live sample 1").count()).toBe(1);
    await figure.getByRole("button", { name: "Run" }).click();
    await says(result, "WORDS OF THE SITE");

    await picker.setInputFiles(file("mine.txt", "my secret"));
    await says(result, "MY SECRET");
    await says(box.getByRole("status"), "Input: mine.txt. It stays in this tab and is never sent.");

    // In the page, then by a load, of another sample, which fails with this file, and one without an input.
    await page.locator("article").getByRole("link", { name: "two" }).click();
    const picks = sampleOf(page);
    await says(picks.notice, "mine.txt doesn't fit this sample. Expected: JSON with rows");
    await picks.picker.setInputFiles(file("rows.json", '{"rows":[1,2,3]}'));
    await says(picks.result, "rows: 3");
    await picks.notice.waitFor({ state: "hidden" });
    await page.reload();
    await says(sampleOf(page).result, "rows: 3");
    await sampleOf(page, 1).figure.getByRole("button", { name: "Run" }).click();
    await says(sampleOf(page, 1).result, "WORDS OF THE SITE");
    expect(await sampleOf(page, 1).box.count()).toBe(0);
    await page.goto(`${address}/docs/`);
    await says(sampleOf(page).result, '{"ROWS":[1,2,3]}');

    // What is stored can't be read without the tab.
    const stored = await page.evaluate(async () => {
      const opening = indexedDB.open("docgen-reader-file");
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      const request = opening.result.transaction("files").objectStore("files").getAll();
      await new Promise((resolve) => request.addEventListener("success", resolve));
      opening.result.close();
      return request.result.map(({ bytes, ...rest }) => new TextDecoder().decode(bytes) + JSON.stringify(rest));
    });
    expect(stored).toHaveLength(1);
    expect(stored[0]).not.toMatch(/rows/);
    const other = await open("/docs/", page.context());
    await says(sampleOf(other).box, "Open or drop your own file");

    await sampleOf(page).figure.getByRole("button", { name: "Forget file" }).click();
    await says(sampleOf(page).result, "WORDS OF THE SITE");
    await says(sampleOf(page).box.getByRole("status"), "The file is forgotten.");
    await page.goto(`${address}/docs/two`);
    await says(sampleOf(page).box, "Open or drop your own file");
    expect(sent.filter((request) => /secret|mine|rows/.test(request))).toEqual([]);
  });

  test("that can't be used gives a sentence, and errors of changed code stay errors", async () => {
    const page = await open("/docs/two");
    const { figure, box, picker, notice } = sampleOf(page);
    await picker.setInputFiles(file("none.json", ""));
    await says(box.locator("strong"), "none.json is empty.");
    await says(box.getByRole("status"), "none.json is empty.");
    await box.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(64_000_001)], "large.json"));
      element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await says(box.locator("strong"), "large.json is larger than 64 MB.");
    await says(box, "Open or drop your own file");

    await picker.setInputFiles(file("locked.json", "locked"));
    const reason = "the file is protected by a password.";
    await says(notice, `locked.json doesn't fit this sample. ${reason} Expected: JSON with rows`);
    await box.locator("strong").waitFor({ state: "hidden" });
    for (const [name, head] of Object.entries({ "a.png": "text", renamed: "\xFF\xD8\xFF" })) {
      const type = name.endsWith(".png") ? "image/png" : "";
      await picker.setInputFiles(file(name, Buffer.from(head, "latin1"), type));
      await says(notice, `${name} doesn't fit this sample. Expected: JSON with rows`);
    }
    for (const [name, limit] of Object.entries({ "wide.csv": 3, "long.json": 10 })) {
      await picker.setInputFiles(written(name, `{"rows":[]}${" ".repeat(limit * 1_000_000)}`));
      const size = `${name} is larger than ${limit} MB.`;
      await says(notice, `${name} doesn't fit this sample. ${size} Expected: JSON with rows`);
    }
    await picker.setInputFiles(written("near.json", `{"rows":[1,2]}${" ".repeat(3_000_000)}`));
    await says(sampleOf(page).result, "rows: 2");
    await picker.setInputFiles(file("other.json", "{}"));
    await says(notice, "other.json doesn't fit this sample. Expected: JSON with rows");
    await figure.locator("pre").hover();
    await figure.getByRole("textbox").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("missing()");
    await says(notice, "ReferenceError: missing is not defined");
  });

  test("has no row without JavaScript, and its script is on no other page", async () => {
    expect(readOutput(root, "docs/plain/index.html")).not.toContain("live-input");
    const page = await open("/docs/plain");
    await page.getByRole("button", { name: "Run" }).waitFor();
    const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(names.filter((name) => name.includes("reader-"))).toEqual([]);
    const bare = await openContext(browser, { javaScriptEnabled: false });
    const still = await open("/docs/", bare);
    expect(await sampleOf(still).box.isVisible()).toBe(false);
    await bare.close();
  });
});
