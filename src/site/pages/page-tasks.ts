import type { SourcePage } from "../../content/content-types.ts";
import { REACT_PAGE } from "../../content/source.ts";
import { splitKey } from "../../engine/key.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import { resolveLink } from "../../links/resolve.ts";
import type { WrittenLink } from "../../links/use.ts";
import type { CompiledDocument, Slot } from "../../markdown/document.ts";
import { idsIn } from "../../markdown/html-ids.ts";
import { routeKey } from "../../shared/route.ts";
import { codeToRun, recordReads } from "../inputs/bundle-inputs.ts";
import { siteComponents } from "../inputs/config-tasks.ts";
import type { Site } from "../model/site.ts";
import { pageAt, pageKey } from "../model/site-task.ts";
import type { PageFacts, Setup, SiteTasks } from "../tasks.ts";
import { textOf } from "../texts/text-tasks.ts";
import { addressesKey } from "./api-pages.ts";
import { writtenLinks } from "./link-uses.ts";
import { listedPaths } from "./list-data.ts";
import { renderCopy } from "./markdown-copies.ts";
import { type RenderContext, type RenderedPage, renderModulePage, renderSitePage } from "./render-page.ts";

/** Tasks that render pages, their Markdown copies, and the leads of cards. */
export function createPageTasks({ define, root, tasks, threads }: Setup): SiteTasks["pages"] {
  // A task of its own, so that an edit below the first sentence of a page renders no list with a card of it.
  const lead = define<string>("lead", { keep: "graph" }, async (task, key) => {
    const { site, page } = await pageAt(task, tasks, key);
    return (await textOf(task, tasks, site.plan, page))?.lead ?? "";
  });
  const renderAny = async (task: Task, key: string, parts?: { readonly theme: undefined }): Promise<RenderedPage> => {
    const { site, page } = await pageAt(task, tasks, key);
    const locale = site.plan.locale.name;
    const sharedContext = { ...(await task.get(tasks.contexts.context, locale)), ...parts };
    if (sharedContext.theme?.isConstant === false) task.volatile();
    const lastUpdate = page.format === "generated" ? null : await task.get(tasks.contexts.lastUpdate, page.path);
    const missingIn = page.format === "generated" ? await localesWithout(task, tasks.contexts, site, page) : undefined;
    const shared = { ...sharedContext, lastUpdate: lastUpdate ?? undefined, missingIn };
    if (page.format === "tsx") {
      const bundle = await task.get(tasks.bundles.forNode, page.path);
      // Bundling faults are reported by that task.
      if (bundle.code === "") return { html: "", links: [], problems: [] };
      const chunk = (await task.get(tasks.bundles.forBrowser, locale)).byPath[page.path];
      const module = { name: page.path, code: codeToRun(task, bundle).code };
      const source = task.file(page.path)?.bytes().toString("utf8") ?? "";
      const modulePage = await renderModulePage(root, page, { module, chunk, source }, shared, threads.pages);
      recordReads(task, modulePage.reads ?? {});
      // What failing code has read is unknown.
      if (modulePage.html === "") task.volatile();
      return modulePage;
    }
    const { text, others, uses } = await shownTexts(task, tasks, site, page);
    const assets = uses.includes("mermaid")
      ? { ...shared.assets, mermaid: site.plan.assetsUrl + (await task.get(tasks.bundles.mermaid, "")).entry }
      : shared.assets;
    const hasSlot = (wanted: Slot["kind"]) => text?.slots.some(({ kind }) => kind === wanted) === true;
    const names = hasSlot("name-start") ? await task.get(tasks.apiPages.addresses, addressesKey(site.plan, page)) : {};
    const islands = uses.includes("islands") ? await islandsOf(task, site, tasks.bundles) : {};
    const leads = hasSlot("cards") || page.kind === "category" ? await cardLeads(task, site, page, lead) : undefined;
    const compiled = { document: text, documentOf: (path: string) => others.get(path), leads };
    return renderSitePage(page, compiled, { ...shared, assets, islands, names }, threads.pages);
  };
  const render = async (task: Task, key: string): Promise<RenderedPage> => {
    const page = await renderAny(task, key);
    task.report(...page.problems);
    return page;
  };
  const rendered = define<RenderedPage>("react page", { keep: "memory" }, render);
  const html = define<string>("html", { keep: "output", isText: true }, async (task, key) => {
    const isReact = REACT_PAGE.test(splitKey(key)[1] ?? "");
    return (await (isReact ? task.get(rendered, key) : render(task, key))).html;
  });
  const plain = define<string>(
    "plain html",
    { keep: "memory" },
    async (task, key) => (await renderAny(task, key, { theme: undefined })).html,
  );
  const copy = define<string>("copy", { keep: "output", isText: true }, async (task, key) => {
    const { site, page } = await pageAt(task, tasks, key);
    return renderCopy(page, await textOf(task, tasks, site.plan, page), site.plan);
  });
  const facts = define<PageFacts>("facts", { keep: "graph" }, async (task, key) => {
    const { site, page } = await pageAt(task, tasks, key);
    const react = page.format === "tsx" ? await task.get(rendered, key) : undefined;
    const ownHtml = page.format === "generated" ? await task.get(html, key) : (react?.html ?? "");
    const { text, uses } = await shownTexts(task, tasks, site, page);
    const links = [...(react?.links ?? []), ...(text === undefined ? [] : writtenLinks(text))];
    const { lead = "", linkIgnores = [] } = text ?? {};
    return {
      uses: [...new Set(uses)],
      anchors: text?.anchors ?? idsIn(ownHtml).anchors,
      lead,
      linkIgnores,
      links: links.filter((link) => link.kind === "frame" || mayBeBroken(link, page, site)),
    };
  });
  return { rendered, html, plain, copy, facts };
}

