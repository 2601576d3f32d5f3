import { statSync } from "node:fs";
import type { Counter } from "../builder/stages.ts";
import type { SourcePage } from "../content/content-types.ts";
import { resolveLink } from "../links/resolve.ts";
import type { LinkUse } from "../links/use.ts";
import { type CompiledDocument, fillSlots } from "../markdown/document.ts";
import { readHtml } from "../shared/html.ts";
import { endOfElement } from "../shared/html-parts.ts";
import type { Position } from "../shared/problem.ts";
import { routeKey } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";
import { originalLocale } from "../site/inputs/interface-texts.ts";
import type { Site } from "../site/model/site.ts";
import { pageKey } from "../site/model/site-task.ts";
import { pageUses, siteUses } from "../site/pages/link-uses.ts";
import { pageFaults } from "../site/pages/page-faults.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { documentKey } from "../site/texts/text-tasks.ts";
import type { Asset, TextOfPage, Tree, TreePage } from "./diff-types.ts";

/** Outputs whose sizes are compared, by their names. */
const COMPARED_OUTPUTS = ["client", "page scripts", "media"];
/** The hash in the name of an output file. */
const HASH = /-(?:[0-9A-Z]{8}|[0-9a-f]{8,16})(?=\.\w+$)/;

/** What a commit without a site has. */
export const NO_SITE: Tree = {
  pages: [],
  follow: () => undefined,
  links: new Map(),
  assets: [],
  problems: () => [],
};

/** Checks a site, and reads what is compared of it; renders only pages that aren't Markdown. */
export async function readSiteTree(opened: SiteEngine, counter: Counter): Promise<Tree> {
  const { engine, tasks, checks } = opened;
  const sites = await opened.sites();
  const pages: TreePage[] = [];
  const links = new Map<string, Position[]>();
  for (const site of sites) {
    const { plan } = site;
    const locale = plan.locale.name;
    counter.expect(plan.pages.length);
    addLinks(links, site, siteUses(site));
    for (const page of plan.pages) {
      const key = pageKey(locale, page);
      for (const check of checks.ofPages) await engine.digest(check, key);
      const { anchors, links: uses } = await engine.get(tasks.pages.facts, key);
      addLinks(links, site, pageUses(site, page, uses));
      pages.push({
        address: addressOf(site, page.route),
        locale,
        path: page.path,
        title: page.title,
        description: page.frontMatter.description,
        digest: await digestOf(opened, site, page),
        anchors,
        isCopy: page.format === "generated" || originalLocale(page, plan) !== undefined,
        isList: page.list !== undefined,
        read: () => readText(opened, site, page),
      });
      counter.done(page.path);
    }
    for (const check of checks.ofSites) await engine.digest(check, locale);
  }
  const assets = await listAssets(opened, sites);
  return { pages, follow: createFollow(sites), links, assets, problems: () => engine.problems() };
}

async function digestOf({ engine, tasks }: SiteEngine, { plan }: Site, page: SourcePage): Promise<string> {
  if (page.format === "md") return engine.digest(tasks.texts.document, documentKey(page, plan));
  return page.format === "tsx" ? engine.digest(tasks.pages.html, pageKey(plan.locale.name, page)) : "";
}

async function readText({ engine, tasks }: SiteEngine, { plan }: Site, page: SourcePage): Promise<TextOfPage> {
  if (page.format === "tsx") {
    const { html } = await engine.get(tasks.pages.rendered, pageKey(plan.locale.name, page));
    return { document: undefined, html: mainOf(html), faults: [] };
  }
  if (page.format !== "md") return { document: undefined, html: "", faults: [] };
  const { document } = await engine.get(tasks.texts.document, documentKey(page, plan));
  return { document, html: htmlOf(document), faults: pageFaults(page, document, plan) };
}

/** The main part of a page: what changes in the frame around it is not its own. */
function mainOf(html: string): string {
  const parts = readHtml(html);
  const index = parts.findIndex((part) => part.kind === "start" && part.name === "main");
  return index < 0 ? html : html.slice(parts[index]?.from, endOfElement(parts, index));
}

/** HTML of a document with addresses as they are written. */
function htmlOf(document: CompiledDocument): string {
  return fillSlots(document, ({ kind, target, isBare }) => {
    if (isBare === true) return escapeHtml(target);
    if (kind === "link") return `href="${escapeHtml(target)}"`;
    return kind === "image" ? `data-src="${escapeHtml(target)}"` : "";
  });
}

function addressOf({ plan }: Site, route: string): string {
  return routeKey(`/${plan.locale.folder}${route.slice(1)}`);
}

/** Adds links to anchors, and broken ones, by their targets. */
function addLinks(links: Map<string, Position[]>, site: Site, uses: readonly LinkUse[]): void {
  for (const { target, source, index, path, line, column } of uses) {
    const resolved = resolveLink(target, source, index);
    let key: string | undefined;
    if (resolved.kind === "page" && resolved.hash !== "") key = `${addressOf(site, resolved.route)}#${resolved.hash}`;
    else if (resolved.kind === "broken") {
      key = resolved.reason === "address" ? addressOf(site, resolved.wanted) : resolved.wanted;
    }
    if (key !== undefined) links.set(key, [...(links.get(key) ?? []), { path, line, column }]);
  }
}

function createFollow(sites: readonly Site[]): Tree["follow"] {
  const byLocale = new Map(sites.map((site) => [site.plan.locale.name, site]));
  return (address, locale) => {
    const site = byLocale.get(locale);
    if (site === undefined) return undefined;
    const { index, locale: language } = site.plan;
    const route = routeKey(`/${address.slice(1 + language.folder.length)}`);
    const isThere = index.routes.has(route) || index.media.has(route) || index.media.has(`${route}/index.html`);
    const redirect = index.redirects.get(route);
    return isThere ? address : redirect && addressOf(site, redirect.to);
  };
}

/** Scripts, style sheets and media. */
async function listAssets({ engine, outputs }: SiteEngine, sites: readonly Site[]): Promise<Asset[]> {
  const assets = new Map<string, Asset>();
  for (const { plan } of sites) {
    for (const kind of outputs.all.filter(({ name }) => COMPARED_OUTPUTS.includes(name))) {
      for (const { file, key } of await engine.get(kind.files, plan.locale.name)) {
        if (assets.has(file)) continue;
        const name = file.replace(HASH, "").replace(/\/page-[^/]*(?=\.js$)/, "/page");
        const digest = await engine.digest(kind.task, key);
        const size = async () => sizeOf(await engine.output(kind.task, key));
        assets.set(file, { file: name, digest, size });
      }
    }
  }
  return [...assets.values()];
}

function sizeOf(data: string | Uint8Array | { readonly copyOf: string }): number {
  if (typeof data === "string") return Buffer.byteLength(data);
  return data instanceof Uint8Array ? data.length : (statSync(data.copyOf, { throwIfNoEntry: false })?.size ?? 0);
}
