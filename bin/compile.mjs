// `npm run compile`: docgen's code into dist/, with those of its packages that are plain JavaScript: a command that
// starts reads a few files instead of hundreds.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

const ENTRIES = [
  "src/cli/main.ts",
  "src/config/define.ts",
  "src/theme/public.ts",
  "src/build/helper-worker.ts",
  "src/build/highlight-worker.ts",
  "src/build/outputs-worker.ts",
  "src/build/picture-worker.ts",
  "src/serve/index-worker.ts",
  "src/build/prebuild.ts",
];
/** Packages that pages share with docgen, that bring files which aren't JavaScript, or that no bundle can hold. */
const EXTERNAL = [
  "@resvg/resvg-wasm",
  "chokidar",
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

/** js-yaml loads a parser of JavaScript for functions in YAML, which no schema of ours allows. */
const noFunctionsInYaml = {
  name: "no functions in YAML",
  setup: ({ onLoad }) => {
    onLoad({ filter: /js-yaml[\\/]lib[\\/]js-yaml[\\/]type[\\/]js[\\/]function\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace("_require('esprima')", "undefined"),
    }));
  },
};

/** markdown-it comes as compiled for engines without fields: a call for each of a token's takes a fifth of parsing. */
const plainFields = {
  name: "fields of markdown-it's tokens",
  setup: ({ onLoad }) => {
    onLoad({ filter: /markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /_defineProperty\(\s*this,\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*"(\w+)",/g,
        "(this.$1 =",
      ),
    }));
  },
};

/** CommonJS that is imported is read by Node once more for the names that it exports: 40 ms of a build for React alone. */
const required = {
  name: "packages that are required",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:react(?:\/jsx-runtime)?|react-dom\/server|elasticlunr)$/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, external: true } : { path, namespace: "required" },
    );
    onLoad({ filter: /^/, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

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
  plugins: [noFunctionsInYaml, plainFields, required],
  // Bundled CommonJS asks for Node's own modules by it.
  banner: {
    js: "import{createRequire as createRequire_}from'node:module';const require=createRequire_(import.meta.url);",
  },
  logLevel: "warning",
});
execFileSync(process.execPath, ["dist/build/prebuild.js"], { stdio: "inherit" });
