import type { TaskDef } from "../../engine/task.ts";
import type { NodeCode } from "../../shared/esbuild.ts";
import { recordedBundle } from "../inputs/bundle-inputs.ts";
import { siteComponents } from "../inputs/site-components.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Setup } from "../setup.ts";
import { bundleForBrowser, type PageScripts, type ScriptEntries } from "./bundle-for-browser.ts";
import { bundlePage } from "./bundle-for-node.ts";
import { bundleProblems } from "./bundle-problems.ts";
import type { DocgenCodeTasks } from "./docgen-code-tasks.ts";

const NO_CODE: NodeCode = { code: "", reads: { variables: [], files: [], isConstant: true }, sheets: [] };
const NO_SCRIPTS: PageScripts = { files: [], byPath: {} };

/** The code of React pages and of components. */
export interface BundleTasks {
  /** A page or component bundled for Node, by path; the code is empty if that fails. */
  readonly forNode: TaskDef<NodeCode>;
  /** Browser scripts of a locale. */
  readonly forBrowser: TaskDef<PageScripts>;
  /** Paths of the style sheets of packages that a locale's pages and components import. */
  readonly sheets: TaskDef<readonly string[]>;
}

export function createNodeBundleTask({ define, root }: Setup): BundleTasks["forNode"] {
  return define<NodeCode>({
    name: "module",
    keep: "disk",
    isLocal: true,
    run: async (task, path) => {
      // A missing file is reported where the configuration refers to it.
      if (task.file(path) === undefined) return NO_CODE;
      return (
        (await recordedBundle(
          task,
          () => bundlePage(root, path),
          (error) => bundleProblems(error, root),
        )) ?? NO_CODE
      );
    },
  });
}

export function createBundleTasks(
  { define, root }: Setup,
  {
    site,
    docgenCode,
    forNode,
  }: { readonly site: SiteTask; readonly docgenCode: DocgenCodeTasks } & Pick<BundleTasks, "forNode">,
): BundleTasks {
  const entries = define<ScriptEntries & { readonly modules: readonly string[] }>({
    name: "chunk sources",
    keep: "memory",
    run: async (task, locale) => {
      const { plan } = await task.get(site, locale);
      const pages = plan.pages.filter(({ format }) => format === "tsx").map(({ path }) => path);
      const components = siteComponents(plan.config);
      const islands = components.flatMap(({ path, client }) => (client === undefined ? [] : path));
      const modules = [...pages, ...components.map(({ path }) => path)];
      return { pages, islands: [...new Set(islands)], modules: [...new Set(modules)] };
    },
  });
  const sheets = define<readonly string[]>({
    name: "sheets of packages",
    keep: "memory",
    run: async (task, locale) => {
      const imported = new Set<string>();
      for (const path of (await task.get(entries, locale)).modules) {
        for (const sheet of (await task.get(forNode, path)).sheets) imported.add(sheet);
      }
      return [...imported];
    },
  });
  const forBrowser = define<PageScripts>({
    name: "chunks",
    keep: "disk",
    run: async (task, locale) => {
      const { pages, islands } = await task.get(entries, locale);
      if (pages.length + islands.length === 0) return NO_SCRIPTS;
      for (const path of [...pages, ...islands]) {
        if ((await task.get(forNode, path)).code === "") return NO_SCRIPTS;
      }
      const { shell } = (await task.get(docgenCode.client, "")).bundle;
      const bundle = () => bundleForBrowser(root, { pages, islands }, shell);
      return (await recordedBundle(task, bundle, (error) => bundleProblems(error, root))) ?? NO_SCRIPTS;
    },
  });
  return { forNode, forBrowser, sheets };
}
