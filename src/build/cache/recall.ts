import type { Checked, Reading } from "../../content/memory.ts";
import type { SourcePage } from "../../content/types.ts";
import type { SiteMemory } from "../site.ts";
import type { Look } from "./snapshot.ts";
import type { Store } from "./store.ts";

const KIND = "scan";

/** What is known of pages from the last build, as long as their files are what they were; their texts are not. */
export interface Recall {
  readonly memory: SiteMemory;
  /** Keeps what is known now for the next build. */
  readonly keep: () => void;
}

/** Pages without a fault, by what was made of which file. */
type Known = Readonly<Record<string, Omit<SourcePage, "body">>>;

/**
 * @param name stands for the output folder, for the options that a build takes, and for all that pages
 * are read by: the configuration and the language
 * @param look what the site's files hold
 */
export function createRecall(store: Store, name: string, { snapshot, content }: Look): Recall {
  const last = (store.get(KIND, name) ?? {}) as Known;
  const known: Record<string, Omit<SourcePage, "body">> = Object.create(null);
  let isGrown = false;

  const read = <T extends Checked>(path: string, kind: string, make: () => T): Reading<T> => {
    const key = `${kind} ${path}`;
    const kept = Object.hasOwn(last, key) ? last[key] : undefined;
    if (kept !== undefined && kept.hash === snapshot[path]) {
      known[key] = kept;
      return { value: { source: kept, problems: [] } as unknown as T, faults: [] };
    }
    const value = make();
    const source = value.problems.length === 0 && "source" in value ? (value.source as SourcePage) : undefined;
    if (source?.format === "md" && source.hash === snapshot[path]) {
      const { body, ...rest } = source;
      known[key] = rest;
      isGrown = true;
    }
    return { value, faults: [] };
  };
  return {
    memory: { walked: content, read, medium: (_, make) => make() },
    keep: () => {
      if (isGrown) store.put(KIND, name, known);
    },
  };
}
