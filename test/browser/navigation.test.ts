import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectComplaints, openBrowser, openPrefetchingContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";
import { LONG_PAGE } from "../helpers/layout-site.ts";

const tall = (title: string) => LONG_PAGE.replace("# Long", `# ${title}`);

/** Small pages of what navigation meets: a load of the project's own site takes three times as long. */
const FILES = {
  "site.config.ts":
    'export default { title: "Fixture", url: "https://example.com", redirects: [{ from: "/docs/read", to: "/docs/api/parse-options" }] };\n',
  "content/docs/index.md": "# Docs\n\n[shop](/shop)\n",
  "content/docs/api/index.md": tall("API").replace(
    "\n\n",
    "\n\n[Stream](/docs/api/stream) [Write options](/docs/api/write-options)\n\n",
  ),
  "content/docs/api/parse-options.md": tall("Parse options").replace("{#two}", "{#input-type}"),
  "content/docs/api/stream.md": `${tall("Stream")}\n\`\`\`js\nstream();\n\`\`\`\n`,
  "content/docs/api/write-options.md": "# Write options\n",
  "content/docs/csf/index.md": "# CSF\n\n[Cell](/docs/csf/cell)\n",
  "content/docs/csf/cell.md": tall("Cell"),
  "content/docs/miscellany/errors.md": "# Troubleshooting\n",
  "content/docs/miscellany/formats.md": "# Formats\n",
  "content/static/files/pres.xlsx": "x",
  "content/pages/index.tsx": `import { useState } from "react";
export default function Home() {
  const [rows, setRows] = useState<string[]>([]);
  return <div data-interactive>
    <h1>Home</h1>
    <input type="file" onChange={async ({ target }) => setRows(((await target.files?.[0]?.text()) ?? "").split("\\n"))} />
    <table><tbody>{rows.map((row) => <tr key={row}><td>{row}</td></tr>)}</tbody></table>
  </div>;
}
`,
  "content/pages/shop.tsx": `import { Link } from "docgen/theme";
import { useState } from "react";
export default function Shop() {
  const [count, setCount] = useState(0);
  return <div data-interactive>
    <title>{"Shop " + count}</title><meta name="own" content="1" />
    <button type="button" onClick={() => setCount(count + 1)}>pressed {count}</button><Link to="/docs/">docs</Link>
  </div>;
}
`,
};

let browser: Browser;
let context: BrowserContext;
let address: string;

beforeAll(async () => {
  address = await previewSite(await buildSite(FILES));
  browser = await openBrowser();
  context = await openPrefetchingContext(browser, { viewport: { width: 1280, height: 800 } });
});

afterAll(async () => {
  await browser?.close();
});

async function open(route: string, options: { readonly hydrated?: boolean } = {}): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address + route, { waitUntil: "load" });
  await page.evaluate(() => Object.assign(window, { mark: true }));
  if (options.hydrated === true) {
    await page.click(".color-mode");
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    await page.click(".color-mode");
  }
  return page;
}

/** Whether the page was swapped in, and not loaded. */
const isSwapped = (page: Page) => page.evaluate(() => "mark" in window);
/** Waits until the page of a route is shown: its data is there, and screen readers are told. */
const arrival = (page: Page, route: string) =>
  page.waitForFunction((wanted) => {
    const data = JSON.parse(document.getElementById("docgen-page")?.textContent ?? "{}") as { route?: string };
    const isAnnounced = document.querySelector(".announcer")?.textContent === document.title;
    return data.route === wanted && location.pathname === wanted && isAnnounced;
  }, route);
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));
const article = (route: string) => `main a[href="${route}"]`;

/** Holds back the answers to a route's page until told to give them. */
async function holdBack(page: Page, route: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address + route, async (held) => {
    await released;
    await held.continue();
  });
  return release;
}

/** Adds a link to the page as an author might write it. */
async function addLink(page: Page, href: string, attributes: Record<string, string> = {}): Promise<void> {
  await page.evaluate(
    ([to, given]) => {
      const link = document.createElement("a");
      link.href = to;
      link.id = "added";
      link.textContent = "added link";
      for (const [name, value] of Object.entries(given)) link.setAttribute(name, value);
      document.querySelector("main h1")?.after(link);
    },
    [href, attributes] as const,
  );
}

