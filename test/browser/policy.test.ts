import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectComplaints, hydrate, openBrowser, openContext } from "../helpers/browser.ts";
import { pagesOfEachKind } from "../helpers/page-kinds.ts";
import { openSite, type RealSite } from "../helpers/real-site.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

/** Pages looked at side by side. */
const TABS = 3;
/** Pages for each kind of element. */
const TIMES = IS_WEEKLY ? 2 : 1;
/** Live samples and diagrams run what their page says: all pages that have one are looked at in the weekly run. */
const RUNS_CONTENT = /<figure class="(?:code live|mermaid)"/;

let browser: Browser;
let site: RealSite;

beforeAll(async () => {
  site = await openSite();
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("every page of the site has a content security policy without 'unsafe-inline' or 'unsafe-eval' for scripts", () => {
  for (const { file } of site.pages) {
    const html = readFileSync(join(site.out, file), "utf8");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    expect(scripts, file).toContain("'self'");
    expect(scripts, file).not.toMatch(/unsafe|\*|data:|blob:|(?:^|\s)https?:(?:\s|$)/);
    expect(policy, file).toContain("object-src 'none'");
    expect(policy, file).toContain("base-uri 'self'");
  }
});

test("every inline script of every page is one that its policy allows", () => {
  for (const { file } of site.pages) {
    const html = readFileSync(join(site.out, file), "utf8");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    for (const [, attributes = "", text = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\ssrc=|type="application\//.test(attributes)) continue;
      expect(policy, file).toContain(`'sha256-${hash("sha256", text, "base64")}'`);
    }
  }
});

test("no kind of page complains (no console error or warning, no failed request, no hydration fault) or does what its policy forbids, when it is loaded, hydrated and searched", {
  timeout: 600_000,
}, async () => {
  const running = site.pages.filter(({ file }) => RUNS_CONTENT.test(readFileSync(join(site.out, file), "utf8")));
  const pages = [...new Set([...some(10, running), ...pagesOfEachKind(site, TIMES)])];
  expect(pages.length).toBeGreaterThan(20);
  const context = await openContext(browser);
  const violations: string[] = [];
  await context.exposeFunction("reportViolation", (report: string) => {
    violations.push(report);
  });
  await context.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (report: string) => void };
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, documentURI }) => {
      reportViolation(`${documentURI}: ${violatedDirective} ${blockedURI}`);
    });
  });
  const lookAt = async (tab: number) => {
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    const own = pages.filter((_, index) => index % TABS === tab);
    for (const { path } of own) {
      await page.goto(site.address + path, { waitUntil: "load" });
      await hydrate(page);
      expect(complaints, path).toEqual([]);
      expect(violations).toEqual([]);
    }
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("sheet_to_json");
    await page.getByRole("option").first().waitFor();
  };
  await Promise.all(Array.from({ length: TABS }, (_, tab) => lookAt(tab)));
  expect(violations).toEqual([]);
  // The collector hears of what is blocked.
  const page = await context.newPage();
  await page.goto(site.address);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "1";
    document.head.append(script);
  });
  await expect.poll(() => violations.join()).toContain("script-src-elem inline");
  await context.close();
});
