import { compareMentions } from "../../api/compare-options.ts";
import type { ApiLibrary } from "../../api/declaration.ts";
import {
  compareDebt,
  DEBT_FILE,
  documentedAddresses,
  type MentionsOfPage,
  undocumentedNames,
} from "../../api/documented-names.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import type { ApiMention } from "../../markdown/document.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import type { Plan } from "../model/plan.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import { documentKey } from "../texts/text-tasks.ts";

/** Key of the addresses that the names in a page link to. */
export function addressesKey({ locale, versionSiteOf }: Plan, page: SourcePage): string {
  return joinKey(locale.name, versionSiteOf(page) ?? "");
}

/** Tasks for where pages mention the documented library, and the addresses of its members. */
export function createApiPageTasks({ define, tasks }: Setup): SiteTasks["apiPages"] {
  const mentions = define<readonly ApiMention[]>("api mentions", { keep: "graph" }, async (task, key) => {
    const { values } = await task.get(tasks.api.vocabulary, "");
    const lines = await task.get(tasks.texts.lines, splitKey(key)[1] ?? "");
    // So that a server compiles only the pages that matter before it shows the first one.
    const ends = new Set(values.map((name) => name.replace(/^.*\./, "")));
    const isWanted = lines.some(({ text }) => {
      if (text.includes("<Signature") || text.includes("<Options")) return true;
      return /^#{1,6}\s/.test(text) && (text.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => ends.has(word));
    });
    return isWanted ? (await task.get(tasks.texts.document, key)).document.api : [];
  });
  const addresses = define<Readonly<Record<string, string>>>("api addresses", { keep: "graph" }, async (task, key) => {
    const [locale = "", version = ""] = splitKey(key);
    const libraries = await task.get(tasks.api.libraries, "");
    if (libraries.length === 0) return {};
    const { plan } = await task.get(tasks.site, locale);
    return documentedAddresses(libraries, await apiPages(task, { mentions }, plan, version));
  });
  return { mentions, addresses };
}

/** The pages of a docs version that may document an API, with what they say. @param version empty for the last one */
export async function apiPages(
  task: Pick<Task, "get">,
  { mentions }: Pick<SiteTasks["apiPages"], "mentions">,
  plan: Plan,
  version = "",
): Promise<MentionsOfPage[]> {
  const pages: MentionsOfPage[] = [];
  for (const page of plan.pages) {
    if (page.format !== "md" || page.kind === "post" || (plan.versionSiteOf(page) ?? "") !== version) continue;
    const pageMentions = await task.get(mentions, documentKey(page, plan));
    if (pageMentions.length > 0) pages.push({ route: page.route, mentions: pageMentions });
  }
  return pages;
}

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
