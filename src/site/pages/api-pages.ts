import { documentedAddresses, type MentionsOfPage } from "../../api/documented-names.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import type { ApiMention } from "../../markdown/document.ts";
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
