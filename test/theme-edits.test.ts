import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { launchBrowser, openContext } from "./helpers/browser.ts";
import { makeSite, PROJECT, temporaryFolder, writeFiles } from "./helpers/docgen.ts";
import { serve } from "./helpers/watch.ts";

/** docgen itself, to be edited. @returns its folder */
function copyTool(): string {
  const tool = temporaryFolder();
  for (const part of ["bin", "dist", "src", "templates", "package.json"]) {
    cpSync(join(PROJECT, part), join(tool, part), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(PROJECT, "node_modules"), join(tool, "node_modules"));
  return tool;
}

test("theme and client code and CSS take effect without a restart, CSS without a reload; what is broken leaves what was", {
  timeout: 120_000,
}, async () => {
  const tool = copyTool();
  const serving = await serve(makeSite({ "content/docs/one.md": "# One\n" }), { tool });
  const browser = await launchBrowser();
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