describe.each([
  ["before React is loaded", false],
  ["after React has taken over", true],
])("navigation in the page, %s", (_, hydrated) => {
  test("fetches the page of a link and swaps it, with title, head, focus and a polite announcement", async () => {
    const page = await open("/docs/api/", { hydrated });
    const complaints = collectComplaints(page);
    await page.evaluate(() => scrollTo(0, 300));
    await page.click(article("/docs/api/stream"));
    await arrival(page, "/docs/api/stream");
    expect(await isSwapped(page)).toBe(true);
    expect(await page.textContent("h1")).toContain("Stream");
    expect(await page.title()).toContain("Stream");
    expect(await page.getAttribute('link[rel="canonical"]', "href")).toMatch(/\/docs\/api\/stream$/);
    expect(await page.getAttribute(".announcer", "aria-live")).toBe("polite");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("docgen-top");
    expect(await scrollTop(page)).toBe(0);
    expect(await page.locator('.sidebar [aria-current="page"]').textContent()).toContain("Stream");
    expect(await page.locator(".markdown figure.code .copy").count()).toBeGreaterThan(0);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("skip-link");
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("goes to a heading named in the hash, and otherwise to the top", async () => {
    const page = await open("/docs/api/", { hydrated });
    await addLink(page, "/docs/api/stream#ndjson-objects");
    const id = await page.evaluate(async () => {
      const html = await (await fetch("/docs/api/stream")).text();
      return new DOMParser().parseFromString(html, "text/html").querySelectorAll("h2[id]")[2]?.id ?? "";
    });
    await page.evaluate(
      (hash) => document.getElementById("added")?.setAttribute("href", `/docs/api/stream#${hash}`),
      id,
    );
    await page.click("#added");
    await arrival(page, "/docs/api/stream");
    const top = await page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top ?? -1, id);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(200);
    await page.close();
  });

  test("Back and Forward bring back the page and the place on it", async () => {
    const page = await open("/docs/api/parse-options", { hydrated });
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await page.evaluate(() => document.querySelector<HTMLElement>(".pagination-next")?.click());
    await page.waitForFunction(() => location.pathname !== "/docs/api/parse-options");
    const next = await page.evaluate(() => location.pathname);
    await arrival(page, next);
    await page.evaluate(() => scrollTo({ top: 400, behavior: "instant" }));
    await page.goBack();
    await arrival(page, "/docs/api/parse-options");
    expect(await scrollTop(page)).toBe(900);
    await page.goForward();
    await arrival(page, next);
    expect(await scrollTop(page)).toBe(400);
    expect(await isSwapped(page)).toBe(true);
    await page.close();
  });

  test("leads from and to pages that are interactive as a whole", async () => {
    const page = await open("/docs/api/", { hydrated });
    await page.click(".brand");
    await arrival(page, "/");
    await page.setInputFiles('main input[type="file"]', {
      name: "a.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("name,count\nApples,3\n"),
    });
    await page.waitForSelector("main td:has-text('Apples')");
    await page.goBack();
    await arrival(page, "/docs/api/");
    expect(await isSwapped(page)).toBe(true);
    await page.close();
  });
});

describe("navigation in the page", () => {
  test("keeps opened categories of the sidebar open", async () => {
    const page = await open("/docs/api/");
    await page.click('.caret[aria-label="Expand Miscellany"]');
    await page.waitForSelector('.sidebar a[href="/docs/miscellany/formats"]');
    await page.click(article("/docs/api/stream"));
    await arrival(page, "/docs/api/stream");
    expect(await page.isVisible('.sidebar a[href="/docs/miscellany/formats"]')).toBe(true);
    await page.close();
  });

  test("a progress bar (no spinner in it) appears after a 200 ms delay at 0.08, grows by 0.02 every 800 ms, and ends", async () => {
    // The clock is the whole context's.
    const own = await openPrefetchingContext(browser);
    const page = await own.newPage();
    await page.goto(`${address}/docs/api/`, { waitUntil: "load" });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    const release = await holdBack(page, "/docs/miscellany/errors");
    await addLink(page, "/docs/miscellany/errors");
    const [script] = await Promise.all([page.waitForResponse(/\/navigate-/), page.hover("#added")]);
    await page.evaluate(`import(${JSON.stringify(script.url())})`);
    await page.evaluate(() => document.getElementById("added")?.click());
    await page.clock.runFor(199);
    expect(await page.locator(".progress-bar, .page-loading").count()).toBe(0);
    await page.clock.runFor(1);
    const scale = () => page.locator(".progress-bar").evaluate((bar) => (bar as HTMLElement).style.transform);
    expect(await scale()).toBe("scaleX(0.08)");
    expect(await page.locator(".page-loading .spinner").count()).toBe(1);
    await page.clock.runFor(800);
    expect(await scale()).toBe("scaleX(0.1)");
    release();
    await page.waitForSelector("h1:has-text('Troubleshooting')");
    expect(await page.locator(".spinner").count()).toBe(0);
    await page.clock.runFor(200);
    expect(await page.locator(".progress-bar").count()).toBe(0);
    await own.close();
  });

  test("on a load error the error text and a Retry button show, and Retry loads the page", async () => {
    const page = await open("/docs/api/");
    await page.route(`${address}/docs/miscellany/errors`, (route) => route.abort());
    await addLink(page, "/docs/miscellany/errors");
    await page.click("#added");
    await page.waitForSelector('.page-loading[role="alert"] button');
    expect(await page.textContent(".page-loading p")).toMatch(/fetch/i);
    expect(new URL(page.url()).pathname).toBe("/docs/api/");
    await page.unroute(`${address}/docs/miscellany/errors`);
    await page.click('.page-loading button:has-text("Retry")');
    await arrival(page, "/docs/miscellany/errors");
    expect(await page.locator(".page-loading").count()).toBe(0);
    await page.close();
  });

  test("a page of a newer deploy is loaded by the browser, once", async () => {
    const page = await open("/docs/api/");
    let loads = 0;
    await page.route(`${address}/docs/miscellany/errors`, async (route) => {
      if (route.request().isNavigationRequest()) loads++;
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/site-\w+\.json/, "site-0.json") });
    });
    await addLink(page, "/docs/miscellany/errors");
    await page.click("#added");
    await page.waitForFunction(
      () => !("mark" in window) && document.querySelector("h1")?.textContent?.includes("Troubleshooting"),
    );
    expect(loads).toBe(1);
    await page.close();
  });

  test("where a deploy has taken the client's files away, the page is loaded again once and never in a loop", async () => {
    const page = await context.newPage();
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads++;
    });
    await page.route(/\/hydrate-/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${address}/docs/api/`);
    const warned = page.waitForEvent("console", (message) => message.text().includes("could not be loaded"));
    await Promise.all([page.waitForEvent("load"), page.hover(".color-mode")]);
    await warned;
    expect(loads).toBe(2);
    const again = page.waitForEvent("console", (message) => message.text().includes("could not be loaded"));
    await page.mouse.move(0, 0);
    await page.hover(".color-mode");
    await again;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
    expect(loads).toBe(2);
    await page.close();
  });

  test("a page that does not exist is left to the host", async () => {
    const page = await open("/docs/api/");
    await addLink(page, "/docs/api/nowhere");
    await page.click("#added");
    await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Page not found");
    expect(await isSwapped(page)).toBe(false);
    await page.close();
  });

  test("a redirect page keeps the hash and leads on", async () => {
    const page = await open("/docs/api/");
    await addLink(page, "/docs/read?x=1#input-type");
    await page.click("#added");
    await page.waitForURL(/parse-options\/?\?x=1#input-type$/);
    await page.close();
  });

  test("the last of several clicks wins", async () => {
    const page = await open("/docs/api/");
    const release = await holdBack(page, "/docs/miscellany/errors");
    await addLink(page, "/docs/miscellany/errors");
    await page.click("#added");
    await page.click(article("/docs/api/write-options"));
    await arrival(page, "/docs/api/write-options");
    const answered = page.waitForResponse(`${address}/docs/miscellany/errors`);
    release();
    await (await answered).finished();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
    expect(new URL(page.url()).pathname).toBe("/docs/api/write-options");
    await page.close();
  });

  test("a query-only change does not scroll, a link to the page itself goes to its top", async () => {
    const page = await open("/docs/api/parse-options");
    await addLink(page, "/docs/api/parse-options?x=1");
    await page.evaluate(() => scrollTo({ top: 700, behavior: "instant" }));
    await page.evaluate(() => document.getElementById("added")?.click());
    await page.waitForFunction(() => location.search === "?x=1" && document.querySelector(".announcer") !== null);
    expect(await scrollTop(page)).toBe(700);
    await addLink(page, "/docs/api/parse-options?x=1");
    await page.evaluate(() => document.getElementById("added")?.click());
    await page.waitForFunction(() => scrollY === 0);
    expect(await isSwapped(page)).toBe(true);
    await page.close();
  });

  test("hash links on the page are the browser's, and Back comes to where the reader was", async () => {
    const page = await open("/docs/csf/");
    await page.click(article("/docs/csf/cell"));
    await arrival(page, "/docs/csf/cell");
    await page.evaluate(() => scrollTo({ top: 150, behavior: "instant" }));
    await page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".toc a")].at(-1)?.click());
    await page.waitForFunction(() => location.hash !== "" && scrollY > 500);
    await page.goBack();
    await page.waitForFunction(() => location.hash === "" && Math.round(scrollY) === 150);
    await page.close();
  });
});

test("a page in React that writes tags of the head is left and returned to", async () => {
  const page = await context.newPage();
  await page.goto(`${address}/shop`);
  await page.getByText("pressed").click();
  const shows = (title: string, tags: number) =>
    page.waitForFunction(
      ([text, count]) =>
        document.title === text && document.head.querySelectorAll("title, [name=own]").length === count,
      [title, tags] as const,
    );
  await shows("Shop 1", 2);
  await page.locator("main").getByRole("link", { name: "docs" }).click();
  await shows("Docs | Fixture", 1);
  for (const _ of [1, 2]) {
    await page.goBack();
    await page.getByText("pressed 0").waitFor();
    await shows("Shop 0", 2);
    await page.goForward();
    await page.getByRole("heading", { level: 1, name: "Docs" }).waitFor();
    await shows("Docs | Fixture", 1);
  }
  await page.close();
});

/** How a link is clicked. */
interface Modifiers {
  readonly ctrlKey?: boolean;
  readonly shiftKey?: boolean;
  readonly metaKey?: boolean;
  readonly button?: number;
}

describe("addresses", () => {
  test("paths ending in .html or /index.html are normalised to the plain path", async () => {
    const page = await open("/docs/api/stream/index.html?a=1#top");
    expect(await page.evaluate(() => location.href)).toBe(`${address}/docs/api/stream?a=1#top`);
    for (const href of ["/docs/api/write-options.html", "/docs/api/write-options/index.html"]) {
      await page.goto(`${address}/docs/api/`);
      await addLink(page, href);
      await page.click("#added");
      await page.waitForURL(/\/docs\/api\/write-options\/?$/);
      await arrival(page, "/docs/api/write-options");
    }
    // The host has no such file, and answers with the page for what it lacks.
    await page.goto(`${address}/docs/api/stream.html?a=1#top`);
    await page.waitForURL(`${address}/docs/api/stream?a=1#top`);
    await page.close();
  });

  test("invalid percent-encoding in the pathname is an error saying so", async () => {
    const page = await open("/docs/api/");
    await addLink(page, "/docs/%E0%A4%A");
    await page.click("#added");
    await page.waitForSelector(".page-loading");
    expect(await page.textContent(".page-loading")).toContain('"/docs/%E0%A4%A" could not be decoded');
    await page.close();
  });

  test("links that a browser handles otherwise are left to it", async () => {
    const page = await open("/docs/api/");
    /** Whether a click on a link with these attributes is taken by docgen. */
    const isTaken = async (href: string, attributes: Record<string, string> = {}, how: Modifiers = {}) => {
      await addLink(page, href, attributes);
      return page.evaluate((init) => {
        let prevented: boolean | undefined;
        const look = (event: MouseEvent) => {
          prevented = event.defaultPrevented;
          event.preventDefault();
        };
        addEventListener("click", look, { once: true });
        const link = document.getElementById("added");
        link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
        link?.remove();
        return prevented;
      }, how);
    };
    const stream = "/docs/api/stream";
    expect({
      "another origin": await isTaken("https://example.com/"),
      "a download": await isTaken(stream, { download: "" }),
      "another window": await isTaken(stream, { target: "_blank" }),
      "data-noroute": await isTaken(stream, { "data-noroute": "" }),
      "a file": await isTaken("/files/pres.xlsx"),
      Control: await isTaken(stream, {}, { ctrlKey: true }),
      Shift: await isTaken(stream, {}, { shiftKey: true }),
      Meta: await isTaken(stream, {}, { metaKey: true }),
      "the middle button": await isTaken(stream, {}, { button: 1 }),
      "none of these": await isTaken(stream),
    }).toEqual({
      "another origin": false,
      "a download": false,
      "another window": false,
      "data-noroute": false,
      "a file": false,
      Control: false,
      Shift: false,
      Meta: false,
      "the middle button": false,
      "none of these": true,
    });
    await page.close();
  });
});

