import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { collectComplaints, openBrowser, openPrefetchingContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite, readOutput } from "../helpers/docgen.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const CRASHING = `import { useState } from "react";
export default function Page() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error("no table", { cause: new Error("no file", { cause: "the disk" }) });
  return <div data-interactive><h1>Shop</h1><button type="button" onClick={() => setBroken(true)}>break it</button></div>;
}
`;

describe("crash page", () => {
  test("browser title 'Page error', heading, the error message and its causes, and a 'Try again' button that re-renders", async () => {
    const root = await buildSite({ "content/pages/index.tsx": CRASHING, "content/docs/index.md": "# Docs\n" });
    const address = await previewSite(root);
    const page = await (await openPrefetchingContext(browser)).newPage();
    await page.goto(address);
    await page.click("main button");
    await page.waitForSelector(".crash");
    expect(await page.title()).toBe("Page error");
    expect(await page.textContent(".crash h1")).toBe("This page crashed.");
    expect(await page.textContent(".crash pre")).toBe("no table\n\nCause:\nno file\n\nCause:\nthe disk");
    expect(await page.locator("header.navbar").count()).toBe(1);
    await page.click('.crash button:has-text("Try again")');
    await page.waitForSelector("h1:has-text('Shop')");
    await page.close();
  });
});

describe("site fails to start at its base path", () => {
  /** Serves a built site below another path than it was built for. */
  async function serveAt(root: string, path: string): Promise<string> {
    const server = createServer((request, response) => {
      const inside = (request.url ?? "/").startsWith(path) ? (request.url ?? "/").slice(path.length) : undefined;
      try {
        const file = inside === "" || inside?.endsWith("/") === true ? `${inside}index.html` : (inside ?? "?");
        const data = readFileSync(join(root, "build", file));
        response.writeHead(200, { "Content-Type": file.endsWith(".html") ? "text/html" : "text/javascript" }).end(data);
      } catch {
        response.writeHead(404, { "Content-Type": "text/plain" }).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  }

  test("a banner says that the site did not load properly and suggests a different base URL", async () => {
    const root = await buildSite({
      "content/docs/index.md": "# Docs\n",
      "site.config.ts": `export default { title: "Fixture", url: "https://example.com", baseUrl: "/built/", i18n: { locales: ["en", "fr"] } };\n`,
    });
    const page = await (await openPrefetchingContext(browser)).newPage();
    const complaints = collectComplaints(page);
    for (const [base, suggestion, route = "docs/"] of [
      ["/", "/"],
      ["/other/place/", "/other/place/"],
      ["/other/place/", "/other/place/", "fr/docs/"],
    ] as const) {
      await page.goto((await serveAt(root, base)) + route);
      await page.waitForSelector("#docgen-base-url-banner");
      const text = await page.textContent("#docgen-base-url-banner");
      expect(text).toContain("did not load properly");
      expect(text).toContain("baseUrl = /built/");
      expect(text).toContain(`We suggest trying baseUrl = ${suggestion}`);
    }
    expect(complaints.filter((complaint) => complaint.includes("Content Security"))).toEqual([]);
    await page.close();
  });

  test("a client that is missing at the right path, as after a deploy, shows no banner", async () => {
    const root = await buildSite({ "content/docs/index.md": "# Docs\n" });
    const address = await previewSite(root);
    const page = await (await openPrefetchingContext(browser)).newPage();
    await page.route(/boot-/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${address}/docs/`, { waitUntil: "load" });
    expect(await page.locator("#docgen-base-url-banner").count()).toBe(0);
    await page.close();
  });
});

describe("content security policy", () => {
  test("script tags from configuration appear as given, and the policy allows just them", async () => {
    const root = await buildSite({
      "content/docs/index.md": "# Docs\n",
      "content/static/shim.js": "window.shim = true;",
      "site.config.ts": `export default { title: "Fixture", url: "https://example.com", scripts: [
        { src: "https://cdn.sheetjs.com/xlsx-0.20.3/package/dist/xlsx.full.min.js", async: true, integrity: "sha384-AAAA", crossorigin: "anonymous" },
        { src: "/shim.js" },
      ] };\n`,
    });
    const html = readOutput(root, "docs/index.html");
    expect(html).toContain(
      '<script src="https://cdn.sheetjs.com/xlsx-0.20.3/package/dist/xlsx.full.min.js" async integrity="sha384-AAAA" crossorigin="anonymous"></script>',
    );
    expect(html).toContain('<script src="/shim.js"></script>');
    const scripts = /script-src ([^;"]*)/.exec(html)?.[1]?.replaceAll("&#39;", "'").split(" ") ?? [];
    expect(scripts.filter((source) => !source.startsWith("'sha256-"))).toEqual([
      "'self'",
      "https://cdn.sheetjs.com/xlsx-0.20.3/package/dist/xlsx.full.min.js",
    ]);

    const address = await previewSite(root);
    const context = await openPrefetchingContext(browser);
    const asked: string[] = [];
    await context.route(/^https:/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: "" });
    });
    const page = await context.newPage();
    await page.goto(`${address}/docs/`, { waitUntil: "load" });
    expect(await page.evaluate(() => "shim" in window)).toBe(true);
    const blocked = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const found: string[] = [];
          document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
            found.push(blockedURI);
            if (found.length === 3) resolve(found);
          });
          const add = (fill: (script: HTMLScriptElement) => void) => {
            const script = document.createElement("script");
            fill(script);
            document.head.append(script);
          };
          add((script) => {
            script.src = "https://cdn.sheetjs.com/other.js";
          });
          add((script) => {
            script.textContent = "window.intruder = true";
          });
          document.querySelector("h1")?.setAttribute("onclick", "window.intruder = true");
          document.querySelector("h1")?.click();
        }),
    );
    expect(blocked.sort()).toEqual(["https://cdn.sheetjs.com/other.js", "inline", "inline"]);
    expect(await page.evaluate(() => "intruder" in window)).toBe(false);
    expect(asked).toEqual(["https://cdn.sheetjs.com/xlsx-0.20.3/package/dist/xlsx.full.min.js"]);
    await context.close();
  });
});
