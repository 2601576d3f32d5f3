import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import type { TaskDef } from "../../engine/task.ts";
import { TEMPLATES } from "../../shared/constants.ts";
import { bundleForNode, lookUp, type NodeBundle, type NodeCode } from "../../shared/esbuild.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { REPLACEABLE } from "../../theme/replaceable.ts";
import { recordedBundle } from "../inputs/bundle-inputs.ts";
import type { Setup } from "../setup.ts";
import type { DocgenCodeTasks } from "../tasks.ts";
import { bundleClient } from "./bundle-client.ts";
import { bundleProblems } from "./bundle-problems.ts";
import { rendererModules, THEME_URL } from "./bundle-tasks.ts";
import { type MermaidFiles, mermaidFiles } from "./mermaid-files.ts";
import { type ClientParts, loadFiles, loadPrebuilt, type StoredBundle, storeFiles } from "./prebuilt.ts";

/** How the tasks of the client keep it. */
export const CLIENT: Pick<TaskDef<ClientParts>, "keep" | "keepsLastGood" | "digest"> = {
  keep: "memory",
  keepsLastGood: true,
  digest: ({ bundle, frame }) => JSON.stringify([bundle.files.map(([file]) => file), frame.style, frame.scriptHash]),
};

/** Tasks for docgen's own code: the theme, with components that the site replaces, and the client. */
export function createDocgenCodeTasks({ define, root }: Setup): DocgenCodeTasks {
  const problemsOf = (error: unknown) => themeProblems(error, root);
  const replaced = define<readonly string[]>("replaced components", { keep: "graph" }, (task) => {
    const files = task.list(TEMPLATES).map(({ name }) => name);
    const names = files.flatMap((name) => (name.endsWith(".tsx") ? [name.slice(0, -".tsx".length)] : []));
    for (const file of files) {
      if (file.endsWith(".html") && file !== "page.html") {
        const hint = `name it page.html, or move it out of ${TEMPLATES}/`;
        const message = "is not the template of pages";
        task.report(problemOf({ path: `${TEMPLATES}/${file}`, code: "template", message, hint }));
      }
      const [, name = ""] = /^(\w+)\.(?:jsx?|ts)$/.exec(file) ?? [];
      if (!REPLACEABLE.includes(name)) continue;
      const message = "replaces no component of the theme: its name must end in .tsx";
      const hint = `name it ${name}.tsx`;
      task.report(problemOf({ path: `${TEMPLATES}/${file}`, code: "template", message, hint }));
    }
    for (const name of names.filter((component) => !REPLACEABLE.includes(component))) {
      const message = `is not a component of the theme that a site can replace${didYouMean(name, REPLACEABLE)}`;
      const hint = `name it after one of ${REPLACEABLE.join(", ")}, or move it out of ${TEMPLATES}/`;
      task.report(problemOf({ path: `${TEMPLATES}/${name}.tsx`, code: "template", message, hint }));
    }
    return names.filter((name) => REPLACEABLE.includes(name)).sort();
  });
  const theme = define<NodeCode | null>("theme", { keep: "disk", isLocal: true, keepsLastGood: true }, async (task) => {
    const names = await task.get(replaced, "");
    if (names.length === 0) return null;
    return (await recordedBundle(task, () => bundleTheme(root, names), problemsOf)) ?? null;
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
    const bundle = await recordedBundle(task, () => bundleClient(plugin, variables), problemsOf);
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
  return { replaced, client, theme, mermaid };
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