describe("prefetching", () => {
  test("a link's page is fetched when it is hovered or touched, and not asked for again", async () => {
    const page = await open("/docs/api/");
    await page.route(/.*/, (route) => route.continue());
    await addLink(page, "/docs/miscellany/errors");
    const [request] = await Promise.all([page.waitForRequest(/miscellany\/errors$/), page.hover("#added")]);
    expect(request.isNavigationRequest()).toBe(false);
    let again = 0;
    page.on("request", (other) => {
      if (other.url() === request.url()) again++;
    });
    await page.click("#added");
    await arrival(page, "/docs/miscellany/errors");
    expect(again).toBe(0);
    await page.close();
  });

  test("links that become visible are prefetched", async () => {
    const page = await context.newPage();
    await Promise.all([page.waitForRequest(`${address}/docs/api/stream`), page.goto(`${address}/docs/api/`)]);
    await page.close();
  });

  test.each([
    ["data-saver is on", { saveData: true, effectiveType: "4g" }],
    ["the connection is 2g", { saveData: false, effectiveType: "2g" }],
  ])("prefetching is skipped when %s", async (_, connection) => {
    const page = await context.newPage();
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, "connection", { get: () => value });
    }, connection);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${address}/docs/api/`, { waitUntil: "networkidle" });
    await page.hover(article("/docs/api/stream"));
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
    expect(requests.filter((path) => path.startsWith("/docs/"))).toEqual(["/docs/api/"]);
    await page.close();
  });
});
