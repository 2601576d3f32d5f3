import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLimited } from "../../src/samples/limited-process.ts";
import { makeSite, PROJECT, temporaryFolder } from "../helpers/docgen.ts";
import { some } from "../helpers/weekly.ts";
import { checkPage, fence, output, PAGE, pageOf } from "./check.ts";

test("a sample that never ends is ended after its time", async () => {
  const page = pageOf(
    fence("js run timeout=1", "for (;;);"),
    fence("js run timeout=0.5", "setInterval(() => {}, 1000);"),
    fence("js run session=one timeout=1", 'console.log("one");'),
    fence("js run session=one", "1;"),
    fence("js run timeout=soon", "1;"),
  );
  const { lines } = await checkPage(page.replace("session=one\n1;", "session=one timeout=1\nfor (;;);"));
  const hint = "    hint: stop the code that keeps it running, or allow more time with timeout=20";
  expect(lines).toEqual([
    "3:1  error  sample did not finish within 1 s",
    hint,
    "7:1  error  sample did not finish within 0.5 s",
    hint,
    "15:1  error  sample did not finish within 1 s",
    hint,
    '19:1  error  timeout "soon" is not a valid time',
    "    hint: write seconds, at most 600, such as timeout=20",
  ]);
});

test("a sample that prints without end is ended at 1 MB", async () => {
  const page = pageOf(
    fence("js run", 'for (;;) console.log("x".repeat(1000));'),
    fence("js run", 'for (;;) console.error("x".repeat(1000));'),
    fence("js run", 'console.log("x".repeat(900_000));', "process.exit();"),
    output("x".repeat(900_000)),
  );
  const { lines, summary } = await checkPage(page);
  expect(lines).toEqual([
    "3:1  error  sample prints more than 1 MB",
    "    hint: print less",
    "7:1  error  sample prints more than 1 MB",
    "    hint: print less",
  ]);
  expect(summary).toContain("2 problems");
});

test("a process ends with everything that it has started", async () => {
  const folder = temporaryFolder();
  const code = `
    const child = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    console.log(child.pid);
    child.unref();
  `;
  const { stdout, code: exitCode } = await runLimited({
    args: ["-e", code],
    cwd: folder,
    env: process.env,
    timeoutMs: 20_000,
  });
  expect(exitCode).toBe(0);
  await expect.poll(() => isRunning(Number(stdout))).toBe(false);
});

test("temporary folders are removed, whatever the samples did", async () => {
  const temporary = temporaryFolder();
  const root = makeSite({
    [PAGE]: pageOf(
      fence("js run", 'require("fs").mkdirSync("a/b", { recursive: true });', "null.x;"),
      fence("ts run timeout=1", "for (;;);"),
      fence("mjs run", 'import "./no.mjs";'),
    ),
  });
  const { code } = await endOf(startCheck(root, temporary));
  expect(code).toBe(1);
  expect(readdirSync(temporary)).toEqual([]);
});

test.each(
  some(1, [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const),
)("after %s samples have ended and their folders are gone", async (signal, exitCode) => {
  const temporary = temporaryFolder();
  const started = join(temporary, "docgen-samples-*");
  const root = makeSite({
    [PAGE]: pageOf(fence("js run timeout=60", 'require("fs").writeFileSync("on", "");', "for (;;);")),
  });
  const child = startCheck(root, temporary);
  const ended = endOf(child);
  const marks = () =>
    readdirSync(temporary, { recursive: true, encoding: "utf8" }).filter((name) => /\/on$/.test(name));
  await expect.poll(() => marks().length, { timeout: 30_000, message: started }).toBe(1);
  child.kill(signal);
  const { code, stderr } = await ended;
  expect(stderr).toBe("Stopped; docgen removed its temporary files.\n");
  expect(code).toBe(exitCode);
  expect(readdirSync(temporary)).toEqual([]);
});

function startCheck(root: string, temporary: string) {
  const args = [join(PROJECT, "bin/docgen"), "check-samples", "--root", root];
  return spawn(process.execPath, args, { env: { ...process.env, NO_COLOR: "1", TMPDIR: temporary } });
}

function endOf(child: ReturnType<typeof startCheck>): Promise<{ code: number | null; stderr: string }> {
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
}

/** A process that has ended and whose parent has not asked about it still has its number. */
function isRunning(pid: number): boolean {
  const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}
