// `npm run compile`: bundles docgen and its plain JavaScript packages into dist/, so that a command loads a few files
// instead of hundreds.
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
  "src/highlight/worker.ts",
  "src/site/extensions/extension-worker.ts",
  "src/site/pictures/picture-worker.ts",
  "src/site/bundles/prebuild.ts",
  "src/migrate/read/module-process.ts",
];
/**
 * Packages that stay outside the bundle: shared with pages, with files that aren't JavaScript, or impossible to bundle.
 */
const EXTERNAL = [
  "@orama/stemmers",
  "@orama/stopwords",
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

/**
 * Loads CommonJS packages by `require`, as they are. Before an `import`, Node searches all of their code for the names of
 * their exports: a build of two pages takes 1.21 s of processor time with `import`, 0.91 s with `require`.
 */
const requireCommonJs = {
  name: "require-common-js",
  setup(api) {
    const namespace = "common-js";
    api.onResolve({ filter: /^(?:elasticlunr|esbuild|react|react-dom)(?:\/|$)/ }, ({ path, namespace: from }) =>
      from === namespace ? { path, external: true } : { path, namespace },
    );
    api.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** Files of the previous compilation. */
const compiled = () => filesOf("dist").filter((path) => !path.startsWith(join("dist", "types")));
const before = new Map(compiled().map((path) => [path, { data: readFileSync(path), time: statSync(path).mtime }]));
// The types of `docgen/config` and `docgen/theme` stay: `npm run types` makes them, which takes longer.
for (const path of before.keys()) rmSync(path);
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
  // Half as much for V8 to parse, on every start and in every thread. Names stay, for the stacks of errors.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  external: EXTERNAL,
  plugins: [requireCommonJs],
  // Bundled CommonJS packages load Node's modules by `require`.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  logLevel: "warning",
});
execFileSync(process.execPath, ["dist/site/bundles/prebuild.js"], { stdio: "inherit" });
// The caches of sites depend on the modification times of docgen's files: a file whose content didn't change keeps its
// time. After an edit of the source, every file gets a new time, as it has to be newer than the source.
const oldestMs = Math.min(...[...before.values()].map(({ time }) => time.getTime()));
const isEdited = ["src", "templates"].flatMap(filesOf).some((path) => statSync(path).mtimeMs > oldestMs);
for (const path of compiled()) {
  const known = before.get(path);
  const isKept = !isEdited && known?.data.equals(readFileSync(path)) === true;
  // `utimes` may round a time to milliseconds: it is applied to every file, so that the first compilation is rounded,
  // too.
  const time = isKept ? known.time : statSync(path).mtime;
  utimesSync(path, time, time);
}

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
