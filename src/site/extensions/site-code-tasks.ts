import { CONFIG_FILE } from "../../config/config-file.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { blogsOf } from "../../content/blog.ts";
import { CONTENT_FOLDER } from "../../content/walk.ts";
import { ChangedDuringBuild } from "../../engine/inputs.ts";
import type { Task } from "../../engine/task.ts";
import { PAGE_COMPONENTS } from "../../render/page.tsx";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { collisionKey } from "../../shared/route.ts";
import { codeToRun, type RunnableCode, recordReads } from "../inputs/bundle-inputs.ts";
import { siteComponents } from "../inputs/config-tasks.ts";
import type { MadePage, MadePages, Setup, SiteTasks } from "../tasks.ts";
import { visibleNames } from "./run-site-code.ts";
import type { MakerRun, SiteCode, SiteModule } from "./site-jobs.ts";

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

/** Tasks for the pages that functions of the configuration make. */
export function createMadePageTasks({ define, root, tasks, threads }: Setup): SiteTasks["madePages"] {
  const all = define<MadePages>(
    "made pages",
    { keep: "disk", keepsLastGood: true, faults: ({ problems }) => problems },
    async (task) => {
      const { config } = await task.get(tasks.config.config, "");
      const pages: Record<string, MadePage> = Object.create(null);
      const problems: Problem[] = [];
      if (config.pages.length === 0) return { pages, problems };
      const module = await configModule(task, tasks);
      const owners = new Map<string, string>();
      for (const [index, { name }] of config.pages.entries()) {
        const what = `pages "${name}"`;
        const report = async (message: string) =>
          problems.push(await configFault(task, tasks, `pages[${index}]`, { code: "pages", message }));
        const subject = { what, owner: module.name, modules: [module] };
        const answer = await threads.site.run("make", { config: module, index, root }, subject);
        if ("value" in answer) recordRun(task, answer.value);
        // Its reads are unknown.
        else task.volatile();
        const outcome = "value" in answer ? answer.value.made : answer;
        if ("fault" in outcome) {
          const { fault, isPlaced } = "isPlaced" in outcome ? outcome : threads.site.explain(outcome.fault, subject);
          problems.push(isPlaced ? fault : await configFault(task, tasks, `pages[${index}]`, fault));
          continue;
        }
        for (const { path: written, markdown } of outcome.pages) {
          const path = `${CONTENT_FOLDER}/${written}`;
          const other = owners.get(collisionKey(path));
          const fault =
            pathFault(written, config) ??
            (other !== undefined
              ? `"${written}" is already made by pages "${other}"`
              : task.entry(path) !== undefined && `there is also a file ${path}`);
          owners.set(collisionKey(path), name);
          if (typeof fault === "string") await report(`${what}: ${fault}`);
          else pages[path] = { maker: name, markdown };
        }
      }
      return { pages, problems };
    },
  );
  const text = define<string | null>("made text", { keep: "memory" }, async (task, path) => {
    const { pages } = await task.get(all, "");
    return Object.hasOwn(pages, path) ? (pages[path]?.markdown ?? null) : null;
  });
  return { all, text };
}

/** Records what a maker has read. @throws ChangedDuringBuild if it differs by now */
function recordRun(task: Task, { files, folders }: MakerRun): void {
  recordReads(task, files);
  for (const [path, names] of Object.entries(folders)) {
    if (visibleNames(task.list(path)).join("\n") !== names.join("\n")) throw new ChangedDuringBuild(path);
  }
}

const TRANSLATED = /^i18n\/[^/]+\//;
const VERSIONED = /^(?:[^/]+_)?versioned_docs\/version-[^/]+\//;

/** Why a page can't have a path; undefined if it can. @param path relative to `content/` */
function pathFault(path: string, config: SiteConfig): string | undefined {
  const shown = JSON.stringify(path);
  const isPath = /^[^\\\p{Cc}]+\.mdx?$/u.test(path) && !path.split("/").some((part) => /^\.{0,2}$/.test(part));
  if (!isPath) return `${shown} is not the path of a page below content/, such as "docs/api/parse.md"`;
  const inside = path.replace(TRANSLATED, "");
  if (/(?:^|\/)[_.#]/.test(inside)) return `${shown} starts with a character that marks files which are no pages`;
  const roots = [...[...config.docs, ...blogsOf(config)].map(({ folder }) => folder), "pages"];
  if (VERSIONED.test(inside) || roots.some((folder) => inside.startsWith(`${folder}/`))) return undefined;
  return `${shown} is in no folder of pages (valid: ${roots.join(", ")})`;
}
