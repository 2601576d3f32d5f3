import { PAGE_KINDS, type SourcePage } from "../../content/content-types.ts";
import type { Task } from "../../engine/task.ts";
import type { SidebarItem } from "../../navigation/navigation-types.ts";
import { flatItems } from "../../navigation/sidebar-path.ts";
import { fullPageStart, type ListedPage, renderLlms, renderLlmsHead } from "../../render/llms.ts";
import { absoluteUrl, routeKey } from "../../shared/route.ts";
import type { Plan } from "../model/plan.ts";
import { copyFile } from "../model/reserved-files.ts";
import { pageKey } from "../model/site-task.ts";
import type { OutputData } from "../output-kinds.ts";
import type { SiteTasks } from "../tasks.ts";

/** `llms.txt`. @param leadOf returns the first paragraph of a page */
export async function llmsList(plan: Plan, leadOf: (page: SourcePage) => Promise<string>): Promise<string> {
  const sections: { readonly title: string; readonly pages: readonly ListedPage[] }[] = [];
  for (const { title, pages } of sectionsOf(plan)) {
    const listed: ListedPage[] = [];
    for (const page of pages) listed.push(listing(page, await leadOf(page), plan));
    sections.push({ title, pages: listed });
  }
  return renderLlms(aboutOf(plan), sections);
}

/** More changed pages than these are not replaced one by one, as each is looked for in the whole file. */
const MAX_REPLACED = 8;

/**
 * `llms-full.txt`: the Markdown copies of all pages in one file. As bytes, which take half of the memory of a string.
 *
 * @param last returns the file as the last build wrote it
 */
export async function fullText(
  task: Task,
  { site, pages: { copy } }: SiteTasks,
  plan: Plan,
  last: () => OutputData | undefined,
): Promise<Uint8Array> {
  const locale = plan.locale.name;
  const listed = sectionsOf(plan).flatMap((section) => section.pages);
  const pages = listed.filter((page) => copyFile(page, plan) !== undefined);
  const changed = new Set<SourcePage>();
  for (const page of pages) {
    const key = pageKey(locale, page);
    if ((await task.digest(copy, key)) !== task.lastDigest(copy, key)) changed.add(page);
  }
  const startOf = (page: SourcePage) => fullPageStart(absoluteUrl(plan.config, page.route));
  const pieceOf = async (page: SourcePage) =>
    Buffer.from(startOf(page) + (await task.get(copy, pageKey(locale, page))).trim());
  // The plan decides on the pages, their order, their addresses and the head.
  const isSamePlan = (await task.digest(site, locale)) === task.lastDigest(site, locale);
  const before = isSamePlan && changed.size <= MAX_REPLACED ? last() : undefined;
  let text =
    before instanceof Uint8Array ? Buffer.from(before.buffer, before.byteOffset, before.byteLength) : undefined;
  for (const [number, page] of pages.entries()) {
    const next = pages[number + 1];
    if (text === undefined || !changed.has(page)) continue;
    text = replacePiece(text, startOf(page), next && startOf(next), await pieceOf(page));
  }
  if (text !== undefined) return text;
  const pieces = [Buffer.from(renderLlmsHead(aboutOf(plan)))];
  for (const page of pages) pieces.push(await pieceOf(page));
  return Buffer.concat([...pieces, Buffer.from("\n")]);
}

/**
 * Replaces a page in `llms-full.txt`.
 *
 * @param start what the page begins with @param next what the next page begins with, if there is one
 * @returns undefined unless both occur exactly once: a page may quote them
 */
function replacePiece(text: Buffer, start: string, next: string | undefined, piece: Uint8Array): Buffer | undefined {
  const only = (part: string) => {
    const at = text.indexOf(part);
    return text.indexOf(part, at + 1) === -1 ? at : -1;
  };
  const from = only(start);
  const to = next === undefined ? text.length - 1 : only(next);
  return from === -1 || to < from ? undefined : Buffer.concat([text.subarray(0, from), piece, text.subarray(to)]);
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

/** The sections of `llms.txt`, ordered as the sidebars: top pages, categories, the blog, other pages. */
function sectionsOf(plan: Plan): { readonly title: string; readonly pages: readonly SourcePage[] }[] {
  const listed = plan.pages.filter((page) => isListed(page, plan));
  const byRoute = new Map(listed.map((page) => [routeKey(page.route), page]));
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
    ...plan.blogs.map(({ blog: { title }, posts }) => ({ title, pages: posts.filter((page) => isListed(page, plan)) })),
    { title: "More", pages: others.filter(({ kind }) => PAGE_KINDS[kind].inLlms) },
  ].map(({ title, pages }) => ({ title, pages: [...new Set(pages)] }));
}

function isListed(page: SourcePage, plan: Plan): boolean {
  const { draft, unlisted } = page.frontMatter;
  return draft !== true && unlisted !== true && !plan.isNoIndex(page);
}
