import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { PROJECT } from "./helpers/docgen.ts";

interface Package {
  readonly version: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(join(PROJECT, file), "utf8")) as Record<string, unknown>;
const packages = read("package-lock.json").packages as Readonly<Record<string, Package>>;
const installed = Object.entries(packages).filter(([path]) => path !== "");

/** True where a version is not older than another. */
function isAtLeast(version: string, other: string): boolean {
  const [a = [], b = []] = [version, other].map((text) => text.split(".").map(Number));
  const index = a.findIndex((part, at) => part !== b[at]);
  return index < 0 || (a[index] ?? 0) > (b[index] ?? 0);
}

/** The formatter on platforms whose packages the registry of the maintainers' machines does not carry. */
const UNPINNED = /^node_modules\/@biomejs\/cli-/;

test("the lock file pins every package by the digest of its content", () => {
  expect(installed.length).toBeGreaterThan(100);
  const unpinned = installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(unpinned.filter(([path, { dev }]) => dev !== true || !UNPINNED.test(path)).map(([path]) => path)).toEqual([]);
});

test.each([
  // Prototype pollution by merges (CVE-2025-64718); 4 has no safeLoad, which gray-matter needs.
  ["js-yaml", "3.14.2"],
  // Backslashes of paths on Windows (GHSA-g7r4-m6w7-qqqr).
  ["esbuild", "0.28.1"],
])("every copy of %s is at least %s", (name, least) => {
  const copies = installed.filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(copies.length).toBeGreaterThan(0);
  for (const [path, { version }] of copies) expect([path, version, isAtLeast(version, least)]).toContain(true);
});

test("no package needs a script at its installation: the one that has one is switched off", () => {
  const own = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
  expect(own).toEqual(["node_modules/esbuild"]);
  expect(read("package.json").allowScripts).toEqual({ esbuild: false });
});

test("no package that docgen runs with has a known advisory", async (context) => {
  const run = await promisify(execFile)("npm", ["audit", "--omit=dev", "--json"], { cwd: PROJECT }).catch(
    (error: { stdout: string }) => error,
  );
  const report = JSON.parse(run.stdout) as { message?: string; vulnerabilities?: Record<string, unknown> };
  if (report.vulnerabilities === undefined) {
    const reason = `the registry gives no advisories here: ${report.message ?? "no answer"}`;
    console.warn(`skipped: ${reason}`);
    return context.skip(reason);
  }
  expect(report.vulnerabilities).toEqual({});
});
