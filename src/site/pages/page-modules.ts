import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { loadEsbuild, regularModules } from "../../shared/esbuild.ts";
import type { Problem } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../outputs/tool.ts";
import { bundleProblems } from "./bundle-problems.ts";

/** @param themeUrl the theme of the renderer @returns the page's code and the absolute paths of what it is made of */
export async function bundlePage(
  root: string,
  path: string,
  themeUrl: string,
): Promise<{ readonly code: string; readonly files: readonly string[] } | { readonly problems: Problem[] }> {
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
    return { code, files };
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
