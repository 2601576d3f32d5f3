import type { SourcePage } from "../../content/types.ts";
import { splitKey } from "../../engine/key.ts";
import type { DefineTask, Task, TaskDef } from "../../engine/task.ts";
import { resolveLink } from "../../links/resolve.ts";
import type { WrittenLink } from "../../links/use.ts";
import type { Document } from "../../markdown/document.ts";
import { idsIn } from "../../markdown/ids.ts";
import type { Template } from "../../render/template.ts";
import { toUrl } from "../../shared/route.ts";
import { assetUrls } from "../bundle.ts";
import { type LastUpdate, type LastUpdates, readLastUpdates, showsLastUpdates } from "../last-updates.ts";
import { writtenLinks } from "../link-uses.ts";
import { listedPaths } from "../list-data.ts";
import { liveFrame } from "../live-frame.ts";
import { renderCopy } from "../markdown-copies.ts";
import { WORKER_FILE } from "../own-files.ts";
import type { PageModule } from "../page-thread.ts";
import type { RenderContext, RenderedPage } from "../render-page.ts";
import type { Renderer } from "../renderer.ts";
import type { Site } from "../site.ts";
import { siteDataFiles } from "../site-data.ts";
import { loadTemplate, PAGE_TEMPLATE } from "../template-file.ts";
import { recordVariables } from "./bundle-inputs.ts";
import type { ConfigTasks } from "./config-tasks.ts";
import type { ModuleTasks } from "./module-tasks.ts";
import type { SiteTask } from "./site-task.ts";
import { pageKey, type TextTasks } from "./text-tasks.ts";
import type { ToolTasks } from "./tool-tasks.ts";

/** What the check of links and the files of the whole site have to know of a page. */
export interface PageFacts extends Pick<Document, "anchors" | "lead" | "linkIgnores"> {
  /** What its behaviour in the browser needs: its own and that of the pages that it lists. */
  readonly uses: Document["uses"];
  /** Links that may be broken: those to anchors, and those that lead nowhere. */
  readonly links: readonly WrittenLink[];
}

/** Keys of pages are those that `pageKey` makes. */
export interface PageTasks {
  /** A page written in React, and what only its HTML tells. */
  readonly rendered: TaskDef<RenderedPage>;
  readonly html: TaskDef<string>;
  /** The Markdown copy of a page that has one. */
  readonly copy: TaskDef<string>;
  readonly facts: TaskDef<PageFacts>;
  readonly context: TaskDef<RenderContext>;
  readonly lastUpdates: TaskDef<readonly (readonly [path: string, update: LastUpdate])[]>;
}

export interface PageServices {
  /** Absolute path of the site's root. */
  readonly root: string;
  /** Runs a page written in React, with the renderer's theme. */
  readonly moduleOf: (path: string, code: string, renderer: Renderer) => PageModule;
}

