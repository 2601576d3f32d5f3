import type { Task, TaskDef } from "../engine/task.ts";
import type { WrittenLink } from "../links/use.ts";
import type { BundleTasks } from "./bundles/bundle-tasks.ts";
import type { DocgenCodeTasks } from "./bundles/docgen-code-tasks.ts";
import type { ClientParts } from "./bundles/prebuilt.ts";
import type { ApiTasks } from "./inputs/api-tasks.ts";
import type { ConfigTasks } from "./inputs/config-tasks.ts";
import { pageKey, planOf } from "./model/page-keys.ts";
import type { SiteTask } from "./model/site-task.ts";
import type { SearchTasks } from "./outputs/search-tasks.ts";
import type { ApiPageTasks } from "./pages/api-pages.ts";
import type { ContextTasks } from "./pages/context-tasks.ts";
import type { PageFacts, PageTasks } from "./pages/page-tasks.ts";
import type { PictureTasks } from "./pictures/picture-tasks.ts";
import type { TextTasks } from "./texts/text-tasks.ts";

/** Tasks between a site's sources and its output files. */
export interface SiteTasks {
  readonly config: ConfigTasks;
  readonly api: ApiTasks;
  readonly apiPages: ApiPageTasks;
  readonly site: SiteTask;
  readonly texts: TextTasks;
  readonly contexts: ContextTasks;
  readonly pages: PageTasks;
  /** Links of replaced parts of the theme, by locale. */
  readonly partLinks: TaskDef<readonly WrittenLink[]>;
  readonly bundles: BundleTasks;
  readonly pictures: PictureTasks;
  readonly search: SearchTasks;
  readonly docgenCode: DocgenCodeTasks;
  readonly client: TaskDef<ClientParts>;
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
