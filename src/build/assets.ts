import { readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import type { SourcePage } from "../content/types.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { nameOf } from "../shared/route.ts";
import type { Bundle } from "./bundle.ts";
import { bundleProblems, SITE } from "./bundle-problems.ts";
import { bundleInputs } from "./cache/snapshot.ts";
import { TOOL_ROOT } from "./tool.ts";

const STYLESHEET_ENTRY = "src/theme/styles/index.css";
const SCRIPT_ENTRY = "src/client/boot.ts";

/** What the first script imports when it is wanted, and what shares modules: React, the editor. */
const LATER_ENTRIES = ["src/client/hydrate.tsx", "src/client/live/sample.ts"];
/** Small enough to be one file each, and so one request, as the first script itself is. */
const SMALL_ENTRIES = [
  "src/client/enhance/drawer.ts",
  "src/client/enhance/filter-table.ts",
  "src/client/enhance/mermaid.ts",
  "src/client/offline/register.ts",
  "src/client/router/navigate.ts",
  "src/client/search/highlight.ts",
];
/** Talks to the watch server. */
const DEV_ENTRY = "src/client/dev/main.ts";
/** Runs beside the page. */
const SEARCH_WORKER_ENTRY = "src/client/search/search-worker.ts";
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

/**
 * Bundles the client and the style sheet; names carry content hashes, but for those that pages name
 * while they are being written: pages don't wait for the bundle then.
 *
 * @param pages those written in React become chunks of the client
 * @param mode `development` keeps React's warnings
 */
export async function bundleClient(
  root: string,
  pages: readonly SourcePage[],
  mode: "production" | "development",
): Promise<Bundle> {
  const names = mode === "production" ? {} : { entryNames: DEV_NAMES };
  const common = {
    ...COMMON,
    ...names,
    minify: mode === "production",
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
  };
  const { build } = await loadEsbuild();
  try {
    const searching = build({ ...common, entryPoints: [SEARCH_WORKER_ENTRY], plugins: [strictElasticlunr] });
    const workerFile = searching.then(({ metafile }) => outputOf(metafile.outputs, SEARCH_WORKER_ENTRY));
    const [later, small, worker] = await Promise.all([
      build({
        ...common,
        entryPoints: [STYLESHEET_ENTRY, ...LATER_ENTRIES],
        splitting: true,
        plugins: [searchWorker(workerFile), pageModules(root, pages)],
      }),
      build({ ...common, entryPoints: SMALL_ENTRIES }),
      searching,
    ]);
    const outputs = { ...later.metafile.outputs, ...small.metafile.outputs };
    const boot = await build({ ...common, entryPoints: [SCRIPT_ENTRY], plugins: [laterEntries(outputs)] });
    return {
      files: [...later.outputFiles, ...small.outputFiles, ...worker.outputFiles, ...boot.outputFiles].map(
        ({ path, contents }) => ({ file: outputName(path), data: contents }),
      ),
      stylesheet: outputOf(outputs, STYLESHEET_ENTRY),
      script: outputOf(boot.metafile.outputs, SCRIPT_ENTRY),
      problems: [],
      inputs: bundleInputs(
        root,
        [later, small, worker, boot].flatMap(({ metafile }) => siteFiles(metafile, root)),
      ),
    };
  } catch (error) {
    const problems = bundleProblems(error, root);
    if (problems.length === 0 || pages.length === 0) throw error;
    // One page's fault is not the others': the client is bundled without any, and the fault is told.
    return { ...(await bundleClient(root, [], mode)), problems };
  }
}

const DEV_NAMES = "[name]";

/** Bundles the style sheet alone, under its name in development. */
export async function bundleStyles(): Promise<Bundle["files"]> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({ ...COMMON, entryNames: DEV_NAMES, entryPoints: [STYLESHEET_ENTRY] });
  return outputFiles.map(({ path, contents }) => ({ file: outputName(path), data: contents }));
}

/** Bundles what pages load only while they are being written: one script. */
export async function bundleDevClient(): Promise<Bundle["files"]> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({ ...COMMON, entryNames: DEV_NAMES, entryPoints: [DEV_ENTRY], splitting: false });
  return outputFiles.map(({ path, contents }) => ({ file: outputName(path), data: contents }));
}

/** Files of a bundle that are not docgen's own. */
function siteFiles({ inputs }: Metafile, root: string): string[] {
  return Object.keys(inputs).flatMap((input) => {
    if (input.startsWith(`${SITE}:`)) return [join(root, input.slice(SITE.length + 1))];
    return /^(src|node_modules)\/|^[\w-]+:/.test(input) ? [] : [join(TOOL_ROOT, input)];
  });
}

function outputName(path: string): string {
  return relative(TOOL_ROOT, path).replaceAll("\\", "/");
}

function outputOf(outputs: Metafile["outputs"], entry: string): string {
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

/**
 * `docgen:pages` lists the pages written in React; `docgen/theme` is the theme itself. The site's
 * own modules are named by their path inside the root, so that no name depends on where it stands.
 */
function pageModules(root: string, pages: readonly SourcePage[]): Plugin {
  const content = join(root, "content") + sep;
  const own = (absolute: string) => ({ path: relative(root, absolute).replaceAll("\\", "/"), namespace: SITE });
  return {
    name: "docgen-pages",
    setup(api) {
      api.onResolve({ filter: /^docgen:pages$/ }, () => ({ path: "docgen:pages", namespace: "docgen" }));
      api.onLoad({ filter: /.*/, namespace: "docgen" }, () => ({
        contents: `export const pageModules = {${pages
          .filter(({ format }) => format === "tsx")
          .map(({ route, path }) => `${JSON.stringify(route)}: () => import(${JSON.stringify(`${SITE}:${path}`)})`)
          .join(",\n")}};`,
        loader: "js",
      }));
      api.onResolve({ filter: /^site:/ }, ({ path }) => own(join(root, path.slice(SITE.length + 1))));
      api.onResolve({ filter: /^docgen\/theme$/ }, () => ({ path: join(TOOL_ROOT, "src/theme/public.ts") }));
      api.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path, pluginData, kind }) => {
        if (pluginData === RESOLVING) return undefined;
        return api.resolve(path, { resolveDir: TOOL_ROOT, kind, pluginData: RESOLVING });
      });
      api.onResolve({ filter: /.*/, namespace: SITE }, async ({ path, pluginData, kind, resolveDir }) => {
        if (pluginData === RESOLVING) return undefined;
        const result = await api.resolve(path, { resolveDir, kind, pluginData: RESOLVING });
        return result.errors.length === 0 && result.path.startsWith(content) ? own(result.path) : result;
      });
      api.onLoad({ filter: /.*/, namespace: SITE }, async ({ path }) => {
        const absolute = join(root, path);
        return { contents: await readFile(absolute), loader: "default", resolveDir: dirname(absolute) };
      });
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

/** Marks a look-up that a plugin made itself. */
const RESOLVING = "resolving";
