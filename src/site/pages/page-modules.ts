import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { bundleForNode, type NodeBundle } from "../../shared/esbuild.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";

/** URL of the theme's compiled module, which React pages share with the code that renders them. */
export const THEME_URL: string = pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href;

/** Virtual entry: a page's path may contain characters that are wildcards in entry points. */
const ENTRY = "docgen:page";

/** Bundles a page, or a component, for the thread that renders it. */
export function bundlePage(root: string, path: string): Promise<NodeBundle> {
  const page: Plugin = {
    name: "docgen-page",
    setup: (api) => api.onResolve({ filter: /^docgen:page$/ }, () => ({ path: join(root, path) })),
  };
  // Paths in the code are relative to the root, so that it doesn't depend on the root's location.
  return bundleForNode(root, ENTRY, [page, rendererModules([[/^docgen\/theme$/, THEME_URL]])]);
}

/** Resolves React and other modules with contexts to the renderer's copies: others would have contexts of their own. */
export function rendererModules(others: readonly (readonly [filter: RegExp, url: string])[]): Plugin {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  return {
    name: "docgen-renderer",
    setup(api) {
      api.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path }) => {
        return { path: pathToFileURL(require.resolve(path)).href, external: true };
      });
      for (const [filter, url] of others) api.onResolve({ filter }, () => ({ path: url, external: true }));
    },
  };
}
