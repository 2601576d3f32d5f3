import type { FileState, WriteFile } from "../output/types.ts";
import { createWriteFile } from "../output/write-file.ts";
import { createSegment, mergeSegments, type Segment } from "../search/build-index.ts";
import type { SearchPage } from "../search/sections.ts";

/** What can be done in another thread, by name. */
export interface HelperTasks {
  readonly write: (...file: Parameters<WriteFile>) => FileState;
  /** Makes a segment of a search index. @param pages the JSON of a `SearchPage` each */
  readonly segment: (pages: readonly string[], parentLevels: number) => Segment;
  /** Makes a search index of its segments. @returns bytes that share their memory with no other value */
  readonly merge: (...segments: Parameters<typeof mergeSegments>) => Uint8Array;
}

export function createHelperTasks(): HelperTasks {
  return {
    write: createWriteFile(),
    segment: (pages, parentLevels) => {
      return createSegment(
        pages.map((page) => JSON.parse(page) as SearchPage),
        parentLevels,
      );
    },
    merge: (...segments) => new TextEncoder().encode(mergeSegments(...segments)),
  };
}
