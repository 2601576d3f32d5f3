import type { SourcePage } from "../../content/content-types.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import type { LinkUse, WrittenLink } from "../../links/use.ts";
import { NOT_FOUND_ROUTE, TEMPLATES } from "../../shared/constants.ts";
import type { DocgenCodeTasks } from "../bundles/docgen-code-tasks.ts";
import { pageKey } from "../model/page-keys.ts";
import type { Site } from "../model/site.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Setup } from "../setup.ts";
import { type CodeSource, linksIn } from "./component-links.ts";
import type { ContextTasks } from "./context-tasks.ts";
import type { PageTasks } from "./page-tasks.ts";
import { renderNotFound } from "./render-page.ts";

interface PartSources {
  readonly site: SiteTask;
  readonly docgenCode: DocgenCodeTasks;
  readonly contexts: ContextTasks;
  readonly pages: Pick<PageTasks, "html" | "plain">;
}

/**
 * Task of the links in the parts of the theme that a site replaces: those that pages don't have with docgen's own parts.
 * Parts are alike on pages of a kind, so a page of each kind is compared. The key is the locale.
 */
export function createPartLinks(
  { define, threads }: Setup,
  { site: siteTask, docgenCode, contexts, pages }: PartSources,
): TaskDef<readonly WrittenLink[]> {
  return define<readonly WrittenLink[]>({
    name: "links of parts",
    keep: "graph",
    run: async (task, locale) => {
      const sources = sourcesOf(task, await task.get(docgenCode.replaced, ""));
      if (sources.length === 0) return [];
      const site = await task.get(siteTask, locale);
      const links = new Map<string, WrittenLink>();
      const compare = (route: string, isIndex: boolean, html: string, plain: string) => {
        const find = (text: string) => linksIn(text, { path: "", route, isIndex }, sources, site.plan.index);
        const [shown, usual] = [find(html), find(plain)];
        for (const [key, link] of shown.links) if (!usual.links.has(key)) links.set(key, link);
        const known = usual.problems.map(({ message }) => message);
        task.report(...shown.problems.filter(({ message }) => !known.includes(message)));
      };
      for (const page of pagesByKind(site)) {
        const key = pageKey(locale, page);
        compare(page.route, page.isIndex, await task.get(pages.html, key), await task.get(pages.plain, key));
      }
      const context = { ...(await task.get(contexts.context, locale)), plan: site.plan };
      const { html } = await renderNotFound(context, threads.pages);
      const plain = await renderNotFound({ ...context, theme: undefined }, threads.pages);
      compare(NOT_FOUND_ROUTE, false, html, plain.html);
      return [...links.values()];
    },
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

/** Those links with the context for resolving them. */
export function partUses({ plan }: Site, links: readonly WrittenLink[]): LinkUse[] {
  return links.map((link) => {
    return { ...link, source: { path: link.path, route: "/", isIndex: true, isSite: true }, index: plan.index };
  });
}
