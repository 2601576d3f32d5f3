import type { SourcePage } from "../content/types.ts";
import { joinKey, splitKey } from "../engine/key.ts";
import type { Task, TaskDef } from "../engine/task.ts";
import type { CompiledDocument } from "../markdown/document.ts";
import type { ConfigTasks } from "./model/config-tasks.ts";
import type { Plan } from "./model/plan.ts";
import type { Site } from "./model/site.ts";
import type { SiteTask } from "./model/site-task.ts";
import type { PictureTasks } from "./outputs/picture-tasks.ts";
import type { SearchTasks } from "./outputs/search-tasks.ts";
import type { ClientParts, ToolTasks } from "./outputs/tool-tasks.ts";
import type { ContextTasks } from "./pages/context-tasks.ts";
import type { ModuleTasks } from "./pages/module-tasks.ts";
import type { PageFacts, PageTasks } from "./pages/page-tasks.ts";
import { documentKey, type TextTasks } from "./pages/text-tasks.ts";

/** Tasks between a site's sources and its output files. */
export interface SiteTasks {
  readonly config: ConfigTasks;
  readonly site: SiteTask;
  readonly texts: TextTasks;
  readonly contexts: ContextTasks;
  readonly pages: PageTasks;
  readonly modules: ModuleTasks;
  readonly pictures: PictureTasks;
  readonly search: SearchTasks;
  readonly tool: ToolTasks;
  readonly client: TaskDef<ClientParts>;
}

export async function planOf(task: Task, { site }: Pick<SiteTasks, "site">, locale: string): Promise<Plan> {
  return (await task.get(site, locale)).plan;
}

/** Key of a page of a locale: lists and indexes share the path of their source. */
export function pageKey(locale: string, { path, route }: Pick<SourcePage, "path" | "route">): string {
  return joinKey(locale, path, route);
}

/** The page of a key. @throws Error if there is none */
export async function pageAt(
  task: Task,
  tasks: Pick<SiteTasks, "site">,
  key: string,
): Promise<{ readonly site: Site; readonly page: SourcePage }> {
  const [locale = "", path = "", ...rest] = splitKey(key);
  // A faulty slug may contain the separator of keys.
  const route = joinKey(...rest);
  const site = await task.get(tasks.site, locale);
  const page = site.pageAt(path, route);
  if (page === undefined) throw new Error(`there is no page ${path} at ${route}`);
  return { site, page };
}

/** The compiled text of a page; undefined for a page that isn't Markdown. */
export async function textOf(
  task: Task,
  { texts }: Pick<SiteTasks, "texts">,
  plan: Plan,
  page: SourcePage,
): Promise<CompiledDocument | undefined> {
  return page.format === "md" ? (await task.get(texts.document, documentKey(page, plan))).document : undefined;
}

/** Browser features that the pages of a language use. */
export async function usesOf(
  task: Task,
  tasks: Pick<SiteTasks, "site" | "pages">,
  locale: string,
): Promise<ReadonlySet<PageFacts["uses"][number]>> {
  const used = new Set<PageFacts["uses"][number]>();
  for (const page of (await planOf(task, tasks, locale)).pages) {
    for (const use of (await task.get(tasks.pages.facts, pageKey(locale, page))).uses) used.add(use);
  }
  return used;
}
