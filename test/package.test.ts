import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeSite, PROJECT, temporaryFolder, writeFiles } from "./helpers/docgen.ts";
import { IS_WEEKLY } from "./helpers/weekly.ts";

// `npm run smoke:package` installs it by three package managers on two releases of Node, and checks its types.
test("the packed tool has all that it needs, and runs nothing when it is installed", () => {
  const root = makeSite({
    "site.config.ts":
      'import { defineConfig } from "docgen/config";\nexport default defineConfig({ title: "Packed", url: "https://example.com" });\n',
    "content/docs/index.md": "# Start\n\n```js\nconst a = 1;\n```\n",
    "content/pages/index.tsx":
      'import { Link } from "docgen/theme";\nexport default function Home() { return <Link to="/docs/">Docs</Link>; }\n',
  });
  const folder = temporaryFolder();
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: PROJECT });
  const installed = join(root, "node_modules/docgen");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, readdirSync(folder)[0] ?? ""), "--strip-components=1", "-C", installed]);
  const { scripts, dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  // npm runs `prepare` in a checkout only.
  expect(Object.keys(scripts).filter((name) => name.includes("install"))).toEqual([]);
  for (const name of Object.keys(dependencies)) {
    if (name.includes("/")) mkdirSync(join(root, "node_modules", name, ".."), { recursive: true });
    symlinkSync(join(PROJECT, "node_modules", name), join(root, "node_modules", name));
  }
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(installed, "bin/docgen"), ...args], { cwd: root, encoding: "utf8" });
  expect(run("build")).toContain("Built 3 pages");
  expect(existsSync(join(root, "build/docs/index.html"))).toBe(true);
  expect(run("check-links")).toContain("none broken");
  expect(run("init", "site")).toContain("npx docgen serve");
  expect(existsSync(join(root, "site/.gitignore"))).toBe(true);
});

test.runIf(IS_WEEKLY)(
  "a release is packed and tagged only when asked, from a clean main with a section in the changelog",
  () => {
    const root = temporaryFolder();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
        cwd: root,
        encoding: "utf8",
      });
    const release = (...args: string[]) =>
      spawnSync(process.execPath, [join(PROJECT, "bin/release.mjs"), ...args], { cwd: root, encoding: "utf8" });
    git("init", "--quiet", "--initial-branch", "other");
    const changes = "# Changelog\n\n## [Unreleased]\n";
    writeFiles(root, { "package.json": '{ "name": "tool", "version": "1.2.0" }\n', "CHANGELOG.md": changes });
    expect(release()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not committed\n.*not main\n.*no section "## \[1\.2\.0\] - <date>"/),
    });
    const later = `${changes}\n### Fixed\n\n- A fault.\n\n## [1.2.0] - 2026-11-25\n`;
    writeFiles(root, { "CHANGELOG.md": later });
    expect(release()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has changes under "Unreleased"; move'),
    });
    writeFiles(root, { "CHANGELOG.md": `${changes}\n## [1.2.0] - 2026-11-25\n`, ".gitignore": "*.tgz\n" });
    git("checkout", "--quiet", "-b", "main");
    git("add", "--all");
    git("commit", "--quiet", "--message", "x");
    expect(release("--tag")).toMatchObject({ status: 2, stderr: expect.stringContaining("unknown: --tag") });
    expect(release()).toMatchObject({ status: 0, stdout: expect.stringContaining("tool 1.2.0 can be released;") });
    expect(readdirSync(root)).not.toContain("tool-1.2.0.tgz");
    expect(git("tag", "--list")).toBe("");
    git("config", "user.name", "A");
    git("config", "user.email", "a@example.com");
    expect(release("--yes")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("is packed and tagged v1.2.0"),
    });
    expect(readdirSync(root)).toContain("tool-1.2.0.tgz");
    expect(git("tag", "--list")).toBe("v1.2.0\n");
    expect(release()).toMatchObject({ status: 1, stderr: expect.stringContaining("the tag v1.2.0 already exists") });
  },
);
