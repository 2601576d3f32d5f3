import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import NUMBERS_TEMPLATE from "xlsx/dist/xlsx.zahl";
import { hydrate, openBrowser, openContext, openPrefetchingContext } from "../helpers/browser.ts";
import { PROJECT, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { openSite } from "../helpers/real-site.ts";

let browser: Browser;
let context: BrowserContext;
/** With prefetching, for what no reader's browser may load by itself. */
let prefetching: BrowserContext;
let address: string;

beforeAll(async () => {
  ({ address } = await openSite());
  browser = await openBrowser();
  context = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  prefetching = await openPrefetchingContext(browser);
});

afterAll(() => browser?.close());

/** Writes a file that is a byte larger than a limit: the browser reads it itself, and gets no copy by its protocol. */
function largeFile(name: string, limitMb: number): string {
  const folder = temporaryFolder();
  writeFiles(folder, { [name]: Buffer.alloc(limitMb * 1_000_000 + 1, "1,2\n") });
  return join(folder, name);
}

test.each(["A4", "Letter"])("the cheat sheet fits on one sheet of paper: %s", async (format) => {
  const page = await context.newPage();
  await page.goto(`${address}/docs/cookbook/cheat-sheet`);
  const pdf = (await page.pdf({ format, margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" } })).toString(
    "latin1",
  );
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.close();
});

describe("a docs page", () => {
  test("loads no React until the reader reaches for a control", async () => {
    const page = await prefetching.newPage();
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await page.goto(`${address}/docs/api/`, { waitUntil: "networkidle" });
    await page.mouse.wheel(0, 600);
    expect(scripts.some((url) => url.includes("hydrate"))).toBe(false);
    await Promise.all([page.waitForRequest(/hydrate/), page.hover(".color-mode")]);
    await page.close();
  });

  test("loses no click that comes before React", async () => {
    const page = await context.newPage();
    await page.goto(`${address}/docs/api/`);
    await page.evaluate(() => document.querySelector<HTMLElement>(".search-button")?.click());
    await page.waitForSelector("dialog.search-panel[open]");
    await page.close();
  });

  test("counts a click once, whatever hydration is at when it comes", async () => {
    const page = await context.newPage();
    for (const tasks of [0, 1, 2, 3, 4, 6, 9, 14, 20]) {
      await page.goto(`${address}/docs/api/`);
      const modes = await page.evaluate(async (count) => {
        const seen: (string | undefined)[] = [];
        const { documentElement: root } = document;
        root.dataset.theme = "light";
        const button = document.querySelector<HTMLElement>(".color-mode");
        const isKnown = () => Object.keys(button ?? {}).some((key) => key.startsWith("__reactProps"));
        const task = () =>
          new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = resolve;
            port2.postMessage(0);
          });
        new MutationObserver(() => seen.push(root.dataset.theme)).observe(root, { attributeFilter: ["data-theme"] });
        button?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
        // Tasks from React's first look at the button on, in which it takes hold of the page; half of them before it.
        while (count % 2 === 1 && !isKnown()) await task();
        for (let left = count; left > 0; left--) await task();
        button?.click();
        while (seen.length < 1) await task();
        for (let left = 50; left > 0; left--) await task();
        return seen;
      }, tasks);
      expect([tasks, modes]).toEqual([tasks, ["dark"]]);
    }
    await page.close();
  });

  test("marks the heading being read in the table of contents", async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${address}/docs/csf/cell`);
    const second = page.locator(".toc a").nth(1);
    await second.click();
    await page.waitForFunction(() => document.querySelectorAll(".toc a")[1]?.getAttribute("aria-current") === "true");
    await page.close();
  });
});

describe("colour mode", () => {
  test("is light at first, switches, is remembered, and is mirrored to the body", async () => {
    const own = await openContext(browser);
    const page = await own.newPage();
    await page.goto(`${address}/docs/`);
    expect(await page.evaluate(() => [document.documentElement.dataset.theme, document.body.dataset.theme])).toEqual([
      "light",
      "light",
    ]);
    await page.click(".color-mode");
    await page.waitForFunction(
      () => document.documentElement.dataset.theme === "dark" && document.body.dataset.theme === "dark",
    );
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await own.close();
  });
});

describe("the home page", () => {
  test("shows a picked spreadsheet as a grid and gives it back as XLSX and CSV", async () => {
    const page = await prefetching.newPage();
    const scripts: string[] = [];
    page.on("request", (request) => request.url().endsWith(".js") && scripts.push(request.url()));
    await page.goto(`${address}/`, { waitUntil: "networkidle" });
    expect(scripts.filter((url) => /hydrate-|xlsx/.test(url))).toEqual([]);
    const rows = [
      ["Part", "Weight"],
      ["Bolt", 12.5],
      ["A nut with a text that is too long for its cell", 3],
    ];
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(rows), "Parts");
    const buffer = XLSX.write(book, { type: "buffer", bookType: "xlsb" }) as Buffer;
    await page.setInputFiles('input[type="file"]', {
      name: "parts.xlsb",
      mimeType: "application/octet-stream",
      buffer,
    });
    await page.getByRole("cell", { name: "Bolt" }).waitFor();
    const bar = page.locator(".sheet-cell");
    await page.getByRole("cell", { name: "Bolt" }).click();
    expect(await bar.textContent()).toBe("A2Bolt");
    // A line that fits is no stop for the Tab key.
    expect(await bar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await page.getByRole("button", { name: "A nut with" }).click();
    expect(await bar.textContent()).toBe(`A3${rows[2]?.[0]}`);
    for (const [label, ending] of [
      ["Download XLSX", "xlsx"],
      ["Download CSV", "csv"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: label }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`parts.${ending}`);
      const path = join(temporaryFolder(), download.suggestedFilename());
      await download.saveAs(path);
      const read = XLSX.read(readFileSync(path));
      const sheet = read.Sheets[read.SheetNames[0] ?? ""] ?? {};
      expect(XLSX.utils.sheet_to_json(sheet, { header: 1 })).toEqual(rows);
    }
    await page.close();
  });

  test("gives back a sheet with a name that the library refuses to write", async () => {
    const page = await context.newPage();
    await page.goto(`${address}/`, { waitUntil: "networkidle" });
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([["Bolt"]]), "In-Out");
    const text = String(XLSX.write(book, { type: "string", bookType: "fods" })).replaceAll("In-Out", "'In/Out");
    const file = { name: "stock.fods", mimeType: "application/octet-stream", buffer: Buffer.from(text) };
    await page.setInputFiles('input[type="file"]', file);
    await page.getByRole("cell", { name: "Bolt" }).waitFor();
    const button = page.getByRole("button", { name: "Download XLSX" });
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    const path = join(temporaryFolder(), download.suggestedFilename());
    await download.saveAs(path);
    expect(XLSX.read(readFileSync(path)).SheetNames).toEqual(["In_Out"]);
    await page.close();
  });

  test("loads the library when it is first wanted, and tries again where that failed", async () => {
    const own = await openPrefetchingContext(browser);
    const page = await own.newPage();
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("xlsx.full") && asked.push(request.url()));
    await page.route("**/xlsx.full.min.js", (route) => route.abort(), { times: 1 });
    await page.goto(`${address}/`, { waitUntil: "networkidle" });
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "Sample" }).click();
    await page.getByText("The library did not load.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing was uploaded.").waitFor();
    await page.getByRole("button", { name: "Sample" }).click();
    expect(asked).toHaveLength(2);
    await own.close();
  });

  test("takes the sample, and a file that is dropped", async () => {
    const page = await context.newPage();
    await page.goto(`${address}/`);
    await hydrate(page);
    await page.getByRole("button", { name: "Sample" }).click();
    await page.getByRole("cell", { name: "Barack Obama" }).waitFor();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["City,Metres\nLima,154\n"], "heights.csv", { type: "text/csv" }));
      return data;
    });
    await page.dispatchEvent(".sheet", "drop", { dataTransfer: transfer });
    await page.getByRole("cell", { name: "Lima" }).waitFor();
    const noSpreadsheet = (name: string) =>
      page.getByText(`${name} is not a spreadsheet that the library can read.`).waitFor();
    for (const [name, text] of [
      ["logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
      ["photo.jpg", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\n\x02,\x03"],
    ] as const) {
      await page.setInputFiles('input[type="file"]', { name, mimeType: "", buffer: Buffer.from(text, "latin1") });
      await noSpreadsheet(name);
    }
    // LibreOffice encrypted it. Encrypted ODS files are refused for their sizes, as a damaged file is.
    const locked = "protected by a password, and can't be opened here.";
    await page.setInputFiles('input[type="file"]', join(PROJECT, "content/static/files/secret.xlsx"));
    await page.getByText(`secret.xlsx is ${locked}`).waitFor();
    const damaged = readFileSync(join(PROJECT, "content/static/files/pres.ods"));
    damaged.writeUInt32LE(1, damaged.indexOf("PK\u0001\u0002") + 20);
    await page.setInputFiles('input[type="file"]', { name: "cut.ods", mimeType: "", buffer: damaged });
    await page.getByText(`cut.ods is damaged, or ${locked}`).waitFor();
    for (const [name, text, told] of [
      ["cut.xlsx", "PK\u0003\u0004junkjunk", `cut.xlsx is damaged, or ${locked}`],
      ["none.csv", "", "none.csv is empty."],
    ] as const) {
      await page.setInputFiles('input[type="file"]', { name, mimeType: "", buffer: Buffer.from(text) });
      await page.getByText(told).waitFor();
    }
    await page.close();
  });

  test("refuses a file that would block the page, also one that was opened on another page", async () => {
    const own = await openPrefetchingContext(browser);
    const page = await own.newPage();
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("xlsx.full") && asked.push(request.url()));
    await page.goto(`${address}/`, { waitUntil: "networkidle" });
    for (const [name, limit] of Object.entries({ "wide.csv": 3, "long.xlsx": 10 })) {
      await page.setInputFiles('input[type="file"]', largeFile(name, limit));
      await page.getByText(`${name} is larger than ${limit} MB.`).waitFor();
    }
    await page.goto(`${address}/docs/cookbook/read/choose-sheet`);
    await page.setInputFiles('.live-input input[type="file"]', largeFile("kept.csv", 3));
    await page.getByText("Input: kept.csv.").first().waitFor();
    // The samples there load the library, perhaps only now.
    await page.goto("about:blank");
    asked.length = 0;
    await page.goto(`${address}/`);
    await hydrate(page);
    await page.getByText("kept.csv is larger than 3 MB.").waitFor();
    expect(asked).toEqual([]);
    await own.close();
  });

  test("fits a window of 320 px", async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${address}/`);
    const beyond = await page.evaluate(() => {
      const { documentElement, body } = document;
      return documentElement.scrollWidth - body.clientWidth;
    });
    expect(beyond).toBe(0);
    await page.close();
  });

  test("takes a file that is dropped before React is there", async () => {
    const page = await context.newPage();
    await page.goto(`${address}/`, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["City,Metres\nLima,154\n"], "heights.csv", { type: "text/csv" }));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector(".sheet")?.dispatchEvent(event);
    });
    await page.getByRole("cell", { name: "Lima" }).waitFor();
    await page.close();
  });

  test("counts the formats in the table of all formats, of which the library writes those with a bookType", async () => {
    const html = await (await fetch(`${address}/`)).text();
    const figures = new Map(
      [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(\d+)/g)].map(([, name, value]) => [name, Number(value)]),
    );
    const page = await (await fetch(`${address}/docs/miscellany/formats.md`)).text();
    const [, table = ""] = page.split("\n## All formats\n");
    const types = [...(table.split("\n## ")[0] ?? "").matchAll(/^\|[^|]*\| (`\w+`)?/gm)]
      .slice(2)
      .map(([, type]) => type);
    const written = types.flatMap((type) => type?.slice(1, -1) ?? []);
    const workbook = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([[1]]));
    for (const bookType of written) {
      const numbers = bookType === "numbers" ? { numbers: NUMBERS_TEMPLATE } : {};
      expect(() =>
        XLSX.write(workbook, { bookType: bookType as XLSX.BookType, type: "buffer", ...numbers }),
      ).not.toThrow();
    }
    expect([figures.get("formats read"), figures.get("formats written")]).toEqual([types.length, written.length]);
    expect(written.length).toBeGreaterThan(20);
  });

  test("has code that does with the file beside it what it says, and copies it", async () => {
    const page = await context.newPage();
    await page.goto(`${address}/`);
    const cells = await page
      .locator(".sheet-grid tbody tr")
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));
    const orders = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(cells.map((row) => row.map((cell) => +cell || cell))));
    const figure = page.locator("figure.code", { hasText: "large.js" });
    await figure.getByRole("button", { name: "Copy code" }).click();
    const code = (await figure.locator("code").textContent()) ?? "";
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    let written: XLSX.WorkBook | undefined;
    const library = { ...XLSX, readFile: () => orders, writeFile: (wb: XLSX.WorkBook) => (written = wb) };
    new Function("require", code)(() => library);
    expect(XLSX.utils.sheet_to_json(written?.Sheets.Large ?? {}, { header: 1 })).toEqual([
      ["Date", "Item", "Pieces", "Price", "Total"],
      ["2025-03-03", "Notebook", 12, 3.5, 42],
      ["2025-03-12", "Binder", 8, 4.9, 39.2],
    ]);
    await page.close();
  });
});

describe("without JavaScript", () => {
  test("text, menus, tabs and the drawer are there", async () => {
    const own = await openContext(browser, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 800 },
    });
    const page = await own.newPage();
    await page.goto(`${address}/docs/getting-started/installation/frameworks`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation", { name: "Docs sidebar" }).getByRole("link", { name: "API Reference" }).waitFor();
    await own.close();
  });
});
