import { execFileSync, spawn } from "node:child_process";
import { cpSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBrowser, openContext } from "../helpers/browser.ts";
import { makeSite, PROJECT, readTree, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { followProcess, stoppedAfterTest } from "../helpers/server.ts";
import { freePort } from "../helpers/store-server.ts";
import { get } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

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

test.runIf(IS_WEEKLY)(
  "npm run dev compiles docgen after an edit of its sources and restarts the server, to which open pages reconnect",
  {
    timeout: 120_000,
  },
  async () => {
    const tool = copyTool();
    const env = { ...process.env, NO_COLOR: "1", NODE_ENV: "production" };
    const root = makeSite({ "content/docs/one.md": "# One\n" });
    // Browsers reconnect to the address that they know, so the port has to stay.
    const args = ["--root", root, "--port", String(await freePort())];
    const child = spawn(process.execPath, [join(tool, "bin/dev.mjs"), ...args], { env });
    const serving = stoppedAfterTest(await followProcess(child));
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await (await openContext(browser)).newPage();
    await page.goto(`${serving.address}/docs/one`);

    const footer = readFileSync(join(PROJECT, "src/theme/Footer.tsx"), "utf8");
    writeFiles(tool, { "src/theme/Footer.tsx": footer.replace(/<footer\b/, '<footer data-edited="theme"') });
    await page.locator('footer[data-edited="theme"]').waitFor();

    writeFiles(tool, { "src/theme/Footer.tsx": "export function Footer( {\n" });
    await serving.said(/Footer\.tsx:\d+:\d+: ERROR|Footer\.tsx:\d+:\d+:/);
    expect((await get(`${serving.address}/docs/one`)).body).toContain('data-edited="theme"');

    const sheet = "src/theme/styles/index.css";
    const styles = readFileSync(join(PROJECT, sheet), "utf8");
    writeFiles(tool, { "src/theme/Footer.tsx": footer, [sheet]: `${styles}\nh1 { letter-spacing: 7px; }\n` });
    await page.waitForFunction(() => {
      const heading = document.querySelector("h1");
      return heading !== null && getComputedStyle(heading).letterSpacing === "7px";
    });
  },
);

test.runIf(IS_WEEKLY)(
  "compiling docgen again without an edit keeps the caches of sites, and after an edit of a style sheet it does not",
  () => {
    const tool = copyTool();
    const compiled = timesIn(tool);
    compile(tool);
    expect(timesIn(tool)).toEqual(compiled);
    const sheet = "src/theme/styles/index.css";
    writeFiles(tool, { [sheet]: `${readFileSync(join(PROJECT, sheet), "utf8")}\nh1 { letter-spacing: 7px; }\n` });
    compile(tool);
    const edited = statSync(join(tool, sheet)).mtimeMs;
    expect(Object.values(timesIn(tool)).filter((time) => time < Math.floor(edited))).toEqual([]);
  },
);
