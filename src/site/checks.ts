import { CONFIG_FILE } from "../config/config-file.ts";
import type { SourcePage } from "../content/content-types.ts";
import { splitKey } from "../engine/key.ts";
import type { DefineTask, Task, TaskDef } from "../engine/task.ts";
import { resolveLink } from "../links/resolve.ts";
import type { LinkUse } from "../links/use.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { routeKey } from "../shared/route.ts";
import { apiProblems, debtProblems } from "./checks/api.ts";
import { forbiddenFrames } from "./checks/frames.ts";
import { usesProblems } from "./checks/link-problems.ts";
import { liveSampleFaults } from "./checks/live-samples.ts";
import { pageKey } from "./model/page-keys.ts";
import type { Plan } from "./model/plan.ts";
import type { Site } from "./model/site.ts";
import type { OutputKind, TaskSite } from "./output-kinds.ts";
import { checkedSiteUses, pageUses } from "./pages/link-uses.ts";
import type { PageFacts } from "./pages/page-tasks.ts";
import { partUses } from "./pages/part-links.ts";
import type { Setup } from "./setup.ts";
import type { SiteTasks } from "./tasks.ts";
import { documentKey, textOf } from "./texts/text-tasks.ts";

/** A page as docgen's own checks see it. */
interface TaskPage extends TaskSite {
  readonly site: Site;
  readonly page: SourcePage;
}

/** Checks by name. Their only results are problems. */
type Checks<Place> = Readonly<Record<string, (place: Place) => readonly Problem[] | Promise<readonly Problem[]>>>;

/** Checks of a whole site, besides the problems that tasks report about their own results. */
export function createChecks(
  { define }: Setup,
  tasks: Pick<SiteTasks, "site" | "config" | "pages" | "texts" | "api" | "apiPages" | "partLinks"> & {
    readonly ownOutputs: OutputKind["files"];
  },
) {
  const {
    site: siteTask,
    config: { bundle },
    pages: { facts },
  } = tasks;
  const linkProblems = async ({ task, locale }: TaskSite, uses: readonly LinkUse[], ofPages: readonly SourcePage[]) => {
    const site = await task.get(siteTask, locale);
    const factsOf = new Map<SourcePage, PageFacts>();
    const learn = async (page: SourcePage | undefined) => {
      if (page !== undefined) factsOf.set(page, await task.get(facts, pageKey(locale, page)));
    };
    for (const page of ofPages) await learn(page);
    for (const { target, source, index } of uses) {
      const resolved = resolveLink(target, source, index);
      if (resolved.kind === "page" && resolved.hash !== "") await learn(site.pageOf(routeKey(resolved.route)));
    }
    return usesProblems(site, uses, { documentOf: (page) => factsOf.get(page) }, ofPages);
  };
  /** Checks of a single page. They run in a build, in check-links, and in serve for pages that are shown. */
  const ofPages: Checks<TaskPage> = {
    /** Reads another page only if a link leads to an anchor on it. */
    "links of page": async (input) => {
      const { links } = await input.task.get(facts, pageKey(input.locale, input.page));
      return linkProblems(input, pageUses(input.site, input.page, links), [input.page]);
    },
    "frames of page": async ({ task, locale, page, site }) => {
      const { links } = await task.get(facts, pageKey(locale, page));
      return forbiddenFrames(site.plan.config, links);
    },
    "api of page": async ({ task, page, site }) => {
      if (page.format !== "md") return [];
      const mentions = await task.get(tasks.apiPages.mentions, documentKey(page, site.plan));
      const libraries = mentions.length === 0 ? [] : await task.get(tasks.api.libraries, "");
      return apiProblems(libraries, mentions, site.plan.versionSiteOf(page) !== undefined);
    },
    "live samples of page": async ({ task, page, site }) => {
      const document = await textOf(task, tasks, site.plan, page);
      return liveSampleFaults(document?.samples ?? []);
    },
  };
  const ofSites: Checks<TaskSite> = {
    /** Links of the configuration and of authors, and preview pictures of pages. */
    "links of site": async (input) => {
      const site = await input.task.get(siteTask, input.locale);
      // Messages contain line numbers of its files, so the result depends on the bundle.
      await input.task.get(bundle, "");
      const hasOutputs = site.plan.config.outputs.length > 0;
      const made = hasOutputs ? await input.task.get(tasks.ownOutputs, input.locale) : [];
      // The host may provide scripts that the configuration names, such as those of a proxy for analytics.
      const uses = checkedSiteUses(site, made).filter(({ kind, source }) => kind !== "media" || source.isSite !== true);
      return linkProblems(input, uses, []);
    },
    "links of theme": async (input) => {
      const links = await input.task.get(tasks.partLinks, input.locale);
      return linkProblems(input, partUses(await input.task.get(siteTask, input.locale), links), []);
    },
    "home page": async ({ task, locale }) => missingHome((await task.get(siteTask, locale)).plan),
    "api debt": ({ task, locale }) => debtProblems(task, tasks, locale),
    analytics: async ({ task, locale }) => {
      // The message contains a line number.
      await task.get(bundle, "");
      return endedAnalytics(await task.get(siteTask, locale));
    },
  };
  const pageOf = async (task: Task, key: string): Promise<TaskPage | undefined> => {
    const [locale = "", path = "", route = ""] = splitKey(key);
    const site = await task.get(siteTask, locale);
    const page = site.pageAt(path, route);
    return page && { task, locale, site, page };
  };
  const siteOf = async (task: Task, locale: string): Promise<TaskSite> => ({ task, locale });
  return {
    /** With the keys of pages. */
    ofPages: checkTasks(define, ofPages, pageOf),
    /** With names of locales as keys. */
    ofSites: checkTasks(define, ofSites, siteOf),
  };
}

/**
 * Defines the tasks that run checks.
 *
 * @param placeOf returns what a check is given for a key of its task; undefined: there is nothing to check
 */
function checkTasks<Place>(
  define: DefineTask,
  checks: Checks<Place>,
  placeOf: (task: Task, key: string) => Promise<Place | undefined>,
): TaskDef<null>[] {
  return Object.entries(checks).map(([name, check]) => {
    return define<null>({
      name,
      keep: "graph",
      run: async (task, key) => {
        const input = await placeOf(task, key);
        if (input !== undefined) task.report(...(await check(input)));
        return null;
      },
    });
  });
}

/** Problem of a site that counts with a service which no longer exists. */
async function endedAnalytics({ loaded, plan }: Site): Promise<Problem[]> {
  if (!plan.locale.isDefault || loaded.config.analytics?.variant !== "analytics.js") return [];
  const { itemPlace } = await import("../config/item-place.ts");
  const position = itemPlace("analytics.variant", loaded.sources);
  const message = 'analytics.variant: Google has switched off "analytics.js": nothing is counted';
  const hint = 'use "gtag" with an id of Google Analytics 4, or another service';
  return [problemOf({ ...position, severity: "warning", code: "analytics", message, hint })];
}

/** Problem of a site without a home page, which hosts show at the site's own address. */
function missingHome({ pages, index, locale }: Plan): Problem[] {
  if (!locale.isDefault || pages.length === 0 || index.routes.has("/") || index.media.has("/index.html")) return [];
  const message = 'no page has the route "/", so the site has no home page';
  const hint = 'create content/pages/index.md, or set routeBasePath: "/" for the docs';
  return [problemOf({ path: CONFIG_FILE, severity: "warning", code: "no-home-page", message, hint })];
}
