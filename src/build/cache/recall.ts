import type { Checked, Reading } from "../../content/memory.ts";
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
type Known = Readonly<Record<string, Omit<SourcePage, "body">>>;

/** What pages are read by. */
export interface ReadBy {
  /** What the configuration evaluated to. */
  readonly config: unknown;
  /** Name of the language. */
  readonly locale: string;
}

/** @param look what the site's files hold */
export function createRecall(store: Store, { config, locale }: ReadBy, { snapshot, content }: Look): Recall {
  const name = keyOf(config, locale);
  const last = (store.get(KIND, name) ?? {}) as Known;
  const known: Record<string, Omit<SourcePage, "body">> = Object.create(null);
  let isGrown = false;

  const read = <T extends Checked>(path: string, kind: string, by: string, make: () => T): Reading<T> => {
    const key = `${kind} ${by} ${path}`;
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
