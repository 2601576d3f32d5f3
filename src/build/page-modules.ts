import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import type { SourcePage } from "../content/types.ts";
import { loadEsbuild, regularModules } from "../shared/esbuild.ts";
import type { Problem } from "../shared/problem.ts";
import { bundleProblems } from "./bundle-problems.ts";
import { keyOf } from "./cache/record.ts";
import { bundleInputs, inputDigest } from "./cache/snapshot.ts";
import { NO_STORE, type Store } from "./cache/store.ts";
import type { PageModule, PageThread } from "./page-thread.ts";
import { THEME_MODULE_URL, TOOL_ROOT } from "./tool.ts";

/** Pages written in React that can be bundled, by source path, and what is wrong with the others. */
export interface PageModules {
  readonly modules: ReadonlyMap<string, PageModule>;
  readonly problems: readonly Problem[];
  /** What stands for a page's code, by source path. */
  readonly keys: ReadonlyMap<string, string>;
  /** All that they depend on, as `bundleInputs` names it. */
  readonly inputs: readonly string[];
}

/** A page's code, and what it depends on with its digests. */
interface BundledPage {
  readonly code: string;
  readonly inputs: readonly (readonly [input: string, digest: string])[];
}

/**
 * Bundles the pages written in React, for rendering on the server.
 *
 * @param thread runs them
 * @param themeUrl the theme of the renderer
 */
export async function loadPageModules(
  root: string,
  pages: readonly SourcePage[],
  thread: PageThread,
  store: Store = NO_STORE,
  themeUrl: string = THEME_MODULE_URL,
): Promise<PageModules> {
  const sources = pages.filter(({ format }) => format === "tsx");
  const modules = new Map<string, PageModule>();
  const problems: Problem[] = [];
  const keys = new Map<string, string>();
  const inputs = new Set<string>();
  await Promise.all(
    sources.map(async ({ path }) => {
      const kept = store.get("module", keyOf(path)) as BundledPage | undefined;
      const isCurrent = kept?.inputs.every(([input, digest]) => inputDigest(root, input) === digest) === true;
      const bundled = isCurrent ? kept : await bundlePage(root, path, themeUrl);
      if ("code" in bundled) {
        if (!isCurrent) store.put("module", keyOf(path), bundled);
        keys.set(path, keyOf(bundled.code, bundled.inputs));
        for (const [input] of bundled.inputs) inputs.add(input);
        modules.set(path, thread.module(path, bundled.code));
      } else problems.push(...bundled.problems);
    }),
  );
  return { modules, problems, keys, inputs: [...inputs] };
}

async function bundlePage(
  root: string,
  path: string,
  themeUrl: string,
): Promise<BundledPage | { problems: Problem[] }> {
  const { build } = await loadEsbuild();
  try {
    const result = await build({
      // Its path may hold signs that stand for others where entry points are named.
      entryPoints: [ENTRY],
      absWorkingDir: TOOL_ROOT,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      jsx: "automatic",
      write: false,
      metafile: true,
      sourcemap: "inline",
      sourcesContent: false,
      logLevel: "silent",
      tsconfigRaw: "{}",
      plugins: [sharedModules(join(root, path), themeUrl), regularModules],
    });
    const code = result.outputFiles[0]?.text ?? "";
    const files = Object.keys(result.metafile.inputs).map((input) => join(TOOL_ROOT, input));
    return { code, inputs: bundleInputs(root, files, code).map((input) => [input, inputDigest(root, input)] as const) };
  } catch (error) {
    const problems = bundleProblems(error, root);
    if (problems.length === 0) throw error;
    return { problems };
  }
}

const ENTRY = "docgen:page";

/** React and the theme must be the renderer's own: a second copy would have its own contexts. */
function sharedModules(page: string, themeUrl: string): Plugin {
  return {
    name: "docgen-shared",
    setup(api) {
      const require = createRequire(join(TOOL_ROOT, "package.json"));
      api.onResolve({ filter: /^docgen:page$/ }, () => ({ path: page }));
      api.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path }) => {
        return { path: pathToFileURL(require.resolve(path)).href, external: true };
      });
      api.onResolve({ filter: /^docgen\/theme$/ }, () => ({ path: themeUrl, external: true }));
    },
  };
}
