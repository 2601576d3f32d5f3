import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  compareDebt,
  DEBT_FILE,
  type UndocumentedName,
  undocumentedNames,
  updateDebt,
} from "../api/documented-names.ts";
import { apiNames } from "../api/library-names.ts";
import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { Failure } from "../shared/failure.ts";
import { rewriteFile } from "../shared/fixed-file.ts";
import { type Problem, sortProblems } from "../shared/problem.ts";
import { apiPages, apiProblems } from "../site/pages/api-pages.ts";

/** What pages document of the APIs of a site. */
export interface ApiReport {
  readonly names: number;
  /** Names and parameters that no page names, whether they are known to be undocumented or not. */
  readonly undocumented: readonly UndocumentedName[];
  /** Differences from the declarations, and from the list of what is undocumented. */
  readonly problems: readonly Problem[];
}

/**
 * Compares the pages of a site with the declarations of its libraries.
 *
 * @param update whether to write the list of what is undocumented
 * @throws Failure if the site has no `api`
 */
export async function checkApi(root: string, update: boolean, stages: StageEvents): Promise<ApiReport> {
  const { stage } = stopwatch(stages);
  return readSite({ root, drafts: false, graph: "check-api" }, async ({ engine, tasks, site }) => {
    const { plan } = await stage("read", site);
    const libraries = await engine.get(tasks.api.libraries, "");
    if (libraries.length === 0) {
      throw new Failure(
        2,
        'site.config.ts: api: name the declarations: { declarations: "node_modules/library/index.d.ts", name: "library" }',
      );
    }
    const pages = await stage("pages", () => apiPages(engine, tasks.apiPages, plan));
    const undocumented = undocumentedNames(libraries, pages);
    const debt = await readFile(join(root, DEBT_FILE), "utf8").catch(() => "");
    // Without the declarations of a library, its names seem to be documented.
    const isRead = libraries.every((library) => apiNames(library).length > 0);
    const updated = update && isRead ? updateDebt(undocumented, debt) : debt;
    if (updated !== debt) rewriteFile(join(root, DEBT_FILE), updated);
    const differences = pages.flatMap(({ mentions }) => apiProblems(libraries, mentions, false));
    // In this command, what is new fails.
    const fresh = (isRead ? compareDebt(undocumented, updated) : []).map((problem): Problem => {
      return problem.code === "api-debt" ? problem : { ...problem, severity: "error" };
    });
    return {
      names: libraries.reduce((sum, library) => sum + apiNames(library).length, 0),
      undocumented,
      problems: sortProblems([...engine.problems().filter(({ code }) => code === "api"), ...differences, ...fresh]),
    };
  });
}
