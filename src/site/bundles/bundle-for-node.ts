import { createRequire, isBuiltin } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, Plugin } from "esbuild";
import { bundleForNode, type NodeBundle } from "../../shared/esbuild.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { replaceComponents } from "./replace-components.ts";

/** URL of the theme's compiled module, which React pages share with the code that renders them. */
const THEME_URL: string = pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href;

/** Bundles a page, or a component, for the thread that renders it. @param path relative to the root */
export function bundlePage(root: string, path: string): Promise<NodeBundle> {
  // Paths in the code are relative to the root, so that it doesn't depend on the root's location.
  return bundleForNode(root, `./${path}`, [rendererModules(/^docgen\/theme$/, THEME_URL)]);
}

/** Bundles the theme with a site's components. React pages share the compiled theme's context. */
export function bundleTheme(root: string, names: readonly string[]): Promise<NodeBundle> {
  const contexts = rendererModules(/\/site-context\.ts$/, new URL("./site-context.js", THEME_URL).href);
  return bundleForNode(TOOL_ROOT, "src/render/app.tsx", [contexts, replaceComponents(root, names)]);
}

/** Namespace of modules outside of the bundle that packages load by `require`, which ES modules don't have. */
const REQUIRED = "docgen-required";

/**
 * Resolves React, and the modules with other contexts, to the renderer's copies: others would have contexts of their
 * own.
 */
function rendererModules(others: RegExp, url: string): Plugin {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  return {
    name: "docgen-renderer",
    setup(api) {
      const outside = (path: string, { kind }: OnResolveArgs) =>
        kind === "require-call" ? { path, namespace: REQUIRED } : { path, external: true };
      api.onResolve({ filter: /./, namespace: REQUIRED }, ({ path }) => ({ path, external: true }));
      api.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, (args) =>
        outside(pathToFileURL(require.resolve(args.path)).href, args),
      );
      api.onResolve({ filter: others }, (args) => outside(url, args));
      api.onResolve({ filter: /^[\w:/]+$/ }, (args) => (isBuiltin(args.path) ? outside(args.path, args) : undefined));
      api.onLoad({ filter: /./, namespace: REQUIRED }, ({ path }) => ({
        contents: `import * as required from ${JSON.stringify(path)}; module.exports = required.default ?? required;`,
      }));
    },
  };
}
