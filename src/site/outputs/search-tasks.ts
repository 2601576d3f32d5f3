import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import type { SearchPart } from "../../search/build-index.ts";
import { languageName } from "../../search/language.ts";
import { type EncodedSegment, encodeSegment, mergeSegments } from "../../search/merge-segments.ts";
import { replaceSegment } from "../../search/replace-segment.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { Setup } from "../setup.ts";
import type { TextTasks } from "../texts/text-tasks.ts";
import { createSegmentTasks, type SegmentParts, type SegmentTasks, segmentPages } from "./segment-tasks.ts";

/** How an index is stored. */
export interface IndexLayout {
  /** Number of documents of each segment. */
  readonly segments: readonly number[];
  /** Files with the contents of each segment; undefined if the index itself holds them. */
  readonly parts: readonly SegmentParts["files"][] | undefined;
}

/** Tasks of the search indexes, which are merged from segments. */
export interface SearchTasks extends Omit<SegmentTasks, "parts"> {
  /** The parts of an index. The key is that of `index`. */
  readonly layout: TaskDef<IndexLayout>;
  /** An index file, encoded. The key is the language and the search tag. */
  readonly index: TaskDef<Uint8Array>;
}

export function createSearchTasks(
  setup: Setup,
  { site, texts: { document } }: { readonly site: SiteTask; readonly texts: TextTasks },
): SearchTasks {
  const { define } = setup;
  const { segment, contents, parts, part } = createSegmentTasks(setup, site, document);
  const layout = define<IndexLayout>({
    name: "search layout",
    keep: "graph",
    run: async (task, key) => {
      const [locale = "", tag = ""] = splitKey(key);
      const { plan } = await task.get(site, locale);
      const all: SegmentParts[] = [];
      for (const number of segmentPages(plan, tag).keys()) all.push(await task.get(parts, joinKey(key, number)));
      const isSplit = sumOf(all.map(({ size }) => size)) > plan.config.search.splitIndexAbove;
      const segments = all.map(({ files }) => sumOf(files.map(([documents]) => documents)));
      return { segments, parts: isSplit ? all.map(({ files }) => files) : undefined };
    },
  });
  const index = define<Uint8Array>({
    name: "search index",
    keep: "output",
    isLarge: true,
    run: async (task, key, last) => {
      const { plan } = await task.get(site, splitKey(key)[0] ?? "");
      const { segments: lengths, parts } = await task.get(layout, key);
      const settings = { synonyms: plan.config.search.synonyms, language: languageName(plan.locale.htmlLang) };
      const files = parts?.flat().map(([length, file]): SearchPart => [length, plan.assetsUrl + file]);
      const encode = async (number: number): Promise<EncodedSegment> => {
        const from = joinKey(key, number);
        const texts = parts === undefined ? (await task.get(contents, from)).flat() : undefined;
        return encodeSegment(await task.get(segment, from), sumOf(lengths.slice(0, number)), texts);
      };
      const changed = await changedSegment(task, { segment, contents }, key, lengths.length, parts === undefined);
      const before = changed === undefined ? undefined : last();
      if (changed !== undefined && before !== undefined) {
        const first = sumOf(lengths.slice(0, changed));
        const others = sumOf(lengths) - (lengths[changed] ?? 0);
        return replaceSegment(before, { first, others, segment: await encode(changed) }, settings, files);
      }
      const segments: EncodedSegment[] = [];
      for (const number of lengths.keys()) segments.push(await encode(number));
      return mergeSegments(segments, settings, files);
    },
  });
  return { segment, contents, layout, part, index };
}

/**
 * The number of the segment that has changed since an index was made; undefined if that is not exactly one.
 *
 * @param key of the index
 * @param count number of its segments
 * @param isWhole whether it holds the whole contents
 */
async function changedSegment(
  task: Task,
  { segment, contents }: Pick<SearchTasks, "segment" | "contents">,
  key: string,
  count: number,
  isWhole: boolean,
): Promise<number | undefined> {
  const isSame = async <T>(of: TaskDef<T>, from: string) => (await task.digest(of, from)) === task.lastDigest(of, from);
  // More segments than now, or another layout: all of them are merged.
  if (task.lastDigest(segment, joinKey(key, count)) !== undefined) return undefined;
  if ((task.lastDigest(contents, joinKey(key, 0)) !== undefined) !== isWhole) return undefined;
  const changed: number[] = [];
  for (let number = 0; number < count; number++) {
    const from = joinKey(key, number);
    if (task.lastDigest(segment, from) === undefined) return undefined;
    const hasSameIndex = await isSame(segment, from);
    const hasSameContents = !isWhole || (await isSame(contents, from));
    if (!hasSameIndex || !hasSameContents) changed.push(number);
  }
  return changed.length === 1 ? changed[0] : undefined;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
