import type { SourcePage } from "../../content/content-types.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import type { Plan } from "./plan.ts";
import type { Site } from "./site.ts";
import type { SiteTask } from "./site-task.ts";

interface SiteSource {
  readonly site: SiteTask;
}

export async function planOf(task: Task, { site }: SiteSource, locale: string): Promise<Plan> {
  return (await task.get(site, locale)).plan;
}

/** Key of a page of a locale: lists and indexes share the path of their source. */
export function pageKey(locale: string, { path, route }: Pick<SourcePage, "path" | "route">): string {
  return joinKey(locale, path, route);
}

/** The page of a key. @throws Error if there is none */
export async function pageAt(
  task: Task,
  tasks: SiteSource,
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
