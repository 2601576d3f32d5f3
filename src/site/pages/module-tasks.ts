import type { DefineTask, TaskDef } from "../../engine/task.ts";
import type { NodeBundle } from "../../shared/esbuild.ts";
import { siteComponents } from "../model/site-components.ts";
import type { SiteTask } from "../model/site-task.ts";
import { type MermaidFiles, mermaidFiles } from "../outputs/mermaid-files.ts";
import type { StoredFiles } from "../outputs/prebuilt.ts";
import type { ToolTasks } from "../outputs/tool-tasks.ts";
import { recordBundle } from "./bundle-inputs.ts";
import { bundleProblems, reportFaults } from "./bundle-problems.ts";
import { type ChunkSources, chunkPages } from "./page-chunks.ts";
import { bundlePage } from "./page-modules.ts";

const NO_CODE = { code: "", reads: { variables: [], files: [], isConstant: true } };

/** The code of React pages and of components. */
export interface ModuleTasks {
  /** A page or component bundled for the server, by path; the code is empty if that fails. */
  readonly module: TaskDef<Pick<NodeBundle, "code" | "reads">>;
  /** Browser scripts of a locale. */
  readonly chunks: TaskDef<{ readonly files: StoredFiles; readonly byPath: Readonly<Record<string, string>> }>;
  /** The diagram library: output files with their sources. The key is empty. */
  readonly mermaid: TaskDef<Pick<MermaidFiles, "entry" | "files">>;
}

export function createModuleTask(define: DefineTask, root: string): ModuleTasks["module"] {
  return define<Pick<NodeBundle, "code" | "reads">>({
    name: "module",
    keep: "disk",
    isLocal: true,
    run: async (task, path) => {
      // A missing file is reported where the configuration refers to it.
      if (task.file(path) === undefined) return NO_CODE;
      const problemsOf = (error: unknown) => bundleProblems(error, root, root);
      const bundled = await reportFaults(task, () => bundlePage(root, path), problemsOf);
      if (bundled === undefined) return NO_CODE;
      recordBundle(task, bundled.files);
      return { code: bundled.code, reads: bundled.reads };
    },
  });
}

/** @param module as made by `createModuleTask` */
export function createModuleTasks(
  define: DefineTask,
  root: string,
  siteTask: SiteTask,
  tool: ToolTasks,
  module: ModuleTasks["module"],
): ModuleTasks {
  const sources = define<ChunkSources>({
    name: "chunk sources",
    keep: "memory",
    run: async (task, locale) => {
      const { plan } = await task.get(siteTask, locale);
      const pages = plan.pages.filter(({ format }) => format === "tsx").map(({ path }) => path);
      const islands = siteComponents(plan.config).filter(({ client }) => client !== undefined);
      return { pages, islands: [...new Set(islands.map(({ path }) => path))] };
    },
  });
  const chunks = define<{ readonly files: StoredFiles; readonly byPath: Readonly<Record<string, string>> }>({
    name: "chunks",
    keep: "disk",
    run: async (task, locale) => {
      const { pages, islands } = await task.get(sources, locale);
      for (const path of [...pages, ...islands]) {
        if ((await task.get(module, path)).code === "") return { files: [], byPath: {} };
      }
      if (pages.length + islands.length === 0) return { files: [], byPath: {} };
      const made = await chunkPages(root, { pages, islands }, (await task.get(tool.client, "")).bundle.shell);
      if ("problems" in made) {
        task.volatile();
        task.report(...made.problems);
        return { files: [], byPath: {} };
      }
      recordBundle(task, made.inputs);
      return { files: made.files, byPath: Object.fromEntries(made.byPath) };
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
  return { module, chunks, mermaid };
}
