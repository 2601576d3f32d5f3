import type { SiteMemory } from "../build/site.ts";
import type { Checked, Reading } from "../content/memory.ts";
import { pageTitle } from "../content/title.ts";
import type { SourcePage } from "../content/types.ts";
import { hasErrors } from "../shared/problem.ts";

/** What the server knows of the files of a site in one language. */
export interface FileMemory extends SiteMemory {
  /** @param recall makes what is not known, for this time; default: `make`, which reads the file */
  readonly read: <T extends Checked>(
    path: string,
    kind: string,
    by: string,
    make: () => T,
    recall?: () => T,
  ) => Reading<T>;
  /** Files that have changed are read anew the next time. */
  readonly forget: (paths: Iterable<string>) => void;
  readonly forgetAll: () => void;
  /** True for files that the site was made of, and for folders that hold such. */
  readonly has: (path: string) => boolean;
  /**
   * Reads a page's file again.
   *
   * @param path relative to the root
   * @returns the page, where nothing but its text has changed; undefined where the site must be laid out anew
   */
  readonly readText: (path: string) => SourcePage | undefined;
}

interface Entry {
  readonly by: string;
  readonly make: () => Checked;
  readonly reading: Reading<Checked>;
}

/** A memory in which the last good state of a file stands as long as the file is broken. */
export function createFileMemory(): FileMemory {
  /** By path, then by kind. */
  const entries = new Map<string, Map<string, Entry>>();
  const media = new Map<string, Promise<unknown>>();
  /** The last good state of what was forgotten. */
  const good = new Map<string, Checked>();

  const read = <T extends Checked>(
    path: string,
    kind: string,
    by: string,
    make: () => T,
    recall: () => T = make,
  ): Reading<T> => {
    const kinds = entries.get(path) ?? new Map<string, Entry>();
    const known = kinds.get(kind);
    if (known?.by === by) return known.reading as Reading<T>;
    if (known !== undefined) keepGood(path, kind, known);
    const value = recall();
    const kept = hasErrors(value.problems) ? good.get(goodKey(path, kind)) : undefined;
    const reading: Reading<Checked> =
      kept === undefined ? { value, faults: [] } : { value: kept, faults: value.problems };
    entries.set(path, kinds.set(kind, { by, make, reading }));
    return reading as Reading<T>;
  };
  const goodKey = (path: string, kind: string) => `${kind} ${path}`;
  const keepGood = (path: string, kind: string, { reading: { value } }: Entry) => {
    if (!hasErrors(value.problems)) good.set(goodKey(path, kind), value);
  };
  const forget = (path: string) => {
    for (const [kind, entry] of entries.get(path) ?? []) keepGood(path, kind, entry);
    entries.delete(path);
    media.delete(path);
  };
  return {
    read,
    medium: <T>(path: string, make: () => Promise<T>): Promise<T> => {
      const known = media.get(path) as Promise<T> | undefined;
      const made = known ?? make();
      media.set(path, made);
      made.catch(() => media.delete(path));
      return made;
    },
    forget: (paths) => {
      for (const path of paths) forget(path);
    },
    has: (path) => {
      if (entries.has(path) || media.has(path)) return true;
      for (const files of [entries, media]) {
        for (const file of files.keys()) if (file.startsWith(`${path}/`)) return true;
      }
      return false;
    },
    forgetAll: () => {
      for (const path of [...entries.keys()]) forget(path);
      media.clear();
    },
    readText: (path) => {
      const kinds = entries.get(path);
      const [kind, entry] = kinds?.size === 1 ? ([...kinds][0] ?? []) : [];
      if (kinds === undefined || kind === undefined || entry === undefined || entry.reading.faults.length > 0) {
        return undefined;
      }
      const before = pageOf(entry.reading.value);
      const value = attempt(entry.make);
      if (value === undefined) return undefined;
      const after = pageOf(value);
      if (
        before === undefined ||
        after === undefined ||
        metadata(before, entry.reading.value) !== metadata(after, value)
      ) {
        return undefined;
      }
      kinds.set(kind, { ...entry, reading: { value, faults: [] } });
      return after;
    },
  };
}

/** A file that is gone again, or can't be read, is the scan's to report. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function pageOf(value: Checked): SourcePage | undefined {
  return "source" in value ? (value.source as SourcePage) : undefined;
}

/** All that the site's plan is made of, which is everything but the text. */
function metadata(page: SourcePage, { problems }: Checked): string {
  const { body, bodyLine, hash, ...rest } = page;
  return JSON.stringify([rest, pageTitle(page), problems]);
}
