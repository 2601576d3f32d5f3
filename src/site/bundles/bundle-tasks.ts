import { createRequire, isBuiltin } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, Plugin } from "esbuild";
import { bundleForNode, type NodeBundle, type NodeCode } from "../../shared/esbuild.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { recordedBundle } from "../inputs/bundle-inputs.ts";
import { siteComponents } from "../inputs/config-tasks.ts";
import type { Setup } from "../setup.ts";
import type { BundleTasks } from "../tasks.ts";
import { bundleForBrowser, type PageScripts, type ScriptEntries } from "./bundle-for-browser.ts";
import { bundleProblems } from "./bundle-problems.ts";

const NO_CODE: NodeCode = { code: "", reads: { variables: [], files: [], isConstant: true }, sheets: [] };
const NO_SCRIPTS: PageScripts = { files: [], byPath: {} };

/** What a locale's scripts are made of, and all its modules, also those without a script. */
interface Entries extends ScriptEntries {
  readonly modules: readonly string[];
}

/** The code of React pages and of components. */
export function createBundleTasks({ define, root, tasks }: Setup): BundleTasks {
  const problemsOf = (error: unknown) => bundleProblems(error, root);
  const forNode = define<NodeCode>("module", { keep: "disk", isLocal: true }, async (task, path) => {
    // A missing file is reported where the configuration refers to it.
    if (task.file(path) === undefined) return NO_CODE;
    return (await recordedBundle(task, () => bundlePage(root, path), problemsOf)) ?? NO_CODE;
  });
  const entries = define<Entries>("chunk sources", { keep: "memory" }, async (task, locale) => {
    const { plan } = await task.get(tasks.site, locale);
    const pages = plan.pages.filter(({ format }) => format === "tsx").map(({ path }) => path);
    const components = siteComponents(plan.config);
    const islands = components.flatMap(({ path, client }) => (client === undefined ? [] : path));
    const modules = [...pages, ...components.map(({ path }) => path)];
    return { pages, islands: [...new Set(islands)], modules: [...new Set(modules)] };
  });
  const sheets = define<readonly string[]>("sheets of packages", { keep: "memory" }, async (task, locale) => {
    // The first page of a server waits for them.
    const { modules } = await task.get(entries, locale);
    const bundled = await Promise.all(modules.map((path) => task.get(forNode, path)));
    return [...new Set(bundled.flatMap(({ sheets }) => sheets))];
  });
  const forBrowser = define<PageScripts>("chunks", { keep: "disk" }, async (task, locale) => {
    const { pages, islands } = await task.get(entries, locale);
    if (pages.length + islands.length === 0) return NO_SCRIPTS;
    for (const path of [...pages, ...islands]) {
      if ((await task.get(forNode, path)).code === "") return NO_SCRIPTS;
    }
    const { shell } = (await task.get(tasks.docgenCode.client, "")).bundle;
    const bundle = () => bundleForBrowser(root, { pages, islands }, shell);
    return (await recordedBundle(task, bundle, problemsOf)) ?? NO_SCRIPTS;
  });
  return { forNode, forBrowser, sheets };
}

/** URL of the theme's compiled module, which React pages share with the code that renders them. */
export const THEME_URL: string = pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href;

/** Bundles a page, or a component, for the thread that renders it. @param path relative to the root */
export function bundlePage(root: string, path: string): Promise<NodeBundle> {
  // Paths in the code are relative to the root, so that it doesn't depend on the root's location.
  return bundleForNode(root, `./${path}`, [rendererModules(/^docgen\/theme$/, THEME_URL)]);
}

/** Namespace of modules outside of the bundle that packages load by `require`, which ES modules don't have. */
const REQUIRED = "docgen-required";

/** Resolves React, and modules with other contexts, to the renderer's copies, for the sake of contexts. */
export function rendererModules(others: RegExp, url: string): Plugin {
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
