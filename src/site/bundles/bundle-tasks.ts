import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, Plugin } from "esbuild";
import type { TaskDef } from "../../engine/task.ts";
import { TEMPLATES } from "../../shared/constants.ts";
import { bundleForNode, lookUp, type NodeBundle, type NodeCode } from "../../shared/esbuild.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { REPLACEABLE } from "../../theme/replaceable.ts";
import { recordedBundle } from "../inputs/bundle-inputs.ts";
import { siteComponents } from "../inputs/config-tasks.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import {
  bundleClient,
  type ClientParts,
  loadFiles,
  loadPrebuilt,
  type StoredBundle,
  storeFiles,
} from "./bundle-client.ts";
import { bundleForBrowser, type PageScripts, type ScriptEntries } from "./bundle-for-browser.ts";
import { bundleProblems } from "./bundle-problems.ts";
import { type MermaidFiles, mermaidFiles } from "./mermaid-files.ts";

/** How the tasks of the client keep it. */
export const CLIENT: Pick<TaskDef<ClientParts>, "keep" | "keepsLastGood" | "digest"> = {
  keep: "memory",
  keepsLastGood: true,
  digest: ({ bundle, frame }) => JSON.stringify([bundle.files.map(([file]) => file), frame.style, frame.scriptHash]),
};

const NO_CODE: NodeCode = { code: "", reads: { variables: [], files: [], isConstant: true }, sheets: [] };
const NO_SCRIPTS: PageScripts = { files: [], byPath: {} };

/** What a locale's scripts are made of, and all its modules, also those without a script. */
interface Entries extends ScriptEntries {
  readonly modules: readonly string[];
}

/** The code of React pages and of components; docgen's own: the theme, with replaced components, and the client. */
export function createBundleTasks({ define, root, tasks }: Setup): SiteTasks["bundles"] {
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
    const { shell } = (await task.get(tasks.bundles.client, "")).bundle;
    const bundle = () => bundleForBrowser(root, { pages, islands }, shell);
    return (await recordedBundle(task, bundle, problemsOf)) ?? NO_SCRIPTS;
  });
  const themeFaults = (error: unknown) => themeProblems(error, root);
  const replaced = define<readonly string[]>("replaced components", { keep: "graph" }, (task) => {
    const files = task.list(TEMPLATES).map(({ name }) => name);
    task.report(...files.flatMap(templateFaults));
    return REPLACEABLE.filter((name) => files.includes(`${name}.tsx`)).sort();
  });
  const theme = define<NodeCode | null>("theme", { keep: "disk", isLocal: true, keepsLastGood: true }, async (task) => {
    const names = await task.get(replaced, "");
    if (names.length === 0) return null;
    return (await recordedBundle(task, () => bundleTheme(root, names), themeFaults)) ?? null;
  });
  /** The client with the site's components; null if it has none, or they have errors. */
  const siteClient = define<StoredBundle | null>("client of the site", { keep: "disk" }, async (task) => {
    const parts = await task.get(replaced, "");
    const onServer = parts.length === 0 ? null : await task.get(theme, "");
    if (onServer === null) return null;
    // Dates read TZ by themselves.
    const names = onServer.reads.variables.filter((name) => name !== "TZ");
    const variables =
      names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, task.variable(name)]));
    const plugin = replaceComponents(root, parts);
    const bundle = await recordedBundle(task, () => bundleClient(plugin, variables), themeFaults);
    return bundle === undefined ? null : { ...bundle, files: storeFiles(bundle.files) };
  });
  const client = define<ClientParts>("client parts", CLIENT, async (task) => {
    const stored = await task.get(siteClient, "");
    const prebuilt = loadPrebuilt();
    return stored === null ? prebuilt : { ...prebuilt, bundle: { ...stored, files: loadFiles(stored.files) } };
  });
  const mermaid = define<Pick<MermaidFiles, "entry" | "files">>("diagram library", { keep: "graph" }, async (task) => {
    const { entry, files, inputs } = await mermaidFiles(root);
    for (const path of inputs) task.file(path);
    return { entry, files };
  });
  return { forNode, forBrowser, sheets, replaced, client, theme, mermaid };
}

