import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, TestRunner } from "vitest";
import { command } from "./command.ts";
import { IS_WEEKLY } from "./weekly.ts";

/** Root folder of this project. */
export const PROJECT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** A minimal valid configuration. */
export const CONFIG = `export default { title: "Fixture", url: "https://example.com" };\n`;

/** A folder on another disk than the temporary folder; undefined if there is none. */
export const OTHER_DISK = ["/dev/shm", "/tmp"].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Writes a site into a temporary folder, removed after the test. @returns its root */
export function makeSite(files: Files): string {
  const root = temporaryFolder();
  writeFiles(root, { "site.config.ts": CONFIG, ...files });
  return root;
}

/** Creates a folder that is removed after the test, or after the run if it is created in a hook. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "docgen-test-"));
  // A process that is being stopped may still write to its cache: then it is removed again.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (TestRunner.getCurrentTest() === undefined) atExit.push(remove);
  else onTestFinished(remove);
  return folder;
}

const atExit: (() => void)[] = [];
process.once("exit", () => {
  for (const remove of atExit) remove();
});

export function writeFiles(root: string, files: Files): void {
  for (const [path, data] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), data);
  }
}

/** Output and exit code of a command. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs docgen and waits for its end. */
export async function docgen(...args: readonly string[]): Promise<Run> {
  const run = await runOf(start(...args));
  return { ...run, stderr: withoutProgress(run.stderr) };
}

/** Removes lines about the progress of long steps, which appear only on slow machines. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(/^[a-z ]+: \d+ in \d+\.\d s\n/gm, "");
}

/** Waits for the end of a process and collects its output. */
export function runOf(child: ChildProcess): Promise<Run> {
  return new Promise((resolve) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Starts docgen. */
export function start(...args: readonly string[]): ChildProcess {
  return startTool(PROJECT, ...args);
}

/**
 * Node for processes that soon end: without V8's optimising compilers, as they end before optimised code pays off, and
 * without its background threads. Saves a quarter of the CPU time.
 */
export const NODE: readonly [string, ...string[]] = [
  process.execPath,
  ...(IS_WEEKLY ? [] : ["--no-opt", "--single-threaded"]),
];

/** Starts another copy of docgen. @param tool its root folder */
export function startTool(tool: string, ...args: readonly string[]): ChildProcess {
  const env = { ...process.env, NO_COLOR: "1", NODE_ENV: "production" };
  const [node, ...flags] = NODE;
  return spawn(node, [...flags, join(tool, "bin/docgen"), ...args], { env });
}

/**
 * Builds a fixture site.
 *
 * @param args options of the command
 * @returns the root
 * @throws Error if the build fails
 */
export async function buildSite(files: Files, ...args: readonly string[]): Promise<string> {
  const root = makeSite(files);
  const run = await command("build", "--root", root, ...args);
  if (run.code !== 0) throw new Error(`build failed:\n${run.stderr}${run.stdout}`);
  return root;
}

/** Contents of all files below a folder, by path. */
export function readTree(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path), readFileSync(path, "latin1")]),
  );
}

/** An output file as text. */
export function readOutput(root: string, file: string): string {
  return readFileSync(join(root, "build", file), "utf8");
}

/** The compiled Markdown inside a page. */
export function articleOf(html: string): string {
  return /<div class="markdown" id="docgen-article">([\s\S]*?)<\/div><\/article>/.exec(html)?.[1]?.trim() ?? "";
}
