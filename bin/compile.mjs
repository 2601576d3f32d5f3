// `npm run compile`: docgen's code into dist/, with those of its packages that are plain JavaScript, so that a command
// that starts reads a few files instead of hundreds.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
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
