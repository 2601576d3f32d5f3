// npm run smoke:package    the packed tool in empty folders: installed by npm, pnpm and yarn, on Node 20 and 24
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeOf } from "./node-of.mjs";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const VERSIONS = ["20.19", "24"];

/** How each package manager puts a tarball into a folder. */
const MANAGERS = {
  npm: (tarball) => ["npm", "install", "--no-audit", "--loglevel=error", tarball],
  pnpm: (tarball) => ["npx", "--yes", "pnpm@10", "add", tarball],
  yarn: (tarball) => ["npx", "--yes", "yarn@1", "add", `file:${tarball}`],
};

const FILES = {
  "package.json": '{ "name": "empty", "version": "1.0.0", "private": true }\n',
  "site.config.ts":
    'import { defineConfig } from "docgen/config";\n\nexport default defineConfig({ title: "Packed", url: "https://example.com" });\n',
  "content/docs/index.md": "# Start\n\n```js\nconst a = 1;\n```\n\nSee [home](/).\n",
  "content/pages/index.tsx":
    'import { Link } from "docgen/theme";\n\nexport default function Home() {\n  return <Link to="/docs/">Docs</Link>;\n}\n',
};

/** A site's own types hold with what the package says of itself, however it resolves modules. */
const RESOLUTIONS = { nodenext: "nodenext", bundler: "esnext" };

function run(node, command, cwd) {
  const env = { ...process.env, NO_COLOR: "1", PATH: `${dirname(node)}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { cwd, env, encoding: "utf8" });
  console.log(`  ${status === 0 ? "ok  " : "FAIL"} ${command.join(" ")}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status === 0;
}

function tryPackage(node, manager, tarball) {
  const root = mkdtempSync(join(tmpdir(), "docgen-package-"));
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const docgen = (...args) => run(node, [node, join(root, "node_modules/docgen/bin/docgen"), ...args], root);
    const types = Object.entries(RESOLUTIONS).map(([resolution, module]) => () => {
      const options = ["--noEmit", "--strict", "--types", "", "--jsx", "react-jsx"];
      const tsc = join(PROJECT, "node_modules/typescript/bin/tsc");
      const paths = ["--typeRoots", join(PROJECT, "node_modules/@types")];
      const files = ["site.config.ts"];
      const how = ["--module", module, "--moduleResolution", resolution, "--ignoreConfig"];
      return run(node, [node, tsc, ...options, ...paths, ...how, ...files], root);
    });
    return (
      run(node, MANAGERS[manager](tarball), root) &&
      [
        () => docgen("build"),
        () => docgen("check-links"),
        () => docgen("search", "start"),
        () => docgen("init", "site"),
        () => docgen("build", "--root", "site"),
        ...types,
      ].every((step) => step())
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const folder = mkdtempSync(join(tmpdir(), "docgen-pack-"));
try {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PROJECT, stdio: "inherit" });
  const tarball = join(folder, readdirSync(folder)[0]);
  const results = VERSIONS.flatMap((version) =>
    Object.keys(MANAGERS).map((manager) => {
      console.log(`Node ${version}, ${manager}`);
      return tryPackage(nodeOf(version), manager, tarball);
    }),
  );
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
