import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import type { SourcePage } from "../content/types.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { nameOf } from "../shared/route.ts";
import * as theme from "../theme/public.ts";
import { browserFiles, type Mode, modeOptions, outputOf } from "./assets.ts";
import type { PageChunks } from "./bundle.ts";
import { bundleProblems, SITE } from "./bundle-problems.ts";
import { keyOf } from "./cache/record.ts";
import { bundleInputs, inputDigest } from "./cache/snapshot.ts";
import type { Store } from "./cache/store.ts";
import { loadFiles, type StoredFiles, storeFiles } from "./prebuilt.ts";
import { TOOL_ROOT } from "./tool.ts";

/** Of these the client has the only copy that works with it: contexts and hooks belong to one. */
const SHARED = /^(?:react(?:\/jsx-runtime)?|react-dom(?:\/client)?|docgen\/theme)$/;
const SHARED_NAMESPACE = "docgen-shared";

/** Name without an ending of a page's chunk; no other page and nothing of the client has it. */
export function chunkName({ path }: Pick<SourcePage, "path">): string {
  return `page-${keyOf(path).slice(0, 8)}`;
}

/** Chunks as they are kept, inputs with their digests. */
interface StoredChunks {
  readonly files: StoredFiles;
  readonly byPath: readonly (readonly [path: string, file: string])[];
  readonly inputs: readonly (readonly [input: string, digest: string])[];
}

interface Chunking {
  readonly mode: Mode;
  /** Output file of the client's script that holds React and the theme. */
  readonly shell: string;
  readonly store: Store;
}

/**
 * Bundles pages written in React for the browser, with what only they import: React and the theme they take from the
 * client as it is. What the store has of the same files is not bundled again.
 *
 * @param pages those written in React
 */
export async function bundlePages(
  root: string,
  pages: readonly SourcePage[],
  { mode, shell, store }: Chunking,
): Promise<PageChunks> {
  if (pages.length === 0) return NO_CHUNKS;
  const key = keyOf(
    mode,
    pages.map(({ path }) => path),
  );
  const kept = store.get("chunks", key) as StoredChunks | undefined;
  if (kept?.inputs.every(([input, digest]) => inputDigest(root, input) === digest) === true) return loadChunks(kept);
  const { build } = await loadEsbuild();
  try {
    const result = await build({
      ...modeOptions(mode),
      entryPoints: pages.map((page) => ({ in: `${SITE}:${page.path}`, out: chunkName(page) })),
      splitting: true,
      plugins: [siteModules(root), sharedModules(shell)],
    });
    const { inputs, outputs } = result.metafile;
    const chunks: StoredChunks = {
      files: storeFiles(browserFiles(result)),
      byPath: pages.map(({ path }) => [path, outputOf(outputs, `${SITE}:${path}`)]),
      inputs: bundleInputs(root, siteFiles(inputs, root)).map((input) => [input, inputDigest(root, input)]),
    };
    store.put("chunks", key, chunks);
    return loadChunks(chunks);
  } catch (error) {
    const problems = bundleProblems(error, root);
    if (problems.length === 0) throw error;
    return { ...NO_CHUNKS, problems };
  }
}

const NO_CHUNKS: PageChunks = { files: [], byPath: new Map(), problems: [], inputs: [] };

function loadChunks({ files, byPath, inputs }: StoredChunks): PageChunks {
  return { files: loadFiles(files), byPath: new Map(byPath), problems: [], inputs: inputs.map(([input]) => input) };
}

/** Files of a bundle that are not docgen's own. */
function siteFiles(inputs: Metafile["inputs"], root: string): string[] {
  return Object.keys(inputs).flatMap((input) => {
    if (input.startsWith(`${SITE}:`)) return [join(root, input.slice(SITE.length + 1))];
    return /^(src|node_modules)\/|^[\w-]+:/.test(input) ? [] : [join(TOOL_ROOT, input)];
  });
}

/** The site's own modules are named by their path inside the root, so that no name depends on where it stands. */
function siteModules(root: string): Plugin {
  const content = join(root, "content") + sep;
  const own = (absolute: string) => ({ path: relative(root, absolute).replaceAll("\\", "/"), namespace: SITE });
  return {
    name: "docgen-site",
    setup(api) {
      api.onResolve({ filter: /^site:/ }, ({ path }) => own(join(root, path.slice(SITE.length + 1))));
      api.onResolve({ filter: /.*/, namespace: SITE }, async ({ path, pluginData, kind, resolveDir }) => {
        if (pluginData === RESOLVING || SHARED.test(path)) return undefined;
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

/** Modules of the client's, each under the names that it exports; those that a page doesn't use leave nothing in it. */
function sharedModules(shell: string): Plugin {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  return {
    name: "docgen-shared",
    setup(api) {
      api.onResolve({ filter: SHARED }, ({ path }) => ({ path, namespace: SHARED_NAMESPACE, sideEffects: false }));
      api.onResolve({ filter: /.*/, namespace: SHARED_NAMESPACE }, () => ({
        path: `./${nameOf(shell)}`,
        external: true,
      }));
      api.onLoad({ filter: /.*/, namespace: SHARED_NAMESPACE }, ({ path }) => {
        const names = Object.keys(path === "docgen/theme" ? theme : (require(path) as object));
        return { contents: sharedModule(path, names), loader: "js" };
      });
      // What else React brings is the page's own, in docgen's version.
      api.onResolve({ filter: /^react(-dom)?\// }, ({ path, pluginData, kind }) => {
        if (pluginData === RESOLVING) return undefined;
        return api.resolve(path, { resolveDir: TOOL_ROOT, kind, pluginData: RESOLVING });
      });
    },
  };
}

function sharedModule(path: string, names: readonly string[]): string {
  const take = (name: string) => `/* @__PURE__ */ take(${JSON.stringify(name)})`;
  return [
    'import { shared } from "shell";',
    `const take = (name) => shared[${JSON.stringify(path)}][name];`,
    ...names.map((name) => `export const ${name} = ${take(name)};`),
    `export default ${take("default")};`,
  ].join("\n");
}

/** Marks a look-up that a plugin made itself. */
const RESOLVING = "resolving";
