import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Metafile, OutputFile, Plugin } from "esbuild";
import { loadEsbuild } from "../../shared/esbuild.ts";
import { nameOf } from "../../shared/route.ts";
import type { BrowserFiles, Bundle } from "./bundle.ts";
import { TOOL_ROOT } from "./tool.ts";

const STYLESHEET_ENTRY = "src/theme/styles/index.css";
const SCRIPT_ENTRY = "src/client/boot.ts";

/** Holds React and the theme, for pages written in React as well. */
const SHELL_ENTRY = "src/client/hydrate.tsx";
/** What the first script imports when it is wanted, and what shares modules: React, the editor. */
const LATER_ENTRIES = [SHELL_ENTRY, "src/client/live/sample.ts"];
/** Small enough to be one file each, and so one request, as the first script itself is. */
const SMALL_ENTRIES = [
  "src/client/enhance/drawer.ts",
  "src/client/enhance/feedback.ts",
  "src/client/enhance/filter-table.ts",
  "src/client/enhance/islands.ts",
  "src/client/enhance/mermaid.ts",
  "src/client/enhance/near.ts",
  "src/client/offline/register.ts",
  "src/client/router/navigate.ts",
  "src/client/search/highlight.ts",
];
/** Talks to the watch server. */
const DEV_ENTRY = "src/client/dev/main.ts";
/** Runs beside the page. */
const SEARCH_WORKER_ENTRY = "src/client/search/search-worker.ts";
/** How anything is bundled for the browser. */
const COMMON = {
  absWorkingDir: TOOL_ROOT,
  outdir: join(TOOL_ROOT, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  jsxDev: false,
  legalComments: "none",
  charset: "utf8",
  write: false,
  metafile: true,
  logLevel: "silent",
  // The site's own would be one more input, which esbuild does not name.
  tsconfigRaw: "{}",
} as const;

/** How scripts and style sheets of pages are bundled. */
export const PRODUCTION = {
  ...COMMON,
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
} as const;

/**
 * Bundles the client and the style sheet: names carry content hashes.
 *
 * @param plugin what a site changes of them
 */
export async function bundleClient(plugin?: Plugin): Promise<SiteBundle> {
  const { build } = await loadEsbuild();
  const searching = build({ ...PRODUCTION, entryPoints: [SEARCH_WORKER_ENTRY], plugins: [strictElasticlunr] });
  const workerFile = searching.then(({ metafile }) => outputOf(metafile.outputs, SEARCH_WORKER_ENTRY));
  const [later, small, worker] = await Promise.all([
    build({
      ...PRODUCTION,
      entryPoints: [STYLESHEET_ENTRY, ...LATER_ENTRIES],
      splitting: true,
      plugins: [searchWorker(workerFile), ...(plugin === undefined ? [] : [plugin])],
    }),
    build({ ...PRODUCTION, entryPoints: SMALL_ENTRIES }),
    searching,
  ]);
  const outputs = { ...later.metafile.outputs, ...small.metafile.outputs };
  const boot = await build({ ...PRODUCTION, entryPoints: [SCRIPT_ENTRY], plugins: [laterEntries(outputs)] });
  return {
    files: [later, small, worker, boot].flatMap(browserFiles),
    stylesheet: outputOf(outputs, STYLESHEET_ENTRY),
    script: outputOf(boot.metafile.outputs, SCRIPT_ENTRY),
    shell: outputOf(outputs, SHELL_ENTRY),
    inputs: Object.keys(later.metafile.inputs),
  };
}

/** A bundle, with the paths of what its shell is made of, relative to docgen's own folder. */
export interface SiteBundle extends Bundle {
  readonly inputs: readonly string[];
}

/** Bundles what pages load only while they are being written: one script. */
export async function bundleDevClient(): Promise<Uint8Array> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({ ...COMMON, entryPoints: [DEV_ENTRY], splitting: false });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** What esbuild made, by its place in the output folder. */
export function browserFiles({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): BrowserFiles {
  return outputFiles.map(({ path, contents }) => ({
    file: relative(TOOL_ROOT, path).replaceAll("\\", "/"),
    data: contents,
  }));
}

/** Output file of an entry, as esbuild names it. */
export function outputOf(outputs: Metafile["outputs"], entry: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entry);
  if (found === undefined) throw new Error(`esbuild made no output for ${entry}`);
  return found[0];
}

/** The first script imports by their file names what was bundled before it. */
function laterEntries(outputs: Metafile["outputs"]): Plugin {
  return {
    name: "docgen-later",
    setup(api) {
      api.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        if (kind !== "dynamic-import") return undefined;
        const entry = relative(TOOL_ROOT, join(resolveDir, path)).replaceAll("\\", "/");
        return { path: `./${nameOf(outputOf(outputs, entry))}`, external: true };
      });
    },
  };
}

/** `docgen:search-worker` names a file that is bundled at the same time, and is awaited only here. */
function searchWorker(file: Promise<string>): Plugin {
  const namespace = "docgen-file-name";
  return {
    name: "docgen-search-worker",
    setup(api) {
      api.onResolve({ filter: /^docgen:search-worker$/ }, ({ path }) => ({ path, namespace }));
      api.onLoad({ filter: /.*/, namespace }, async () => ({
        contents: `export const searchWorkerFile = ${JSON.stringify(nameOf(await file))};`,
        loader: "js",
      }));
    },
  };
}

/** elasticlunr assigns to a variable that it never declares, which a module may not. */
const strictElasticlunr: Plugin = {
  name: "docgen-elasticlunr",
  setup(api) {
    api.onLoad({ filter: /[\\/]elasticlunr\.js$/ }, async ({ path }) => {
      return { contents: `var lunr;${await readFile(path, "utf8")}`, loader: "js" };
    });
  },
};
