// `npm run compile`: docgen's code into dist/, with those of its packages that are plain JavaScript, so that a command
// that starts reads a few files instead of hundreds.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const ENTRIES = [
  "src/cli/main.ts",
  "src/config/define.ts",
  "src/config/config-worker.ts",
  "src/theme/public.ts",
  "src/theme/site-context.ts",
  "src/builder/build.ts",
  "src/highlight/worker.ts",
  "src/site/extensions/extension-worker.ts",
  "src/site/pages/page-worker.ts",
  "src/site/outputs/picture-worker.ts",
  "src/site/outputs/prebuild.ts",
  "src/migrate/module-process.ts",
];
/** Packages that pages share with docgen, that bring files which aren't JavaScript, or that no bundle can hold. */
const EXTERNAL = [
  "@resvg/resvg-wasm",
  "elasticlunr",
  "esbuild",
  "katex",
  "react",
  "react-dom",
  "shiki/langs",
  "sucrase",
  "typescript",
  "ws",
];

/** What was compiled before. */
const before = new Map(filesOf("dist").map((path) => [path, { data: readFileSync(path), time: statSync(path).mtime }]));
rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: ENTRIES,
  outbase: "src",
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  jsx: "automatic",
  external: EXTERNAL,
  // Packages in CommonJS ask for Node's modules by `require`.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  logLevel: "warning",
});
execFileSync(process.execPath, ["dist/site/outputs/prebuild.js"], { stdio: "inherit" });
// docgen knows its own files by their times: what came out as it was keeps its own, and so sites their caches. Where
// code was edited what is compiled has to be younger.
const oldestMs = Math.min(...[...before.values()].map(({ time }) => time.getTime()));
const isEdited = ["src", "templates"].flatMap(filesOf).some((path) => statSync(path).mtimeMs > oldestMs);
for (const path of filesOf("dist")) {
  const known = before.get(path);
  const isKept = !isEdited && known?.data.equals(readFileSync(path)) === true;
  // A time is set in whole milliseconds, also the first one.
  const time = isKept ? known.time : statSync(path).mtime;
  utimesSync(path, time, time);
}

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
