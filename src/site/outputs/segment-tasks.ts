import { hash } from "node:crypto";
import { PAGE_KINDS, type SourcePage } from "../../content/content-types.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import { contentsOf, createSegment, type SearchPart, type Segment } from "../../search/build-index.ts";
import { encodeSegment } from "../../search/merge-segments.ts";
import { replacePage } from "../../search/replace-segment.ts";
import type { SearchPage } from "../../search/search-page.ts";
import type { Plan } from "../model/plan.ts";
import { docsSearchTag, OTHER_SEARCH_TAG } from "../model/plan-site-data.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Setup } from "../setup.ts";
import { documentKey, type TextTasks } from "../texts/text-tasks.ts";

/** Number of pages in a segment of a small index: few enough that indexing them again after an edit is fast. */
const SEGMENT_PAGES = 16;
/** Maximum number of segments: reading more takes longer than indexing an edited one again. */
const MAX_SEGMENTS = 128;

/** Number of pages whose contents are in one part: a reader downloads one for each page that is shown. */
const PART_PAGES = 8;

/** Number of pages per segment. A power of two times the minimum, so that adding a page seldom changes it. */
function segmentSize(pages: number): number {
  let size = SEGMENT_PAGES;
  while (size * MAX_SEGMENTS < pages) size *= 2;
  return size;
}

/** Keys of the segments of a language's indexes, each with its pages. */
export function segmentsOf(plan: Plan): readonly (readonly [key: string, pages: readonly SourcePage[]])[] {
  return plan.searchTags.flatMap((tag) => {
    return segmentPages(plan, tag).map((pages, number) => [joinKey(plan.locale.name, tag, number), pages] as const);
  });
}

/** Pages of the segments of an index. */
export function segmentPages(plan: Plan, tag: string): SourcePage[][] {
  const pages = searchedPages(plan, tag);
  return slicesOf(pages, segmentSize(pages.length));
}

function slicesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

interface SegmentPages {
  readonly levels: number;
  /** For each page, its search data besides the text, and the key of its document; null for a page without a text. */
  readonly pages: readonly (readonly [Omit<SearchPage, "sections">, string | null])[];
}

/** Files with the contents of a segment, in the form of `SearchPart` but with their paths in the output. */
export interface SegmentParts {
  readonly files: readonly SearchPart[];
  /** Size of an index file of the segment alone, in bytes. */
  readonly size: number;
}

/** Tasks of the segments of search indexes. Keys come from `segmentsOf`. */
export interface SegmentTasks {
  /** Index of the pages of a segment. */
  readonly segment: TaskDef<Segment>;
  /** The whole contents of a segment's documents, by part. */
  readonly contents: TaskDef<readonly (readonly string[])[]>;
  readonly parts: TaskDef<SegmentParts>;
  /** A file with contents. The key is that of the segment with the number of the part in it. */
  readonly part: TaskDef<string>;
}

