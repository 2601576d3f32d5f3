import { hash } from "node:crypto";
import { CONFIG_FILE } from "../config/config-file.ts";
import type { SourcePage } from "../content/content-types.ts";
import { isInTree } from "../content/version-trees.ts";
import { joinKey } from "../engine/key.ts";
import { normaliseRoute, targetAt } from "../links/resolve.ts";
import { findStartTag } from "../shared/html.ts";
import { type HttpResponse, NEGOTIATED, textResponse, typeOf } from "../shared/http.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { toUrl } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";
import { copyFile } from "../site/model/reserved-files.ts";
import { type Site, sourceNames } from "../site/model/site.ts";
import { pageKey } from "../site/model/site-task.ts";
import type { Overview, SiteEngine } from "../site/site-engine.ts";
import { textOf } from "../site/texts/text-tasks.ts";
import { failureProblems, isTransient, retryRead } from "./failures.ts";
import { createOutputFiles, type LocalePath } from "./output-files.ts";
import { type CheckProgress, createSiteChecks } from "./site-checks.ts";
import { createInputChanges, type InputChanges } from "./watch-inputs.ts";

/** A site in development: computes every response from the current files. */
export interface DevSite {
  readonly overview: () => Promise<Overview>;
  /** Whether the site can be laid out. */
  readonly isReadable: () => Promise<boolean>;
  /** The response for a path. @param wantsMarkdown whether it is the Markdown copy of a page that has one, default: no */
  readonly answer: (path: string, wantsMarkdown?: boolean) => Promise<HttpResponse>;
  /** The page at a path, or the "not found" page. */
  readonly view: (path: string) => Promise<View>;
  /** Runs the checks of a page that is shown. */
  readonly check: (path: string) => Promise<void>;
  readonly changes: InputChanges;
  /** Paths of all input files. */
  readonly files: () => readonly string[];
  readonly problems: () => readonly Problem[];
  /** Whether checks have to start over. */
  readonly isCheckDue: () => boolean;
  /** Runs the next check. */
  readonly step: () => Promise<CheckProgress>;
}

