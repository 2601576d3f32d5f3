import { CONFIG_FILE } from "../../config/config-file.ts";
import type { SiteConfig } from "../../config/schema.ts";
import type { DefineTask, Task, TaskDef } from "../../engine/task.ts";
import { COMPONENT_NAMES } from "../../render/page.tsx";
import { slashedPath } from "../../shared/disk-path.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { codeToRun, type RunnableCode } from "../pages/bundle-inputs.ts";
import type { ModuleTasks } from "../pages/module-tasks.ts";
import type { SiteTasks } from "../tasks.ts";
import type { SiteCode, SiteModule } from "./extension-worker.ts";

const NO_COMPONENT = "export default () => null;";
const NO_PLUGINS = { name: "no plugins", code: "export default {};", isConstant: true };

/** A component of the site's own. */
export interface OwnComponent {
  /** Name of its tag. */
  readonly tag: string;
  /** Path of its module, relative to the root. */
  readonly path: string;
  /** When it starts in the browser; undefined if it runs only on the server. */
  readonly client: string | undefined;
}

/** The site's own components, sorted by name. */
export function ownComponents({ components }: Pick<SiteConfig, "components">): readonly OwnComponent[] {
  return Object.entries(components)
    .map(([tag, given]) => {
      const { path, client } = typeof given === "string" ? { path: given, client: undefined } : given;
      return { tag, path: slashedPath("/", `/${path.slice(2)}`), client };
    })
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

/** The configuration's code, for a task that runs it. */
export async function configModule(
  task: Task,
  { config }: Pick<SiteTasks, "config">,
): Promise<SiteModule & RunnableCode> {
  return { name: CONFIG_FILE, ...codeToRun(task, await task.get(config.bundle, "")) };
}

/** A fault of an entry of the configuration, with its position. @param item such as `outputs[0]` */
export async function configFault(
  task: Task,
  { config }: Pick<SiteTasks, "config">,
  item: string,
  fault: Pick<Problem, "code" | "message" | "hint">,
): Promise<Problem> {
  // The problem contains a line of the configuration's files, so it depends on the bundle.
  await task.get(config.bundle, "");
  const { sources } = await task.get(config.config, "");
  const { itemPlace } = await import("../../config/item-place.ts");
  return problemOf({ ...fault, ...itemPlace(item, sources) });
}

/** The site's compiler; null if the site extends nothing. The key is empty. */
export function createCompilerTask(
  define: DefineTask,
  tasks: Pick<SiteTasks, "config"> & { readonly module: ModuleTasks["module"] },
): TaskDef<SiteCode | null> {
  return define<SiteCode | null>({
    name: "extensions of Markdown",
    keep: "memory",
    run: async (task) => {
      const { config } = await task.get(tasks.config.config, "");
      const components: SiteCode["components"][number][] = [];
      let isAllConstant = true;
      for (const { tag, path, client } of ownComponents(config)) {
        if (COMPONENT_NAMES.includes(tag)) {
          const message = `components.${tag}: is the name of one of docgen's own components; choose another name`;
          task.report(await configFault(task, tasks, `components.${tag}`, { code: "component", message }));
        }
        if (task.file(path) === undefined) {
          const message = `components.${tag}: the file ${path} does not exist; create it, or correct the path`;
          task.report(await configFault(task, tasks, `components.${tag}`, { code: "component", message }));
        }
        const bundle = await task.get(tasks.module, path);
        // Bundling faults are reported once, by the module's task, not for each page.
        const { code, isConstant } = codeToRun(task, bundle.code === "" ? { ...bundle, code: NO_COMPONENT } : bundle);
        if (!isConstant) isAllConstant = false;
        components.push({ tag, name: path, code, client });
      }
      const hasPlugins = config.markdown.plugins.length > 0;
      if (!hasPlugins && components.length === 0) return null;
      const { isConstant, ...module } = hasPlugins ? await configModule(task, tasks) : NO_PLUGINS;
      return { config: module, isConstant: isAllConstant && isConstant, components };
    },
  });
}
