import type { SiteConfig } from "../../config/schema.ts";
import { blogsOf } from "../../content/blog.ts";
import { CONTENT_FOLDER } from "../../content/walk.ts";
import { ChangedDuringBuild } from "../../engine/inputs.ts";
import type { Task } from "../../engine/task.ts";
import type { Problem } from "../../shared/problem.ts";
import { collisionKey } from "../../shared/route.ts";
import { recordReads } from "../inputs/bundle-inputs.ts";
import type { Setup } from "../setup.ts";
import type { MadePage, MadePages, MadePageTasks } from "../tasks.ts";
import { configFault, configModule } from "./markdown-extensions.ts";
import { visibleNames } from "./run-site-code.ts";
import type { MakerRun } from "./site-jobs.ts";

/** Tasks for the pages that functions of the configuration make. */
export function createMadePageTasks({ define, root, tasks, threads }: Setup): MadePageTasks {
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
