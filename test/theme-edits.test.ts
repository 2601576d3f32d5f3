import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBrowser, openContext } from "./helpers/browser.ts";
import { makeSite, PROJECT, readTree, temporaryFolder, writeFiles } from "./helpers/docgen.ts";
import { get, serve } from "./helpers/watch.ts";

/** docgen itself, to be edited. @returns its folder */
function copyTool(): string {
  const tool = temporaryFolder();
  for (const part of ["bin", "dist", "src", "templates", "package.json"]) {
    cpSync(join(PROJECT, part), join(tool, part), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(PROJECT, "node_modules"), join(tool, "node_modules"));
  // Names of what is bundled stand for where packages are, too.
  compile(tool);
  return tool;
}

/** When files of the compiled docgen were changed. */
function timesIn(tool: string): Record<string, number> {
  const paths = [...readTree(join(tool, "dist")).keys()];
  return Object.fromEntries(paths.map((path) => [path, statSync(join(tool, "dist", path)).mtimeMs]));
}

function compile(tool: string): void {
  execFileSync(process.execPath, ["bin/compile.mjs"], { cwd: tool });
}

test("theme and client code and CSS take effect without a restart, CSS without a reload; what is broken leaves what was", {
  timeout: 120_000,
}, async () => {
  const tool = copyTool();
  const serving = await serve(makeSite({ "content/docs/one.md": "# One\n" }), { tool });
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await (await openContext(browser)).newPage();
  const connected = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await page.goto(`${serving.address}/docs/one`);
  await connected;
  await page.waitForLoadState("load");
  await page.evaluate(() => Object.assign(window, { first: true }));

  const append = (path: string, text: string) =>
    writeFiles(tool, { [path]: `${readFileSync(join(PROJECT, path), "utf8")}\n${text}` });
  append("src/theme/styles/index.css", "h1 { letter-spacing: 7px; }\n");
  await page.waitForFunction(() => {
    const heading = document.querySelector("h1");
    return heading !== null && getComputedStyle(heading).letterSpacing === "7px";
  });
  await page.waitForFunction(() => "first" in window);

  append("src/client/boot.ts", 'document.documentElement.dataset.edited = "client";\n');
  await page.waitForFunction(() => document.documentElement.dataset.edited === "client");

  const footer = readFileSync(join(PROJECT, "src/theme/Footer.tsx"), "utf8");
  const edited = footer.replace(/<footer\b/, '<footer data-edited="theme"');
  writeFiles(tool, { "src/theme/Footer.tsx": edited });
  await page.locator('footer[data-edited="theme"]').waitFor();

  writeFiles(tool, { "src/theme/Footer.tsx": "export function Footer( {\n" });
  await serving.said(/src\/theme\/Footer\.tsx:\d+:\d+ {2}error/);
  await page.locator("docgen-notices section[role=alert]").waitFor();
  await page.locator('footer[data-edited="theme"]').waitFor();
});

test("what docgen was compiled to is kept without an edit, and not served once its code is another: in a language opened later, and after a restart", {
  timeout: 120_000,
}, async () => {
  const tool = copyTool();
  // Caches of sites are for a docgen with these times: to compile it again without an edit keeps them.
  const compiled = timesIn(tool);
  compile(tool);
  expect(timesIn(tool)).toEqual(compiled);
  const root = makeSite({
    "site.config.ts": `export default { title: "T", url: "https://example.com", i18n: { locales: ["en", "fr"] } };\n`,
    "content/docs/one.md": "# One\n",
    "content/i18n/fr/docs/one.md": "# Un\n",
  });
  const stylesOf = async (site: string, path: string) => {
    const { body } = await get(site + path);
    return (await get(site + (/"(\/assets\/index-[^"]+\.css)"/.exec(body)?.[1] ?? ""))).body;
  };
  const serving = await serve(root, { tool });
  const { body } = await get(`${serving.address}/docs/one`);
  expect(body).toContain("<h1>One</h1>");
  expect(await stylesOf(serving.address, "/docs/one")).not.toContain("letter-spacing:7px");

  const sheet = "src/theme/styles/index.css";
  writeFiles(tool, { [sheet]: `${readFileSync(join(PROJECT, sheet), "utf8")}\nh1 { letter-spacing: 7px; }\n` });
  await serving.said(/updated /);
  expect((await get(`${serving.address}/fr/docs/one`)).body).toContain("<h1>Un</h1>");
  expect(await stylesOf(serving.address, "/fr/docs/one")).toContain("letter-spacing:7px");
  await serving.stop();

  const again = await serve(root, { tool });
  expect(await stylesOf(again.address, "/docs/one")).toContain("letter-spacing:7px");
  compile(tool);
  const edited = statSync(join(tool, sheet)).mtimeMs;
  expect(Object.values(timesIn(tool)).filter((time) => time < Math.floor(edited))).toEqual([]);
});
