import type { SourcePage } from "../../content/content-types.ts";
import type { Task } from "../../engine/task.ts";
import type { WrittenLink } from "../../links/use.ts";
import { NOT_FOUND_ROUTE, TEMPLATES } from "../../shared/constants.ts";
import type { Site } from "../model/site.ts";
import { pageKey } from "../model/site-task.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import { type CodeSource, linksIn } from "./component-links.ts";
import { renderNotFound } from "./render-page.ts";

/**
 * Task of the links in the parts of the theme that a site replaces: those that pages don't have with docgen's own parts.
 * Parts are alike on pages of a kind, so a page of each kind is compared. The key is the locale.
 */
export function createPartLinks({ define, tasks, threads }: Setup): SiteTasks["partLinks"] {
  return define<readonly WrittenLink[]>("links of parts", { keep: "graph" }, async (task, locale) => {
    const sources = sourcesOf(task, await task.get(tasks.bundles.replaced, ""));
    if (sources.length === 0) return [];
    const site = await task.get(tasks.site, locale);
    const links = new Map<string, WrittenLink>();
    const compare = (route: string, isIndex: boolean, html: string, plain: string) => {
      const find = (text: string) => linksIn(text, { path: "", route, isIndex }, sources, site.plan.index);
      const [shown, usual] = [find(html), find(plain)];
      for (const [key, link] of shown.links) if (!usual.links.has(key)) links.set(key, link);
      const usualMessages = usual.problems.map(({ message }) => message);
      task.report(...shown.problems.filter(({ message }) => !usualMessages.includes(message)));
    };
    for (const page of pagesByKind(site)) {
      const key = pageKey(locale, page);
      compare(page.route, page.isIndex, await task.get(tasks.pages.html, key), await task.get(tasks.pages.plain, key));
    }
    const context = { ...(await task.get(tasks.contexts.context, locale)), plan: site.plan };
    const { html } = await renderNotFound(context, threads.pages);
    const plain = await renderNotFound({ ...context, theme: undefined }, threads.pages);
    compare(NOT_FOUND_ROUTE, false, html, plain.html);
    return [...links.values()];
  });
}

/** The texts of the replacements, and of modules beside them. */
function sourcesOf(task: Task, names: readonly string[]): CodeSource[] {
  if (names.length === 0) return [];
  const beside = task.list(TEMPLATES).flatMap(({ name }) => (/\.[jt]sx?$/.test(name) ? name : []));
  return [...new Set([...names.map((name) => `${name}.tsx`), ...beside])].map((name) => {
    const path = `${TEMPLATES}/${name}`;
    return { path, text: task.file(path)?.bytes().toString("utf8") ?? "" };
  });
}

/** A page of each kind and docs version, without those in React: their content may differ each time. */
function pagesByKind({ plan }: Site): Iterable<SourcePage> {
  const pages = plan.pages.filter(({ format }) => format !== "tsx");
  return new Map(
    pages.map((page) => [`${page.kind} ${page.list?.kind} ${page.plugin} ${page.version}`, page]),
  ).values();
}
