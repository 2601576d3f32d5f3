import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { CONFIG, docgen, makeSite, PROJECT, readOutput, start, startTool, writeFiles } from "../helpers/docgen.ts";
import { get } from "../helpers/watch.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

const PAGES = { "content/docs/index.md": "# Start\n", "content/static/index.html": "Home\n" };
const READING = [["build"], ["check-links"], ["check-samples"], ["search", "start"]];

describe("code of the site that ends docgen before its work is done is a failure that is told:", () => {
  beforeAll(() => void vi.stubEnv("DOCGEN_TIME_LIMIT", "1"));
  afterAll(() => void vi.unstubAllEnvs());
  const WAYS = {
    "a promise that never settles": "await new Promise(() => {});",
    "process.exit(0)": "process.exit(0);",
  };

  test.each(Object.entries(WAYS))("%s in the configuration, whatever the command", async (_, way) => {
    const root = makeSite({ ...PAGES, "site.config.ts": `${way}\n${CONFIG}` });
    for (const { code, stdout, stderr } of await Promise.all(READING.map((one) => docgen(...one, "--root", root)))) {
      expect(code).toBeGreaterThan(0);
      expect(stderr).toMatch(/^(?:error {2}.*)?site\.config\.ts.*\n$/);
      expect(stdout).toBe("");
    }
  });

  test.each(some(1, Object.entries(WAYS)))("%s in a React page, and the next build is as any other", async (_, way) => {
    const page = "export default function Page() { return <p>Mended</p>; }\n";
    const root = makeSite({ ...PAGES, "content/pages/page.tsx": `${way}\n${page}` });
    const { code, stderr } = await docgen("build", "--root", root);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(/^(error {2}|content\/pages\/page\.tsx:).*\n/);
    writeFiles(root, { "content/pages/page.tsx": page });
    expect(await docgen("build", "--root", root)).toMatchObject({ code: 0, stderr: "" });
    expect(readOutput(root, "page/index.html")).toContain("Mended");
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
  });
});

describe("an output that can't be written to:", () => {
  test.runIf(IS_WEEKLY)("a command whose output is not read does its work, and ends as it would", async () => {
    const root = makeSite({ ...PAGES, "content/docs/a.md": "# A\n\n[gone](/gone)\n" });
    const ends = async (...args: readonly string[]) => {
      const child = start(...args, "--root", root, "--verbose");
      child.stdout?.destroy();
      child.stderr?.destroy();
      const [code] = await once(child, "close");
      return code;
    };
    expect(await ends("check-links")).toBe(1);
    writeFiles(root, { "content/docs/a.md": "# A\n" });
    expect(await ends("build")).toBe(0);
    expect(readOutput(root, "docs/a/index.html")).toContain("A");
    expect(await ends("search", "start")).toBe(0);
  });

  test("a server goes on when the reader of its output has gone", async () => {
    const root = makeSite(PAGES);
    const child = startTool(PROJECT, "serve", "--root", root, "--port", "0");
    onTestFinished(() => void child.kill());
    if (child.stdout === null) throw new Error("no output");
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const address = /http:\/\/localhost:\d+/.exec(line)?.[0];
    child.stdout.destroy();
    child.stderr?.destroy();
    await get(`${address}/docs/`);
    for (const title of ["One", "Two"]) {
      writeFiles(root, { "content/docs/index.md": `# ${title}\n` });
      while (!(await get(`${address}/docs/`)).body.includes(title));
    }
    expect(child.exitCode).toBe(null);
  });

  test.skipIf(process.platform !== "linux")("a full disk below it is the machine's fault", async () => {
    const full = spawn(process.execPath, [join(PROJECT, "bin/docgen"), "search", "x", "--root", makeSite(PAGES)], {
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    });
    let stderr = "";
    full.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    const [code] = await once(full, "close");
    expect([code, stderr]).toEqual([1, "error  no space left on the disk (ENOSPC)\n"]);
  });
});
