import { hash } from "node:crypto";
import type { SourcePage } from "../../content/content-types.ts";
import { PAGE_KINDS } from "../../content/page-kinds.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import { contentsOf, createSegment, type SearchPart, type Segment } from "../../search/build-index.ts";
import { languageName } from "../../search/language.ts";
import { type EncodedSegment, encodeSegment, mergeSegments } from "../../search/merge-segments.ts";
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

function segmentPages(plan: Plan, tag: string): SourcePage[][] {
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
interface SegmentParts {
  readonly files: readonly SearchPart[];
  /** Size of an index file of the segment alone, in bytes. */
  readonly size: number;
}

/** How an index is stored. */
export interface IndexLayout {
  /** Number of segments. */
  readonly segments: number;
  /** Files with the contents of each segment; undefined if the index itself holds them. */
  readonly parts: readonly SegmentParts["files"][] | undefined;
}

/** Tasks of the search indexes, which are merged from segments. */
export interface SearchTasks {
  /** Index of the pages of one segment. Keys come from `segmentsOf`. */
  readonly segment: TaskDef<Segment>;
  /** The whole contents of a segment's documents, by part. Keys come from `segmentsOf`. */
  readonly contents: TaskDef<readonly (readonly string[])[]>;
  /** The parts of an index. The key is that of `index`. */
  readonly layout: TaskDef<IndexLayout>;
  /** A file with contents. The key is that of the segment with the number of the part in it. */
  readonly part: TaskDef<string>;
  /** An index file, encoded. The key is the language and the search tag. */
  readonly index: TaskDef<Uint8Array>;
}

export function createSearchTasks(
  { define }: Setup,
  { site, texts: { document } }: { readonly site: SiteTask; readonly texts: TextTasks },
): SearchTasks {
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
  const pagesWithTexts = async (task: Task, key: string) => {
    const { levels, pages: members } = await task.get(pages, key);
    const texts: SearchPage[] = [];
    for (const [page, text] of members) {
      const sections = text === null ? [] : (await task.get(document, text)).document.sections;
      texts.push({ ...page, sections });
    }
    return { levels, texts };
  };
  const segment = define<Segment>({
    name: "search segment",
    keep: "disk",
    isLarge: true,
    run: async (task, key) => {
      const { levels, texts } = await pagesWithTexts(task, key);
      return createSegment(texts, levels);
    },
  });
  const contents = define<readonly (readonly string[])[]>({
    name: "segment contents",
    keep: "disk",
    isLarge: true,
    run: async (task, key) => {
      const { texts } = await pagesWithTexts(task, key);
      return slicesOf(texts, PART_PAGES).map(contentsOf);
    },
  });
  const parts = define<SegmentParts>({
    name: "segment parts",
    keep: "graph",
    run: async (task, key) => {
      const texts = await task.get(contents, key);
      const files = texts.map((part): SearchPart => {
        const name = hash("sha256", JSON.stringify(part)).slice(0, 16);
        return [part.length, `assets/search-${name}.json`];
      });
      const whole = encodeSegment(await task.get(segment, key), 0, texts.flat());
      return { files, size: whole.documents.length + JSON.stringify(whole.index).length };
    },
  });
  const part = define<string>({
    name: "search part",
    keep: "output",
    run: async (task, key) => {
      const [locale = "", tag = "", number = "", place = ""] = splitKey(key);
      return JSON.stringify((await task.get(contents, joinKey(locale, tag, number)))[Number(place)]);
    },
  });
  /** Parts of an index, by segment, if it is so large that it has any. */
  const layout = define<IndexLayout>({
    name: "search layout",
    keep: "graph",
    run: async (task, key) => {
      const [locale = "", tag = ""] = splitKey(key);
      const { plan } = await task.get(site, locale);
      const all: SegmentParts[] = [];
      for (const number of segmentPages(plan, tag).keys()) all.push(await task.get(parts, joinKey(key, number)));
      const isSplit = all.reduce((sum, { size }) => sum + size, 0) > plan.config.search.splitIndexAbove;
      return { segments: all.length, parts: isSplit ? all.map(({ files }) => files) : undefined };
    },
  });
  const index = define<Uint8Array>({
    name: "search index",
    keep: "output",
    isLarge: true,
    run: async (task, key) => {
      const { plan } = await task.get(site, splitKey(key)[0] ?? "");
      const { segments: count, parts } = await task.get(layout, key);
      const segments: EncodedSegment[] = [];
      let first = 0;
      for (let number = 0; number < count; number++) {
        const own = await task.get(segment, joinKey(key, number));
        const texts = parts === undefined ? (await task.get(contents, joinKey(key, number))).flat() : undefined;
        segments.push(encodeSegment(own, first, texts));
        first += own.documents.length;
      }
      const { synonyms } = plan.config.search;
      const files = parts?.flat().map(([length, file]): SearchPart => [length, plan.assetsUrl + file]);
      return mergeSegments(segments, { synonyms, language: languageName(plan.locale.htmlLang) }, files);
    },
  });
  return { segment, contents, layout, part, index };
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
