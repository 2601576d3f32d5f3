import { CONFIG_FILE } from "../config/evaluate.ts";
import type { SourcePage } from "../content/types.ts";
import { splitKey } from "../engine/key.ts";
import type { DefineTask, Task, TaskDef } from "../engine/task.ts";
import { resolveLink } from "../links/resolve.ts";
import type { LinkUse } from "../links/use.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { routeKey } from "../shared/route.ts";
import { usesProblems } from "./checks/link-problems.ts";
import { pageUses, siteUses } from "./checks/link-uses.ts";
import type { ConfigTasks } from "./model/config-tasks.ts";
import type { Plan } from "./model/plan.ts";
import type { Site } from "./model/site.ts";
import type { SiteTask } from "./model/site-task.ts";
import type { PageFacts, PageTasks } from "./pages/page-tasks.ts";
import { pageKey } from "./pages/text-tasks.ts";

/** What is looked at besides what each task reports of what it makes. A check reports problems and gives nothing. */
export interface Checks {
  /** Of one page, by the keys of pages: in build, in check-links, and of pages that a server shows. */
  readonly ofPages: readonly TaskDef<null>[];
  /** Of what is no page's, by the names of languages. */
  readonly ofSites: readonly TaskDef<null>[];
}

export function createChecks(
  define: DefineTask,
  siteTask: SiteTask,
  { bundle }: ConfigTasks,
  { facts }: PageTasks,
): Checks {
  const check = async (task: Task, site: Site, uses: readonly LinkUse[], own: readonly SourcePage[]) => {
    const known = new Map<SourcePage, PageFacts>();
    const learn = async (page: SourcePage | undefined) => {
      if (page !== undefined) known.set(page, await task.get(facts, pageKey(site.plan.locale.name, page)));
    };
    for (const page of own) await learn(page);
    for (const { target, source, index } of uses) {
      const resolved = resolveLink(target, source, index);
      if (resolved.kind === "page" && resolved.hash !== "") await learn(site.pageOf(routeKey(resolved.route)));
    }
    task.report(...usesProblems(site, uses, { documentOf: (page) => known.get(page) }, own));
    return null;
  };
  /** Another page is looked at only where a link leads to a part of it. */
  const linksOfPage = define<null>({
    name: "links of page",
    keep: "graph",
    run: async (task, key) => {
      const [locale = "", path = "", route = ""] = splitKey(key);
      const site = await task.get(siteTask, locale);
      const page = site.pageAt(path, route);
      if (page === undefined) return null;
      const { links } = await task.get(facts, key);
      return check(task, site, pageUses(site, page, links), [page]);
    },
  });
  /** Links of the configuration and of authors, and the address of the site itself. */
  const linksOfSite = define<null>({
    name: "links of site",
    keep: "graph",
    run: async (task, locale) => {
      const site = await task.get(siteTask, locale);
      // The lines of its files stand in messages.
      await task.get(bundle, "");
      // Pictures and scripts that the configuration names may be put in place by the host.
      const uses = siteUses(site).filter(
        ({ kind, source }) => kind === "link" || kind === "redirect" || source.path.startsWith("content/"),
      );
      task.report(...missingHome(site.plan));
      return check(task, site, uses, []);
    },
  });
  return { ofPages: [linksOfPage], ofSites: [linksOfSite] };
}

/** Hosts answer a site's own address with its home page. */
function missingHome({ pages, index, locale }: Plan): Problem[] {
  if (!locale.isDefault || pages.length === 0 || index.routes.has("/") || index.media.has("/index.html")) return [];
  const message = 'no page has the address "/": the address of the site itself leads nowhere';
  const hint = 'write content/pages/index.md, or give a page the slug "/"';
  return [problemOf({ path: CONFIG_FILE, severity: "warning", code: "no-home-page", message, hint })];
}
