import { hash } from "node:crypto";
import { PAGE_KINDS, type SourcePage } from "../../content/content-types.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import { contentsOf, createSegment, type SearchPart, type Segment } from "../../search/build-index.ts";
import { languageName } from "../../search/language.ts";
import { type EncodedSegment, encodeSegment, mergeSegments } from "../../search/merge-segments.ts";
import { replacePage, replaceSegment } from "../../search/replace-segment.ts";
import type { SearchPage } from "../../search/search-page.ts";
import type { Plan } from "../model/plan.ts";
import { docsSearchTag, OTHER_SEARCH_TAG } from "../model/plan-site-data.ts";
import type { IndexLayout, SegmentParts, Setup, SiteTasks } from "../tasks.ts";
import { documentKey } from "../texts/text-tasks.ts";

/** Tasks for the search indexes: a segment for each page, joined to an index for each part of the site. */
export function createSearchTasks(setup: Setup): SiteTasks["search"] {
  const { define, tasks } = setup;
  const { segment, contents, parts, part } = createSegmentTasks(setup);
  const layout = define<IndexLayout>("search layout", { keep: "graph" }, async (task, key) => {
    const [locale = "", tag = ""] = splitKey(key);
    const { plan } = await task.get(tasks.site, locale);
    const all: SegmentParts[] = [];
    for (const number of segmentPages(plan, tag).keys()) all.push(await task.get(parts, joinKey(key, number)));
    const isSplit = sumOf(all.map(({ size }) => size)) > plan.config.search.splitIndexAbove;
    const segments = all.map(({ files }) => sumOf(files.map(([documents]) => documents)));
    return { segments, parts: isSplit ? all.map(({ files }) => files) : undefined };
  });
  /** The number of the segment that has changed since an index was made; undefined if that is not exactly one. */
  const changedSegment = async (task: Task, key: string, count: number, hasContents: boolean) => {
    const isSame = async <T>(of: TaskDef<T>, from: string) =>
      (await task.digest(of, from)) === task.lastDigest(of, from);
    // More segments than now, or another layout: all of them are merged.
    if (task.lastDigest(segment, joinKey(key, count)) !== undefined) return undefined;
    if ((task.lastDigest(contents, joinKey(key, 0)) !== undefined) !== hasContents) return undefined;
    const changed: number[] = [];
    for (let number = 0; number < count; number++) {
      const from = joinKey(key, number);
      if (task.lastDigest(segment, from) === undefined) return undefined;
      const hasSameIndex = await isSame(segment, from);
      const hasSameContents = !hasContents || (await isSame(contents, from));
      if (!hasSameIndex || !hasSameContents) changed.push(number);
    }
    return changed.length === 1 ? changed[0] : undefined;
  };
  const index = define<Uint8Array>("search index", { keep: "output", isLarge: true }, async (task, key, last) => {
    const { plan } = await task.get(tasks.site, splitKey(key)[0] ?? "");
    const { segments: lengths, parts } = await task.get(layout, key);
    const settings = { synonyms: plan.config.search.synonyms, language: languageName(plan.locale.htmlLang) };
    const files = parts?.flat().map(([length, file]): SearchPart => [length, plan.assetsUrl + file]);
    const encode = async (number: number): Promise<EncodedSegment> => {
      const from = joinKey(key, number);
      const texts = parts === undefined ? (await task.get(contents, from)).flat() : undefined;
      return encodeSegment(await task.get(segment, from), sumOf(lengths.slice(0, number)), texts);
    };
    const changed = await changedSegment(task, key, lengths.length, parts === undefined);
    const before = changed === undefined ? undefined : last();
    if (changed !== undefined && before !== undefined) {
      const first = sumOf(lengths.slice(0, changed));
      const others = sumOf(lengths) - (lengths[changed] ?? 0);
      return replaceSegment(before, { first, others, segment: await encode(changed) }, settings, files);
    }
    const segments: EncodedSegment[] = [];
    for (const number of lengths.keys()) segments.push(await encode(number));
    return mergeSegments(segments, settings, files);
  });
  return { segment, contents, layout, part, index };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

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

function createSegmentTasks({ define, tasks }: Setup) {
  const pages = define<SegmentPages>("segment pages", { keep: "memory" }, async (task, key) => {
    const [locale = "", tag = "", number = ""] = splitKey(key);
    const { plan } = await task.get(tasks.site, locale);
    const members = segmentPages(plan, tag)[Number(number)] ?? [];
    return {
      levels: plan.config.search.indexDocSidebarParentCategories,
      pages: members.map((page) => {
        return [searchedPage(page, plan), page.format === "md" ? documentKey(page, plan) : null] as const;
      }),
    };
  });
  /** Pages of a segment with their texts. @param from position of the first one @param to after the last one */
  const pagesWithTexts = async (task: Task, key: string, from = 0, to?: number) => {
    const { levels, pages: members } = await task.get(pages, key);
    const texts: SearchPage[] = [];
    for (const [page, text] of members.slice(from, to)) {
      const sections = text === null ? [] : (await task.get(tasks.texts.document, text)).document.sections;
      texts.push({ ...page, sections });
    }
    return { levels, texts };
  };
  /** Position of the page whose text has changed since the task ran; -1 if not only one page has changed. */
  const changedPage = async (task: Task, key: string): Promise<number> => {
    const { document } = tasks.texts;
    if ((await task.digest(pages, key)) !== task.lastDigest(pages, key)) return -1;
    const changed: number[] = [];
    for (const [at, [, text]] of (await task.get(pages, key)).pages.entries()) {
      if (text !== null && (await task.digest(document, text)) !== task.lastDigest(document, text)) changed.push(at);
    }
    return changed.length === 1 ? (changed[0] ?? -1) : -1;
  };
  const segment = define<Segment>("search segment", { keep: "disk", isLarge: true }, async (task, key, last) => {
    const at = await changedPage(task, key);
    const before = at === -1 ? undefined : last();
    const { levels, texts } = await pagesWithTexts(task, key, ...(before === undefined ? [] : [at, at + 1]));
    const [page] = texts;
    return before === undefined || page === undefined
      ? createSegment(texts, levels)
      : replacePage(before, at, page, levels);
  });
  const contents = define<readonly (readonly string[])[]>(
    "segment contents",
    { keep: "disk", isLarge: true },
    async (task, key, last) => {
      const at = await changedPage(task, key);
      const before = at === -1 ? undefined : last();
      if (before === undefined) return slicesOf((await pagesWithTexts(task, key)).texts, PART_PAGES).map(contentsOf);
      const part = Math.floor(at / PART_PAGES);
      const { texts } = await pagesWithTexts(task, key, part * PART_PAGES, (part + 1) * PART_PAGES);
      return before.with(part, contentsOf(texts));
    },
  );
  const parts = define<SegmentParts>("segment parts", { keep: "graph" }, async (task, key) =>
    partsOf(await task.get(segment, key), await task.get(contents, key)),
  );
  const part = define<string>("search part", { keep: "output" }, async (task, key) => {
    const [locale = "", tag = "", number = "", place = ""] = splitKey(key);
    return JSON.stringify((await task.get(contents, joinKey(locale, tag, number)))[Number(place)]);
  });
  return { segment, contents, parts, part };
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