export function createSegmentTasks({ define }: Setup, site: SiteTask, document: TextTasks["document"]): SegmentTasks {
  const pages = define<SegmentPages>({
    name: "segment pages",
    keep: "memory",
    run: async (task, key) => {
      const [locale = "", tag = "", number = ""] = splitKey(key);
      const { plan } = await task.get(site, locale);
      const members = segmentPages(plan, tag)[Number(number)] ?? [];
      return {
        levels: plan.config.search.indexDocSidebarParentCategories,
        pages: members.map((page) => {
          return [searchedPage(page, plan), page.format === "md" ? documentKey(page, plan) : null] as const;
        }),
      };
    },
  });
  /** Pages of a segment with their texts. @param from position of the first one @param to after the last one */
  const pagesWithTexts = async (task: Task, key: string, from = 0, to?: number) => {
    const { levels, pages: members } = await task.get(pages, key);
    const texts: SearchPage[] = [];
    for (const [page, text] of members.slice(from, to)) {
      const sections = text === null ? [] : (await task.get(document, text)).document.sections;
      texts.push({ ...page, sections });
    }
    return { levels, texts };
  };
  const segment = define<Segment>({
    name: "search segment",
    keep: "disk",
    isLarge: true,
    run: async (task, key, last) => {
      const at = await changedPage(task, { pages, document }, key);
      const before = at === -1 ? undefined : last();
      const { levels, texts } = await pagesWithTexts(task, key, ...(before === undefined ? [] : [at, at + 1]));
      const [page] = texts;
      return before === undefined || page === undefined
        ? createSegment(texts, levels)
        : replacePage(before, at, page, levels);
    },
  });
  const contents = define<readonly (readonly string[])[]>({
    name: "segment contents",
    keep: "disk",
    isLarge: true,
    run: async (task, key, last) => {
      const at = await changedPage(task, { pages, document }, key);
      const before = at === -1 ? undefined : last();
      if (before === undefined) return slicesOf((await pagesWithTexts(task, key)).texts, PART_PAGES).map(contentsOf);
      const part = Math.floor(at / PART_PAGES);
      const { texts } = await pagesWithTexts(task, key, part * PART_PAGES, (part + 1) * PART_PAGES);
      return before.with(part, contentsOf(texts));
    },
  });
  const parts = define<SegmentParts>({
    name: "segment parts",
    keep: "graph",
    run: async (task, key) => partsOf(await task.get(segment, key), await task.get(contents, key)),
  });
  const part = define<string>({
    name: "search part",
    keep: "output",
    run: async (task, key) => {
      const [locale = "", tag = "", number = "", place = ""] = splitKey(key);
      return JSON.stringify((await task.get(contents, joinKey(locale, tag, number)))[Number(place)]);
    },
  });
  return { segment, contents, parts, part };
}

/** Position of the page of a segment whose text has changed since a task ran; -1 if not only one page has changed. */
async function changedPage(
  task: Task,
  { pages, document }: { readonly pages: TaskDef<SegmentPages>; readonly document: TextTasks["document"] },
  key: string,
): Promise<number> {
  if ((await task.digest(pages, key)) !== task.lastDigest(pages, key)) return -1;
  const changed: number[] = [];
  for (const [at, [, text]] of (await task.get(pages, key)).pages.entries()) {
    if (text !== null && (await task.digest(document, text)) !== task.lastDigest(document, text)) changed.push(at);
  }
  return changed.length === 1 ? (changed[0] ?? -1) : -1;
}

function partsOf(segment: Segment, contents: readonly (readonly string[])[]): SegmentParts {
  const files = contents.map((part): SearchPart => {
    const name = hash("sha256", JSON.stringify(part)).slice(0, 16);
    return [part.length, `assets/search-${name}.json`];
  });
  const whole = encodeSegment(segment, 0, contents.flat());
  return { files, size: whole.documents.length + JSON.stringify(whole.index).length };
}

/** Pages of one index, in order. */
function searchedPages({ pages }: Plan, tag: string): SourcePage[] {
  return pages.filter((page) => {
    const { search } = PAGE_KINDS[page.kind];
    const { unlisted, search: wanted } = page.frontMatter;
    if (unlisted === true || wanted === false || search === undefined) return false;
    return tag === (search === "docs" ? docsSearchTag(page.plugin, page.version) : OTHER_SEARCH_TAG);
  });
}

function searchedPage(page: SourcePage, plan: Plan): Omit<SearchPage, "sections"> {
  const { search } = page.frontMatter;
  return {
    route: page.route,
    title: page.title,
    tags: (page.tags ?? []).map(({ label }) => label),
    parents: plan.parentsOf(page),
    label: plan.labelOf(page),
    description: page.frontMatter.description ?? "",
    keywords: page.frontMatter.keywords ?? [],
    badge: page.frontMatter.badge,
    boost: typeof search === "object" ? search.boost : undefined,
    type: PAGE_KINDS[page.kind].search ?? "other",
  };
}
