import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { collectComplaints, hydrate, openBrowser, openContext } from "../helpers/browser.ts";
import { command, previewSite } from "../helpers/command.ts";
import { buildSite, PROJECT, readTree, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";

let browser: Browser;
let root: string;

beforeAll(async () => {
  browser = await openBrowser();
  root = temporaryFolder();
  cpSync(join(PROJECT, "test/fixtures/extensions"), root, { recursive: true });
  expect((await command("build", "--root", root)).code).toBe(0);
});

afterAll(() => browser?.close());

async function open(address: string, javaScriptEnabled = true): Promise<{ page: Page; complaints: string[] }> {
  const context = await openContext(browser, { javaScriptEnabled });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  await page.goto(address);
  return { page, complaints };
}

test("a site's own components work in the browser, keep their content, and come back after a navigation", async () => {
  const address = await previewSite(root);
  const { page, complaints } = await open(`${address}/docs/`);
  const [first, second] = [page.locator(".counter").first(), page.locator(".counter").nth(1)];
  await page.locator("docgen-island[data-mounted]").nth(1).waitFor();
  await first.getByLabel("Count").click();
  await first.getByText("pressed 5").waitFor();
  await second.getByText("pressed 1").waitFor();
  // The page's own scripts have added their buttons to the content before.
  await second.getByRole("button", { name: "Copy code" }).waitFor();
  await hydrate(page);
  await page.getByText("Made for Extended").waitFor();
  await page.getByRole("link", { name: "the other page" }).click();
  await page.waitForURL("**/docs/other");
  await page.goBack();
  await page.locator("docgen-island[data-mounted]").first().waitFor();
  await page.getByLabel("Count").first().click();
  await page.getByText("pressed 5").waitFor();
  // A component that is part of a sentence runs, too.
  await page.locator("docgen-island[data-mounted] .likes").first().waitFor();
  await page.getByRole("button", { name: "2 like" }).click();
  await page.locator("p", { hasText: "One has 3 like many others, another 0 like" }).waitFor();
  expect(complaints).toEqual([]);
});

test("they are complete without JavaScript, and a site's style sheet has the last word", async () => {
  const address = await previewSite(root);
  const { page } = await open(`${address}/docs/`, false);
  await page.getByText("pressed 4").waitFor();
  const spacing = await page.locator("h1").evaluate((heading) => getComputedStyle(heading).letterSpacing);
  expect(spacing).toBe("3px");
});

test("a page in React has its data in the browser, too, and no code of its load", async () => {
  const address = await previewSite(root);
  const { page, complaints } = await open(address);
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/page-")) scripts.push(await response.text());
  });
  await hydrate(page);
  await page.getByRole("button", { name: "Show list.txt" }).click();
  await page.getByText("two").waitFor();
  expect(scripts.join()).not.toContain("data/list.txt");
  expect(complaints).toEqual([]);
});

test("an edit of a component shows in the page that is open", async () => {
  const address = await startServer("serve", "--root", root);
  const { page } = await open(`${address}/docs/`);
  await page.locator("docgen-island[data-mounted]").first().waitFor();
  const counter = readFileSync(join(root, "components/Counter.tsx"), "utf8");
  writeFiles(root, { "components/Counter.tsx": counter.replace("pressed {count}", "counted {count}") });
  await page.getByText("counted 4").waitFor();
  await page.locator("docgen-island[data-mounted]").first().waitFor();
  await page.getByLabel("Count").first().click();
  await page.getByText("counted 5").waitFor();
});

test("a part of the theme has the variables that it names in the browser, too, and no others", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("FIXTURE_VALUE", "value one");
  vi.stubEnv("FIXTURE_OTHER", "other one");
  vi.stubEnv("FIXTURE_TAKEN", "taken one");
  vi.stubEnv("FIXTURE_SECRET", "secret one");
  const site = await buildSite({
    "content/docs/index.md": "# Start\n",
    "templates/Footer.tsx":
      'export default function Footer() { const { FIXTURE_TAKEN = "none" } = process.env; return <footer>{process.env.FIXTURE_VALUE} {process.env["FIXTURE_OTHER"]} {FIXTURE_TAKEN} {process.env.FIXTURE_NONE ?? "none"}</footer>; }\n',
  });
  const shown = "value one other one taken one none";
  const scripts = [...readTree(join(site, "build"))].filter(([file]) => file.endsWith(".js"));
  const text = scripts.map(([, script]) => script).join("\n");
  for (const value of ["value one", "other one", "taken one"]) expect(text).toContain(value);
  expect(text).not.toContain("secret one");
  expect(text).not.toContain("process.env.FIXTURE");
  const { page, complaints } = await open(`${await previewSite(site)}/docs/`);
  await page.getByText(shown).waitFor();
  await hydrate(page);
  await page.getByText(shown).waitFor();
  expect(complaints).toEqual([]);
});

test("a component in the browser has the language of its page", async () => {
  const site = await buildSite({
    "site.config.ts": `export default { title: "Fixture", url: "https://example.com", i18n: { locales: ["en", "fr"] },
  components: { More: { path: "./More.tsx", client: "load" } } };\n`,
    "More.tsx": `import { useState } from "react";
import { Link, useLocale, useTranslate } from "docgen/theme";
export default function More() {
  const [isOpen, open] = useState(false);
  const t = useTranslate();
  const locale = useLocale();
  if (!isOpen) return <button onClick={() => open(true)}><img src="/dot.svg" alt="" />{t({ id: "more.open", message: "Open" })}</button>;
  return <p className="more">{t({ id: "more.text", message: "Opened" })} {locale} <Link to="/docs/other">other</Link></p>;
}
`,
    "content/docs/index.md": "# Start\n\n<More />\n",
    "content/docs/other.md": "# Other\n",
    "content/static/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
    "content/i18n/fr/docs/index.md": "# Début\n\n<More />\n",
    "content/i18n/fr/code.json": '{ "more.open": { "message": "Ouvrir" }, "more.text": { "message": "Ouvert" } }',
  });
  const address = await previewSite(site);
  for (const [path, label, text, target] of [
    ["/docs/", "Open", "Opened en other", "/docs/other"],
    ["/fr/docs/", "Ouvrir", "Ouvert fr other", "/fr/docs/other"],
  ] as const) {
    const { page, complaints } = await open(address + path);
    await page.locator("docgen-island[data-mounted]").waitFor();
    await page.getByRole("button", { name: label }).click();
    await page.locator(".more", { hasText: text }).waitFor();
    expect(await page.getByRole("link", { name: "other", exact: true }).getAttribute("href")).toBe(target);
    expect(complaints).toEqual([]);
  }
});
