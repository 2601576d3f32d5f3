import type { PutPart } from "../output/types.ts";
import type { SearchPage } from "../search/documents.ts";
import { createIndexWriter } from "../search/index-writer.ts";
import { createHeldParts } from "./held-parts.ts";

/** What `createIndexWriter` takes. */
export type IndexSettings = readonly [parentLevels: number, synonyms: Parameters<typeof createIndexWriter>[1]];

/** What a page brings to the search, its sections as JSON: as objects they would take several times as much. */
export interface IndexedPage extends Omit<SearchPage, "sections"> {
  /** Undefined for a page without text. */
  readonly sections: Uint8Array | undefined;
}

/** An index that grows while pages are made. Its file is held in memory until there is a place for it. */
export interface IndexDraft {
  readonly add: (page: IndexedPage) => void;
  /** To be called after the last page; more calls do nothing. */
  readonly end: () => void;
  /** Gives what is held and lets it go; what comes from then on is passed on as it comes. */
  readonly passOn: (put: PutPart) => void;
  /** Ends when everything is passed on. To be called after `end` and `passOn`. */
  readonly done: () => Promise<void>;
}

export function withSections({ sections, ...page }: IndexedPage): SearchPage {
  const text = sections === undefined ? "[]" : Buffer.from(sections.buffer, sections.byteOffset, sections.length);
  return { ...page, sections: JSON.parse(text.toString("utf8")) as SearchPage["sections"] };
}

/** Counts in this thread. */
export function createLocalDraft(settings: IndexSettings): IndexDraft {
  const held = createHeldParts();
  let pass: PutPart | undefined;
  let isEnded = false;
  const writer = createIndexWriter(...settings, (part) => {
    if (pass === undefined) held.hold(part);
    else pass(part);
  });
  return {
    add: (page) => writer.add(withSections(page)),
    end: () => {
      if (!isEnded) writer.end();
      isEnded = true;
    },
    passOn: (put) => {
      for (const part of held.release()) put(part);
      pass = put;
    },
    done: async () => {},
  };
}

/** An index in another thread. */
export interface RemoteIndex {
  readonly add: (page: IndexedPage) => void;
  /** @returns the parts of its file */
  readonly end: () => Promise<readonly Uint8Array[]>;
}

/** Has another thread count: this one may go on. */
export function createRemoteDraft({ add, end }: RemoteIndex): IndexDraft {
  let ended: Promise<readonly Uint8Array[]> | undefined;
  let pass: PutPart | undefined;
  return {
    add,
    end: () => {
      ended ??= end();
      // Whoever waits for it is told; that may be later.
      ended.catch(() => undefined);
    },
    passOn: (put) => {
      pass = put;
    },
    done: async () => {
      for (const part of (await ended) ?? []) pass?.(part);
    },
  };
}
