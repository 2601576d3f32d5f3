import type { SourcePage } from "../../content/content-types.ts";
import { feedFiles } from "../../content/feed-files.ts";
import { PAGE_KINDS } from "../../content/page-kinds.ts";
import { joinKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { SidebarItem } from "../../navigation/navigation-types.ts";
import { flatItems } from "../../navigation/sidebar-path.ts";
import { type ListedPage, renderFullPage, renderLlms, renderLlmsHead } from "../../render/llms.ts";
import { absoluteUrl, routeKey } from "../../shared/route.ts";
import { pageKey, planOf } from "../model/page-keys.ts";
import type { Plan } from "../model/plan.ts";
import { copyFile, LLMS, LLMS_FULL } from "../model/reserved-files.ts";
import { listKind, type OutputFile, outputKind, smallFilesKind } from "../output-kinds.ts";
import { knownPagesFile, siteDataFiles } from "../pages/site-data.ts";
import type { Setup } from "../setup.ts";
import type { SiteTasks } from "../tasks.ts";
import { textOf } from "../texts/text-tasks.ts";
import { feedPosts, renderFeed } from "./feeds.ts";
import { crawlerFiles, hostFiles, webManifestFiles } from "./host-and-crawler-files.ts";
import { drawnIcons } from "./media-outputs.ts";

/** Outputs that are read by programs: search indexes, feeds, and files for crawlers, language models and hosts. */
export function machineOutputs({ define }: Setup, tasks: SiteTasks) {
  const { contexts, site, pages, search } = tasks;
  const layout = (task: Task, locale: string) => planOf(task, tasks, locale);
  return {
    feeds: outputKind(define, {
      name: "feeds",
      matches: /\.(?:xml|json)$/,
      files: async ({ task, locale }) => {
        const { blogs, config } = await layout(task, locale);
        return feedFiles(blogs, config.trailingSlash);
      },
      make: async ({ task, locale }, file) => {
        const plan = await layout(task, locale);
        const documents = new Map<string, CompiledDocument | undefined>();
        for (const post of feedPosts(file, plan)) documents.set(post.path, await textOf(task, tasks, plan, post));
        return renderFeed(file, plan, (path) => documents.get(path));
      },
    }),
    sitemaps: smallFilesKind(
      define,
      "sitemaps and robots.txt",
      /^(?:sitemap[^/]*\.xml|robots\.txt)$/,
      async ({ task, locale }) => {
        return crawlerFiles(await task.get(site, locale), new Map(await task.get(contexts.lastUpdates, "")));
      },
    ),
    searchIndexes: listKind(
      define,
      { name: "search index", matches: /^search-index-.*\.json$/, task: search.index },
      async ({ task, locale }) => {
        return (await layout(task, locale)).searchTags.map((tag) => {
          return { file: `search-index-${tag}.json`, key: joinKey(locale, tag) };
        });
      },
    ),
    searchParts: listKind(
      define,
      { name: "search parts", matches: /^assets\/search-[0-9a-f]{16}\.json$/, task: search.part },
      async ({ task, locale }) => {
        const files: OutputFile[] = [];
        for (const tag of (await layout(task, locale)).searchTags) {
          const { parts = [] } = await task.get(search.layout, joinKey(locale, tag));
          for (const [segment, list] of parts.entries()) {
            for (const [place, [, file]] of list.entries())
              files.push({ file, key: joinKey(locale, tag, segment, place) });
          }
        }
        return files;
      },
    ),
    llms: outputKind(define, {
      name: "texts",
      isLarge: true,
      matches: /^llms(?:-full)?\.txt$/,
      files: async ({ task, locale }) => {
        const { media } = (await layout(task, locale)).index;
        return [LLMS, LLMS_FULL].filter((file) => !media.has(`/${file}`));
      },
      make: async ({ task, locale }, file) => {
        const plan = await layout(task, locale);
        if (file === LLMS_FULL) return fullText(plan, (page) => task.get(pages.copy, pageKey(locale, page)));
        const leads = new Map<SourcePage, string>();
        for (const page of llmsPages(plan)) leads.set(page, (await task.get(pages.facts, pageKey(locale, page))).lead);
        return llmsList(plan, leads);
      },
    }),
    hostFiles: smallFilesKind(define, "host files", /^(?:_headers|\.nojekyll)$/, async ({ task, locale }) =>
      hostFiles(await task.get(site, locale)),
    ),
    siteData: smallFilesKind(define, "site data", /^assets\/(?:site|pages)/, async ({ task, locale }) => {
      const plan = await layout(task, locale);
      return [...siteDataFiles(plan), knownPagesFile(plan)].map(({ file, data }) => [file, data] as const);
    }),
    webManifest: smallFilesKind(define, "web manifest", /\.webmanifest$/, async ({ task, locale }) => {
      return webManifestFiles(await layout(task, locale), await drawnIcons(task, tasks, locale));
    }),
  };
}

/** The pages listed in `llms.txt`. */
function llmsPages(plan: Plan): readonly SourcePage[] {
  return sectionsOf(plan).flatMap(({ pages }) => pages);
}

/** `llms.txt`. @param leads first paragraphs of the pages */
function llmsList(plan: Plan, leads: ReadonlyMap<SourcePage, string>): string {
  const listed = sectionsOf(plan).map(({ title, pages }) => {
    return { title, pages: pages.map((page) => listing(page, leads.get(page) ?? "", plan)) };
  });
  return renderLlms(aboutOf(plan), listed);
}

/**
 * `llms-full.txt`: the Markdown copies of all pages in one file. As bytes, which take half of the memory of a string.
 *
 * @param copyOf returns the copy of a page
 */
async function fullText(plan: Plan, copyOf: (page: SourcePage) => Promise<string>): Promise<Uint8Array> {
  const parts = [Buffer.from(renderLlmsHead(aboutOf(plan)))];
  for (const page of llmsPages(plan)) {
    if (copyFile(page, plan) === undefined) continue;
    const markdown = await copyOf(page);
    parts.push(Buffer.from(renderFullPage(absoluteUrl(plan.config, page.route), markdown)));
  }
  return Buffer.concat([...parts, Buffer.from("\n")]);
}

function aboutOf({ config }: Plan): { readonly title: string; readonly description: string } {
  return { title: config.title, description: config.description || config.tagline };
}

/** A page's entry in `llms.txt`, linked to its copy, or to the page itself if it has none. */
function listing(page: SourcePage, lead: string, plan: Plan): ListedPage {
  const copy = copyFile(page, plan);
  const url = absoluteUrl(plan.config, copy === undefined ? page.route : `/${copy}`);
  return { title: page.title, url, description: page.frontMatter.description ?? lead };
}

/**
 * The sections of `llms.txt`, in the order of the sidebars: their top pages, each of their categories, the blog, other
 * pages.
 */
function sectionsOf(plan: Plan): { readonly title: string; readonly pages: readonly SourcePage[] }[] {
  const byRoute = new Map(
    plan.pages.filter((page) => isListed(page, plan)).map((page) => [routeKey(page.route), page]),
  );
  const pagesOf = (items: readonly SidebarItem[]): SourcePage[] =>
    flatItems(items).flatMap(({ route = "" }) => byRoute.get(routeKey(route)) ?? []);
  const docs = Object.values(plan.site.sidebars).flatMap((items) => [
    { title: "Docs", pages: pagesOf(items.filter(({ type }) => type === "link")) },
    ...items.flatMap((item) => (item.type === "category" ? [{ title: item.label, pages: pagesOf([item]) }] : [])),
  ]);
  const named = new Set(docs.flatMap(({ pages }) => pages));
  const isLast = (page: SourcePage) => plan.canonicalOf(page) === page.route;
  const others = [...byRoute.values()].filter((page) => !named.has(page) && isLast(page));
  return [
    ...docs,
    ...plan.blogs.map(({ blog, posts }) => ({
      title: blog.title,
      pages: posts.filter((page) => isListed(page, plan)),
    })),
    { title: "More", pages: others.filter(({ kind }) => PAGE_KINDS[kind].inLlms) },
  ].map(({ title, pages }) => ({ title, pages: [...new Set(pages)] }));
}

function isListed(page: SourcePage, plan: Plan): boolean {
  const { draft, unlisted } = page.frontMatter;
  return draft !== true && unlisted !== true && !plan.isNoIndex(page);
}