/** Base URLs of the languages that lack a generated page; undefined if none does. */
async function localesWithout(task: Task, contexts: SiteTasks["contexts"], { plan }: Site, page: SourcePage) {
  const missing: string[] = [];
  for (const { name, baseUrl } of plan.locales) {
    if (name === plan.locale.name) continue;
    const routes = await task.get(contexts.madeRoutes, name);
    if (!routes.has(routeKey(page.route))) missing.push(baseUrl);
  }
  return missing.length === 0 ? undefined : missing;
}

/** The document of a page, those of the pages that it lists, by path, and the browser features that they use. */
async function shownTexts(task: Task, tasks: SiteTasks, { plan }: Site, page: SourcePage) {
  const text = await textOf(task, tasks, plan, page);
  const others = new Map<string, CompiledDocument>();
  for (const path of listedPaths(page.list)) {
    const other = plan.pageAt(path);
    const document = other === undefined ? undefined : await textOf(task, tasks, plan, other);
    if (document !== undefined) others.set(path, document);
  }
  return { text, others, uses: [text, ...others.values()].flatMap((document) => document?.uses ?? []) };
}

/** First sentences, by route, of the pages on a page's cards that have no description. */
async function cardLeads(task: Task, { plan, pageOf }: Site, page: SourcePage, lead: TaskDef<string>) {
  const leads = new Map<string, string>();
  for (const { route, description } of plan.categoryItemsOf(page)) {
    const other = description === undefined && route !== undefined ? pageOf(routeKey(route)) : undefined;
    const sentence = other === undefined ? "" : await task.get(lead, pageKey(plan.locale.name, other));
    if (sentence !== "") leads.set(other?.route ?? "", sentence);
  }
  return leads;
}

/** Script URLs of the site's own components, by name. */
async function islandsOf(task: Task, { plan }: Site, bundles: SiteTasks["bundles"]): Promise<RenderContext["islands"]> {
  const { byPath } = await task.get(bundles.forBrowser, plan.locale.name);
  const islands = siteComponents(plan.config).filter(({ path }) => byPath[path] !== undefined);
  return Object.fromEntries(islands.map(({ tag, path }) => [tag, `${plan.assetsUrl}${byPath[path]}`]));
}

/** Whether a link has to be checked: all except those to existing pages without an anchor. */
function mayBeBroken({ target, path, text }: WrittenLink, page: SourcePage, { plan }: Site): boolean {
  const resolved = resolveLink(target, { ...page, path }, plan.indexOf(page));
  return resolved.kind === "broken" || text === "" || (resolved.kind === "page" && resolved.hash !== "");
}
