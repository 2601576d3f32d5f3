import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeSite, PROJECT, temporaryFolder } from "./helpers/docgen.ts";

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
  expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
  for (const name of Object.keys(dependencies)) {
    if (name.includes("/")) mkdirSync(join(root, "node_modules", name, ".."), { recursive: true });
    symlinkSync(join(PROJECT, "node_modules", name), join(root, "node_modules", name));
  }
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(installed, "bin/docgen"), ...args], { cwd: root, encoding: "utf8" });
  expect(run("build")).toContain("Built 2 pages");
  expect(existsSync(join(root, "build/docs/index.html"))).toBe(true);
  expect(run("check-links")).toContain("none broken");
});