export function createPageTasks(
  define: DefineTask,
  services: PageServices,
  config: ConfigTasks,
  siteTask: SiteTask,
  modules: ModuleTasks,
  tool: ToolTasks,
  { document, pageAt }: TextTasks,
): PageTasks {
  const { root } = services;
  const template = define<Template>({
    name: "template",
    keep: "memory",
    keepsGood: true,
    // Its key is its path.
    run: (task) => {
      task.file(PAGE_TEMPLATE);
      return loadTemplate(root);
    },
  });
  const lastUpdates = define<readonly (readonly [string, LastUpdate])[]>({
    name: "last updates",
    keep: "graph",
    run: async (task) => {
      const { config: site } = await task.get(config.config, "");
      if (!showsLastUpdates(site)) return [];
      task.state("repository");
      const { byPath, problems } = await readLastUpdates(root, site);
      task.report(...problems);
      return [...byPath];
    },
  });
  const lastUpdate = define<LastUpdate | null>({
    name: "last update",
    keep: "memory",
    run: async (task, path) => new Map(await task.get(lastUpdates, "")).get(path) ?? null,
  });
  const context = define<RenderContext>({
    name: "context",
    keep: "memory",
    digest: ({ template: parsed, assets, versionSiteData }) => JSON.stringify([parsed, assets, [...versionSiteData]]),
    run: async (task, locale) => {
      const { plan } = await task.get(siteTask, locale);
      task.variable("NODE_ENV");
      const data = siteDataFiles(plan);
      const { baseUrl } = plan.config;
      const { bundle, frame: parts } = await task.get(tool.client, "");
      const frame = liveFrame(parts, (await task.get(config.config, "")).config);
      return {
        plan,
        template: await task.get(template, PAGE_TEMPLATE),
        assets: {
          ...assetUrls(plan.assetsUrl, bundle, "", undefined),
          // From the address of its data the client knows where the pages of its language are.
          siteData: toUrl(baseUrl, `/${data[0]?.file}`),
          ...(plan.config.serviceWorker === true ? { worker: plan.assetsUrl + WORKER_FILE } : {}),
          liveFrame: plan.assetsUrl + frame.file,
        },
        versionSiteData: new Map(data.slice(1).map(({ name, file }) => [name, toUrl(baseUrl, `/${file}`)])),
        lastUpdates: new Map(),
      };
    },
  });
  const textOf = async (task: Task, locale: string, page: SourcePage): Promise<Document | undefined> => {
    return page.format === "md" ? (await task.get(document, pageKey(locale, page))).document : undefined;
  };
  const listed = async (task: Task, { plan }: Site, page: SourcePage): Promise<ReadonlyMap<string, Document>> => {
    const found = new Map<string, Document>();
    for (const path of listedPaths(page.list)) {
      const other = plan.pageAt(path);
      const text = other === undefined ? undefined : await textOf(task, plan.locale.name, other);
      if (text !== undefined) found.set(path, text);
    }
    return found;
  };
  const render = async (task: Task, key: string): Promise<RenderedPage> => {
    const { site, page } = await pageAt(task, key);
    const locale = site.plan.locale.name;
    const given = await task.get(context, locale);
    const update = page.format === "generated" ? null : await task.get(lastUpdate, page.path);
    const lastUpdatesOfPage: LastUpdates["byPath"] = new Map(update === null ? [] : [[page.path, update]]);
    const shared = { ...given, lastUpdates: lastUpdatesOfPage };
    const renderer = await task.get(tool.renderer, "");
    if (page.format === "tsx") {
      const { code } = await task.get(modules.module, page.path);
      // What keeps it from being bundled is reported there.
      if (code === "") return { html: "", links: [], problems: [] };
      recordVariables(task, code);
      const chunk = (await task.get(modules.chunks, locale)).byPath[page.path];
      const module = services.moduleOf(page.path, code, renderer);
      const source = task.file(page.path)?.bytes().toString("utf8") ?? "";
      return renderer.renderModulePage(page, { module, chunk, source }, shared);
    }
    const text = await textOf(task, locale, page);
    const others = await listed(task, site, page);
    const uses = [text, ...others.values()].flatMap((one) => one?.uses ?? []);
    const assets = uses.includes("mermaid")
      ? { ...shared.assets, mermaid: site.plan.assetsUrl + (await task.get(modules.mermaid, "")).entry }
      : shared.assets;
    return renderer.renderSitePage(
      page,
      { document: text, documentOf: (path) => others.get(path) },
      { ...shared, assets },
    );
  };
  const rendered = define<RenderedPage>({
    name: "react page",
    keep: "memory",
    run: async (task, key) => {
      const page = await render(task, key);
      task.report(...page.problems);
      return page;
    },
  });
  const html = define<string>({
    name: "html",
    keep: "output",
    run: async (task, key) => {
      if (splitKey(key)[1]?.endsWith(".tsx")) return (await task.get(rendered, key)).html;
      const page = await render(task, key);
      task.report(...page.problems);
      return page.html;
    },
  });
  const copy = define<string>({
    name: "copy",
    keep: "output",
    run: async (task, key) => {
      const { site, page } = await pageAt(task, key);
      return renderCopy(page, await textOf(task, site.plan.locale.name, page), site.plan);
    },
  });
  const facts = define<PageFacts>({
    name: "facts",
    keep: "graph",
    run: async (task, key) => {
      const { site, page } = await pageAt(task, key);
      const react = page.format === "tsx" ? await task.get(rendered, key) : undefined;
      const ownHtml = page.format === "generated" ? await task.get(html, key) : (react?.html ?? "");
      const text = await textOf(task, site.plan.locale.name, page);
      const others = await listed(task, site, page);
      const links = [...(react?.links ?? []), ...(text === undefined ? [] : writtenLinks(text))];
      const { lead = "", linkIgnores = [] } = text ?? {};
      return {
        uses: [...new Set([text, ...others.values()].flatMap((one) => one?.uses ?? []))],
        anchors: text?.anchors ?? idsIn(ownHtml).anchors,
        lead,
        linkIgnores,
        links: links.filter((link) => mayBeBroken(link, page, site)),
      };
    },
  });
  return { rendered, html, copy, facts, context, lastUpdates };
}

/** Links that the check has to look at again: pages that exist in the model need none, their parts do. */
function mayBeBroken({ target, path, text }: WrittenLink, page: SourcePage, { plan }: Site): boolean {
  const resolved = resolveLink(target, { ...page, path }, plan.indexOf(page));
  return resolved.kind === "broken" || text === "" || (resolved.kind === "page" && resolved.hash !== "");
}
