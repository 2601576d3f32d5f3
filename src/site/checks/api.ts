import { compareMentions } from "../../api/compare-options.ts";
import type { ApiLibrary } from "../../api/declaration.ts";
import { compareDebt, DEBT_FILE, undocumentedNames } from "../../api/documented-names.ts";
import type { Task } from "../../engine/task.ts";
import type { ApiMention } from "../../markdown/document.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { apiPages } from "../pages/api-pages.ts";
import type { SiteTasks } from "../tasks.ts";

/**
 * Differences between what a page says about an API and its declarations.
 *
 * @param isOld whether the page belongs to an older docs version, which describes an older API
 */
export function apiProblems(
  libraries: readonly ApiLibrary[],
  mentions: readonly ApiMention[],
  isOld: boolean,
): Problem[] {
  const shown = mentions.filter(({ kind }) => kind !== "heading");
  if (libraries.length === 0) {
    return shown.slice(0, 1).map(({ path, line, column }) => {
      const message = "the site's configuration names no API";
      const hint = 'add api: { declarations: "node_modules/library/index.d.ts", name: "library" } to site.config.ts';
      return problemOf({ path, line, column, code: "api", message, hint });
    });
  }
  // A missing or empty file is reported by itself.
  if (libraries.every(({ all }) => all.size === 0)) return [];
  if (!isOld) return compareMentions(libraries, mentions);
  const signatures = shown.filter(({ kind }) => kind === "signature");
  return compareMentions(libraries, signatures).map((problem) => {
    return { ...problem, severity: "warning", hint: "write the declaration of that version in a ts fence instead" };
  });
}

/** What no page documents, and what the list of that need not name any more; only if there is such a list. */
export async function debtProblems(task: Task, tasks: SiteTasks, locale: string): Promise<Problem[]> {
  const debt = task.file(DEBT_FILE)?.bytes().toString("utf8");
  const libraries = debt === undefined ? [] : await task.get(tasks.api.libraries, "");
  const { plan } = await task.get(tasks.site, locale);
  if (debt === undefined || libraries.length === 0 || !plan.locale.isDefault) return [];
  return compareDebt(undocumentedNames(libraries, await apiPages(task, tasks.apiPages, plan)), debt);
}
