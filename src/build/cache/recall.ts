import type { Checked, Make, Reading } from "../../content/memory.ts";
import type { SourcePage } from "../../content/types.ts";
import type { SiteMemory } from "../site.ts";
import { keyOf } from "./record.ts";
import type { Look } from "./snapshot.ts";
import type { Store } from "./store.ts";

const KIND = "scan";

/** What is known of pages, but for their texts, from the last time that a site was read, as long as their files stay. */
export interface Recall {
  readonly memory: SiteMemory;
  /** Keeps what is known now for the next time. */
  readonly keep: () => void;
}

/** Pages without a fault, by what was made of which file. */
type Known = Readonly<Record<string, SourcePage>>;

/** What pages are read by. */
export interface ReadBy {
  /** What the configuration evaluated to. */
  readonly config: unknown;
  /** Name of the language. */
  readonly locale: string;
}

/** @param look what the site's files hold */
export function createRecall(store: Store, { config, locale }: ReadBy, { snapshot, content, sources }: Look): Recall {
  const name = keyOf(config, locale);
  const last = new Map(Object.entries((store.get(KIND, name) ?? {}) as Known));
  const known = new Map<string, SourcePage>();
  let isGrown = false;

  const read = <T extends Checked>(path: string, kind: string, by: string, make: Make<T>): Reading<T> => {
    const key = `${kind} ${by} ${path}`;
    const kept = last.get(key);
    if (kept !== undefined && kept.hash === snapshot[path]) {
      known.set(key, kept);
      return { value: { source: kept, problems: [] } as unknown as T, faults: [] };
    }
    const value = make(sources.get(path));
    const source = value.problems.length === 0 && "source" in value ? (value.source as SourcePage) : undefined;
    if (source?.format === "md" && source.hash === snapshot[path]) {
      known.set(key, source.body === undefined ? source : { ...source, body: undefined });
      isGrown = true;
    }
    return { value, faults: [] };
  };
  return {
    memory: { walked: content, read, medium: (_, make) => make() },
    keep: () => {
      if (isGrown) store.put(KIND, name, Object.fromEntries(known));
    },
  };
}