/** @param headTags returns the tags that connect a page to the server; called with the page's version */
export function createDevSite(root: string, site: SiteEngine, headTags: (version: string) => string): DevSite {
  const { engine, tasks, overview, outputs } = site;
  const checks = createSiteChecks(site, () => changes.changed());
  const files = createOutputFiles(root, site);
  const read = () => engine.get(overview, "");
  const changes = createInputChanges(root, engine, (paths) => {
    checks.restart(paths);
    // Pending requests for the configuration restart with the new one.
    if (paths.includes(CONFIG_FILE)) site.abandonConfig();
    if (paths.some(isInTree) && site.dropChangedTrees()) setImmediate(() => changes.changed());
  });

  const placeOf = async (path: string): Promise<LocalePath | undefined> => {
    const { locales, baseUrl } = await read();
    if (!path.startsWith(baseUrl)) return undefined;
    const inside = path.slice(baseUrl.length);
    const locale = locales.find(({ isDefault, folder }) => !isDefault && `${inside}/`.startsWith(folder)) ?? locales[0];
    if (locale === undefined) return undefined;
    checks.open(locale.name);
    return { locale: locale.name, inside: locale.isDefault ? inside : inside.slice(locale.folder.length) };
  };
  const siteOf = (locale: string): Promise<Site> => engine.get(tasks.site, locale);
  const pageAt = async ({ locale, inside }: LocalePath): Promise<SourcePage | undefined> => {
    return targetAt((await siteOf(locale)).pageOf, `/${inside}`);
  };
  const viewPage = async (page: SourcePage, locale: string): Promise<View> => {
    const key = pageKey(locale, page);
    const site = await siteOf(locale);
    const { nameOf } = sourceNames([site]);
    const source = nameOf(page.path);
    try {
      const html = await engine.get(tasks.pages.html, key);
      const text = await textOf(engine, tasks, site.plan, page);
      const sources = [source, ...(text?.includes ?? []).map(nameOf)];
      if (html !== "") return viewOf(200, html, sources, headTags);
      return viewOf(500, faultPage(source, engine.problems([[tasks.pages.html, key]])), sources, headTags);
    } catch (error) {
      if (isTransient(error)) throw error;
      return viewOf(500, faultPage(source, failureProblems(error, source)), [source], headTags);
    }
  };
  const viewNow = async (path: string): Promise<View> => {
    const local = await placeOf(path);
    if (local === undefined) {
      const { baseUrl } = await read();
      const line = `${path} is outside this site: its URLs start with ${baseUrl}, the baseUrl in its configuration.`;
      return viewOf(404, errorPage([line]), [], headTags);
    }
    const page = await pageAt(local);
    if (page !== undefined) return viewPage(page, local.locale);
    const html = await engine.get(outputs.notFound.task, joinKey(local.locale, "404.html"));
    return viewOf(404, String(html), [], headTags);
  };
  const htmlResponse = (shown: View): HttpResponse => ({
    status: shown.status,
    type: typeOf(".html"),
    body: shown.html,
  });
  const answerNow = async (path: string, wantsMarkdown: boolean): Promise<HttpResponse> => {
    const local = await placeOf(path);
    if (local === undefined) {
      const { baseUrl } = await read();
      if (`${path}/` === baseUrl || path === "/") return { ...textResponse(302, ""), headers: { Location: baseUrl } };
      return htmlResponse(await viewNow(path));
    }
    const page = await pageAt(local);
    const { plan } = await siteOf(local.locale);
    if (page === undefined) {
      const file = await files(local);
      const moved = plan.index.redirects.get(normaliseRoute(`/${local.inside}`));
      if (file !== undefined || moved === undefined) return file ?? htmlResponse(await viewNow(path));
      return { ...textResponse(302, ""), headers: { Location: toUrl(plan.config.baseUrl, moved.to) + moved.hash } };
    }
    const copy = copyFile(page, plan);
    const markdown = wantsMarkdown && copy !== undefined ? await files({ ...local, inside: copy }) : undefined;
    const response = markdown ?? htmlResponse(await viewNow(path));
    return copy === undefined ? response : { ...response, headers: { ...response.headers, ...NEGOTIATED } };
  };
  return {
    overview: read,
    isReadable: async () => checks.isReadable((await read()).locales[0]?.name ?? ""),
    answer: (path, wantsMarkdown = false) => retryRead(() => answerNow(path, wantsMarkdown), changes.changed),
    view: (path) => retryRead(() => viewNow(path), changes.changed),
    check: async (path) => {
      const local = await placeOf(path);
      const page = local === undefined ? undefined : await pageAt(local);
      if (local !== undefined && page !== undefined) await checks.check(local.locale, pageKey(local.locale, page));
    },
    changes,
    files: engine.files,
    problems: checks.problems,
    isCheckDue: checks.isDue,
    step: checks.step,
  };
}

/** A rendered page. */
export interface View {
  readonly status: number;
  readonly html: string;
  /** Digest of the page. */
  readonly version: string;
  /** Its source files, relative to the root. */
  readonly sources: readonly string[];
}

/**
 * Creates a view of a page that updates itself.
 *
 * @param sources source files, relative to the root
 * @param headTags returns the tags that connect a page to the server; called with the page's version
 */
function viewOf(status: number, page: string, sources: readonly string[], headTags: (version: string) => string): View {
  const version = hash("sha1", page, "base64url").slice(0, 12);
  const { to = 0 } = findStartTag(page, "head") ?? {};
  const html = `${page.slice(0, to)}\n${headTags(version)}${page.slice(to)}`;
  return { status, html, version, sources };
}

/**
 * Page shown in place of one that can't be rendered: lists the problems in its own sources, or else those of other
 * files.
 *
 * @param source the page as messages name it
 */
function faultPage(source: string, problems: readonly Problem[]): string {
  const ofPage = problems.filter(({ path }) => path === source);
  const shown = hasErrors(ofPage) ? ofPage : problems.filter(({ severity }) => severity === "error");
  const lines = shown.map(({ path, line, column, message }) => `${path}:${line}:${column}  ${message}`);
  return errorPage([`${source} cannot be loaded.`, ...lines]);
}

/** A page of plain text lines. @param tags HTML for its head */
export function errorPage(lines: readonly string[], tags = ""): string {
  const text = escapeHtml(lines.join("\n"));
  return `<!doctype html><html lang="en"><head>${tags}<meta charset="utf-8"><title>Error</title></head><body><pre>${text}</pre></body></html>`;
}