/** Faults of a file in the folder of templates that its name leaves without effect. */
function templateFaults(file: string): Problem[] {
  const [, name = "", ending = ""] = /^(.*)\.(tsx|jsx?|ts|html)$/.exec(file) ?? [];
  const fault = (message: string, hint: string) => [
    problemOf({ path: `${TEMPLATES}/${file}`, code: "template", message, hint }),
  ];
  if (ending === "html") {
    const hint = `name it page.html, or move it out of ${TEMPLATES}/`;
    return name === "page" ? [] : fault("is not the template of pages", hint);
  }
  if (REPLACEABLE.includes(name)) {
    const message = "replaces no component of the theme: its name must end in .tsx";
    return ending === "tsx" ? [] : fault(message, `name it ${name}.tsx`);
  }
  if (ending !== "tsx") return [];
  const message = `is not a component of the theme that a site can replace${didYouMean(name, REPLACEABLE)}`;
  return fault(message, `name it after one of ${REPLACEABLE.join(", ")}, or move it out of ${TEMPLATES}/`);
}

/** URL of the theme's compiled module, which React pages share with the code that renders them. */
const THEME_URL: string = pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href;

/** Bundles a page, or a component, for the thread that renders it. @param path relative to the root */
export function bundlePage(root: string, path: string): Promise<NodeBundle> {
  // Paths in the code are relative to the root, so that it doesn't depend on the root's location.
  return bundleForNode(root, `./${path}`, [rendererModules(/^docgen\/theme$/, THEME_URL)]);
}

/** Namespace of modules outside of the bundle that packages load by `require`, which ES modules don't have. */
const REQUIRED = "docgen-required";

/** Resolves React, and modules with other contexts, to the renderer's copies, for the sake of contexts. */
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

/** Bundles the theme with a site's components. React pages share the compiled theme's context. */
function bundleTheme(root: string, names: readonly string[]): Promise<NodeBundle> {
  const contexts = rendererModules(/\/site-context\.ts$/, new URL("./site-context.js", THEME_URL).href);
  return bundleForNode(TOOL_ROOT, "src/render/app.tsx", [contexts, replaceComponents(root, names)]);
}

const THEME = join(TOOL_ROOT, "src/theme");
const REPLACED = "docgen-replaced";
const ORIGINAL = /^docgen\/theme\/original\/(\w+)$/;

/** Replaces components of the theme by the site's; the originals can be imported from `docgen/theme/original/`. */
function replaceComponents(root: string, names: readonly string[]): Plugin {
  return {
    name: REPLACED,
    setup(api) {
      if (names.length === 0) return;
      api.onResolve({ filter: new RegExp(`/(?:${names.join("|")})\\.tsx$`) }, ({ path, namespace, resolveDir }) => {
        const file = join(resolveDir, path);
        if (namespace === REPLACED || dirname(file) !== THEME) return undefined;
        return { path: file.slice(THEME.length + 1, -".tsx".length), namespace: REPLACED };
      });
      api.onLoad({ filter: /.*/, namespace: REPLACED }, ({ path: name }) => ({
        contents: [
          `export * from "docgen/theme/original/${name}";`,
          `export { default as ${name} } from ${JSON.stringify(join(root, TEMPLATES, `${name}.tsx`))};`,
        ].join("\n"),
        loader: "js",
        resolveDir: TOOL_ROOT,
      }));
      api.onResolve({ filter: ORIGINAL }, ({ path }) => ({ path: join(THEME, `${ORIGINAL.exec(path)?.[1]}.tsx`) }));
      api.onResolve({ filter: /^docgen\/theme$/ }, () => ({ path: join(THEME, "public.ts") }));
      // A React of the site would be a second copy with its own hooks.
      api.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, (args) => lookUp(api, args, TOOL_ROOT));
    },
  };
}

/** Problems of a site's components; empty if they aren't the error's cause. */
function themeProblems(error: unknown, root: string): readonly Problem[] {
  return bundleProblems(error, root, TOOL_ROOT).map((problem) => {
    const name = new RegExp(`${REPLACED}:(\\w+)$`).exec(problem.path)?.[1];
    if (name === undefined) return problem;
    const position = { ...problem, path: `${TEMPLATES}/${name}.tsx`, line: 1, column: 1 };
    return { ...position, message: "has no default export", hint: "export the component as default" };
  });
}
