import type { TaskDef } from "../../engine/task.ts";
import { TEMPLATES } from "../../shared/constants.ts";
import type { NodeCode } from "../../shared/esbuild.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { problemOf } from "../../shared/problem.ts";
import { REPLACEABLE } from "../../theme/replaceable.ts";
import { recordedBundle } from "../inputs/bundle-inputs.ts";
import type { Setup } from "../setup.ts";
import { bundleClient } from "./bundle-client.ts";
import { bundleTheme } from "./bundle-for-node.ts";
import { type MermaidFiles, mermaidFiles } from "./mermaid-files.ts";
import { type ClientParts, loadFiles, loadPrebuilt, type StoredBundle, storeFiles } from "./prebuilt.ts";
import { replaceComponents, themeProblems } from "./replace-components.ts";

/** docgen's own code in pages, with the site's replacements of components. Keys are empty. */
export interface DocgenCodeTasks {
  /** Names of the components of the theme that the site replaces. */
  readonly replaced: TaskDef<readonly string[]>;
  readonly client: TaskDef<ClientParts>;
  /** Theme with the site's own components; null if it has none, or they have errors. */
  readonly theme: TaskDef<NodeCode | null>;
  /** The diagram library: output files with their sources. */
  readonly mermaid: TaskDef<Pick<MermaidFiles, "entry" | "files">>;
}

export function createDocgenCodeTasks({ define, root }: Setup): DocgenCodeTasks {
  const problemsOf = (error: unknown) => themeProblems(error, root);
  const replaced = define<readonly string[]>({
    name: "replaced components",
    keep: "graph",
    run: (task) => {
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
    },
  });
  const theme = define<NodeCode | null>({
    name: "theme",
    keep: "disk",
    isLocal: true,
    keepsLastGood: true,
    run: async (task) => {
      const names = await task.get(replaced, "");
      if (names.length === 0) return null;
      return (await recordedBundle(task, () => bundleTheme(root, names), problemsOf)) ?? null;
    },
  });
  /** The client with the site's components; null if it has none, or they have errors. */
  const siteClient = define<StoredBundle | null>({
    name: "client of the site",
    keep: "disk",
    run: async (task) => {
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
    },
  });
  const client = define<ClientParts>({
    name: "client parts",
    keep: "memory",
    keepsLastGood: true,
    digest: ({ bundle, frame }) => JSON.stringify([bundle.files.map(([file]) => file), frame.style, frame.scriptHash]),
    run: async (task) => {
      const stored = await task.get(siteClient, "");
      const prebuilt = loadPrebuilt();
      return stored === null ? prebuilt : { ...prebuilt, bundle: { ...stored, files: loadFiles(stored.files) } };
    },
  });
  const mermaid = define<Pick<MermaidFiles, "entry" | "files">>({
    name: "diagram library",
    keep: "graph",
    run: async (task) => {
      const { entry, files, inputs } = await mermaidFiles(root);
      for (const path of inputs) task.file(path);
      return { entry, files };
    },
  });
  return { replaced, client, theme, mermaid };
}
