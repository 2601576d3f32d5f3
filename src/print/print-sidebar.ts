import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { flatItems, isListed } from "../navigation/sidebar-path.ts";
import { MAX_BROWSER_MS, requireBrowser, startBrowser } from "../samples/chromium.ts";
import { createOutputFiles } from "../serve/output-files.ts";
import { Failure } from "../shared/failure.ts";
import type { HttpResponse } from "../shared/http.ts";
import { nearestOrValid } from "../shared/nearest.ts";
import { SPARE_CORES } from "../shared/parallel.ts";
import { type Problem, sortProblems } from "../shared/problem.ts";
import { routeKey } from "../shared/route.ts";
import type { Site } from "../site/model/site.ts";
import { pageKey } from "../site/model/site-task.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { assembleBook, type BookPage, type ReadFile } from "./assemble-book.ts";

/** All pages of a sidebar as one HTML file. */
export interface Book {
  readonly sidebar: string;
  readonly html: string;
  readonly pages: number;
  readonly problems: readonly Problem[];
}

/**
 * Renders the pages of a sidebar, in its order, into one HTML file that needs no other file.
 *
 * @param sidebar its name; default: that of the first set of docs
 * @param locale name of the language; default: the default one
 * @throws Failure (exit code 2) for an unknown or empty sidebar, or an unknown language
 */
export function printSidebar(
  root: string,
  sidebar: string | undefined,
  locale: string | undefined,
  stages: StageEvents,
): Promise<Book> {
  const { stage } = stopwatch(stages);
  return readSite({ root, drafts: false, graph: "print", jobs: SPARE_CORES }, async (opened) => {
    const site = await siteIn(opened, locale);
    const { engine, tasks } = opened;
    const { plan } = site;
    const name = sidebarName(plan.site.sidebars, sidebar);
    const items = (plan.site.sidebars[name] ?? []).filter(isListed);
    const routes = new Set(flatItems(items, isListed).flatMap(({ route }) => (route === undefined ? [] : [route])));
    const keys: (readonly [typeof tasks.pages.html, string])[] = [];
    const pages = await stage("pages", async (counter) => {
      counter.expect(routes.size);
      const bookPages: BookPage[] = [];
      for (const route of routes) {
        const page = site.pageOf(routeKey(route));
        if (page === undefined) continue;
        keys.push([tasks.pages.html, pageKey(plan.locale.name, page)]);
        bookPages.push({ route, html: await engine.get(tasks.pages.html, pageKey(plan.locale.name, page)) });
        counter.done(page.path);
      }
      return bookPages;
    });
    if (pages.length === 0) throw new Failure(2, `the sidebar "${name}" contains no pages; add some to content/docs/`);
    const html = await stage("book", () => assembleBook(plan.config, items, pages, reader(opened, root, site)));
    return { sidebar: name, html, pages: pages.length, problems: sortProblems(engine.problems(keys)) };
  });
}

async function siteIn({ engine, overview, tasks }: SiteEngine, locale: string | undefined): Promise<Site> {
  const names = (await engine.get(overview, "")).locales.map(({ name }) => name);
  if (locale === undefined || names.includes(locale)) return engine.get(tasks.site, locale ?? names[0] ?? "");
  throw new Failure(2, `--locale: no language "${locale}"${nearestOrValid(locale, names)}`);
}

function sidebarName(sidebars: Readonly<Record<string, unknown>>, name: string | undefined): string {
  const names = Object.keys(sidebars);
  const [first] = names;
  if (first === undefined) throw new Failure(2, "the site has no sidebar to print; add pages to content/docs/");
  if (name === undefined || names.includes(name)) return name ?? first;
  throw new Failure(2, `no sidebar "${name}"${nearestOrValid(name, names)}`);
}

/** Reads files of the output, also of the default language: all languages share its styles and pictures. */
function reader(site: SiteEngine, root: string, { plan: { locales } }: Site): ReadFile {
  const files = createOutputFiles(root, site);
  const deepestFirst = locales.toSorted((a, b) => b.baseUrl.length - a.baseUrl.length);
  return async (pathname) => {
    const locale = deepestFirst.find(({ baseUrl }) => pathname.startsWith(baseUrl));
    if (locale === undefined) return undefined;
    const response = await files({ locale: locale.name, inside: pathname.slice(locale.baseUrl.length) });
    return response && { type: response.type, bytes: await bytesOf(response) };
  };
}

async function bytesOf(response: HttpResponse): Promise<Buffer> {
  if ("file" in response) return readFile(response.file);
  const { body } = response;
  return body instanceof Readable ? buffer(body) : Buffer.from(body);
}

const ARGS = ["--no-pdf-header-footer", "--generate-pdf-document-outline"];

/** Prints HTML as PDF. @throws Failure (exit code 1) without a Chromium, or if it fails; the reason of an abort */
export async function pdfOf(root: string, html: string, signal: AbortSignal): Promise<Buffer> {
  const browser = requireBrowser(root);
  const folder = mkdtempSync(join(tmpdir(), "docgen-print-"));
  try {
    const [page, pdf] = [join(folder, "book.html"), join(folder, "book.pdf")];
    writeFileSync(page, html);
    const files = [`--print-to-pdf=${pdf}`, pathToFileURL(page).href];
    const child = startBrowser(browser, join(folder, "profile"), [...ARGS, ...files], {
      stdio: "ignore",
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_BROWSER_MS)]),
    });
    const reason = await new Promise<string>((resolve) => {
      child.once("error", ({ message }) => resolve(message));
      child.once("close", (code) => resolve(`ended with ${code}`));
    });
    signal.throwIfAborted();
    if (!existsSync(pdf)) throw new Failure(1, `${browser}: did not write a PDF (${reason})`);
    return await readFile(pdf);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
