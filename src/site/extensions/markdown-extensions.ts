import { CONFIG_FILE } from "../../config/config-file.ts";
import type { Task } from "../../engine/task.ts";
import { PAGE_COMPONENTS } from "../../render/page.tsx";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { codeToRun, type RunnableCode } from "../inputs/bundle-inputs.ts";
import { siteComponents } from "../inputs/config-tasks.ts";
import type { Setup } from "../setup.ts";
import type { SiteTasks } from "../tasks.ts";
import type { SiteCode, SiteModule } from "./site-jobs.ts";

const NO_COMPONENT = "export default () => null;";
const NO_PLUGINS = { name: "no plugins", code: "export default {};", isConstant: true };

/** The configuration's code, for a task that runs it. */
export async function configModule(task: Task, { config }: SiteTasks): Promise<SiteModule & RunnableCode> {
  return { name: CONFIG_FILE, ...codeToRun(task, await task.get(config.bundle, "")) };
}

/** A fault of an entry of the configuration, with its position. @param item such as `outputs[0]` */
export async function configFault(
  task: Task,
  { config }: SiteTasks,
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
export function createCompilerTask({ define, tasks }: Setup): SiteTasks["siteCode"] {
  return define<SiteCode | null>("extensions of Markdown", { keep: "memory" }, async (task) => {
    const { config } = await task.get(tasks.config.config, "");
    const components: SiteCode["components"][number][] = [];
    let isAllConstant = true;
    for (const { tag, path, client } of siteComponents(config)) {
      const item = `components.${tag}`;
      const faults = [
        PAGE_COMPONENTS.has(tag) && "is the name of one of docgen's own components; choose another name",
        task.file(path) === undefined && `the file ${path} does not exist; create it, or correct the path`,
      ].filter((fault) => fault !== false);
      for (const fault of faults) {
        task.report(await configFault(task, tasks, item, { code: "component", message: `${item}: ${fault}` }));
      }
      const bundle = await task.get(tasks.bundles.forNode, path);
      // Bundling faults are reported once, by the module's task, not for each page.
      const { code, isConstant } = codeToRun(task, bundle.code === "" ? { ...bundle, code: NO_COMPONENT } : bundle);
      if (!isConstant) isAllConstant = false;
      components.push({ tag, name: path, code, client });
    }
    const hasPlugins = config.markdown.plugins.length > 0;
    if (!hasPlugins && components.length === 0) return null;
    const { isConstant, ...module } = hasPlugins ? await configModule(task, tasks) : NO_PLUGINS;
    return { config: module, isConstant: isAllConstant && isConstant, components };
  });
}
