import type { SourcePage } from "../../content/content-types.ts";
import { PAGE_KINDS } from "../../content/page-kinds.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { TaskDef } from "../../engine/task.ts";
import {
  createSegment,
  type EncodedSegment,
  encodeSegment,
  mergeSegments,
  type Segment,
} from "../../search/build-index.ts";
import { languageName } from "../../search/language.ts";
import type { SearchPage } from "../../search/search-page.ts";
import { docsSearchTag, OTHER_SEARCH_TAG, type Plan } from "../model/plan.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Setup } from "../setup.ts";
import { documentKey, type TextTasks } from "../texts/text-tasks.ts";

/** Number of pages in a segment of a small index: few enough that indexing them again after an edit is fast. */
const SEGMENT_PAGES = 16;
/** Maximum number of segments: reading more takes longer than indexing an edited one again. */
const MAX_SEGMENTS = 128;

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
  const size = segmentSize(pages.length);
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, number) => {
    return pages.slice(number * size, (number + 1) * size);
  });
}

interface SegmentPages {
  readonly levels: number;
  /** For each page, its search data besides the text, and the key of its document; null for a page without a text. */
  readonly pages: readonly (readonly [Omit<SearchPage, "sections">, string | null])[];
}

/** Tasks of the search indexes, which are merged from segments. */
export interface SearchTasks {
  /** Keys come from `segmentsOf`. */
  readonly segment: TaskDef<Segment>;
  /** The index of a language and a search tag, encoded. */
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
  /** Index of the pages of one segment. Keys are those of `segmentsOf`. */
  const segment = define<Segment>({
    name: "segment",
    keep: "disk",
    isLarge: true,
    run: async (task, key) => {
      const { levels, pages: members } = await task.get(pages, key);
      const texts: SearchPage[] = [];
      for (const [page, text] of members) {
        const sections = text === null ? [] : (await task.get(document, text)).document.sections;
        texts.push({ ...page, sections });
      }
      return createSegment(texts, levels);
    },
  });
  /** An index file. The key is the language and the tag. */
  const index = define<Uint8Array>({
    name: "search index",
    keep: "output",
    isLarge: true,
    run: async (task, key) => {
      const [locale = "", tag = ""] = splitKey(key);
      const { plan } = await task.get(site, locale);
      const segments: EncodedSegment[] = [];
      let first = 0;
      for (const number of segmentPages(plan, tag).keys()) {
        const part = await task.get(segment, joinKey(locale, tag, number));
        segments.push(encodeSegment(part, first));
        first += part.documents.length;
      }
      return mergeSegments(segments, {
        synonyms: plan.config.search.synonyms,
        language: languageName(plan.locale.htmlLang),
      });
    },
  });
  return { segment, index };
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
