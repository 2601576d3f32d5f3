import { groupBy } from "../shared/group-by.ts";
import { editDistance } from "../shared/nearest.ts";
import { once } from "../shared/once.ts";
import { collisionKey, nameOf, type Route, routeKey } from "../shared/route.ts";
import type { SiteIndex } from "./site-index.ts";

/** Finds the most likely targets of broken links. */
export interface Suggester {
  /** The only candidate that differs just in case or Unicode normalisation; undefined if there are several. */
  readonly ignoringCase: (wanted: string) => string | undefined;
  /** The candidate with the same name elsewhere, or with a similar name. */
  readonly near: (wanted: string) => string | undefined;
}

/** Suggesters for addresses, paths of pages, and paths of files beside pages. */
export interface Suggestions {
  readonly address: Suggester;
  readonly path: Suggester;
  readonly file: Suggester;
}

/** @returns suggesters that index their candidates on first use: most sites have no broken link */
export function createSuggestions(index: SiteIndex): Suggestions {
  return {
    address: createSuggester(() => {
      const files = [...index.media.keys()].filter((key) => key.startsWith("/"));
      return [...new Set<Route>([...index.routes.values(), ...files])];
    }),
    path: createSuggester(() => [...index.paths.keys()]),
    file: createSuggester(() => [...index.media.keys()].filter((key) => !key.startsWith("/"))),
  };
}

interface Candidates {
  readonly byCollisionKey: ReadonlyMap<string, readonly string[]>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** By length of the text, which is in lower case. */
  readonly byLength: ReadonlyMap<number, readonly { readonly text: string; readonly candidate: string }[]>;
}

function createSuggester(list: () => readonly string[]): Suggester {
  const candidates = once(() => sortCandidates(list()));
  const cache = new Map<string, string | undefined>();
  return {
    ignoringCase: (wanted) => {
      const same = candidates().byCollisionKey.get(collisionKey(routeKey(wanted)));
      return same?.length === 1 ? same[0] : undefined;
    },
    near: (wanted) => {
      if (!cache.has(wanted)) cache.set(wanted, nearest(wanted, candidates()));
      return cache.get(wanted);
    },
  };
}

function sortCandidates(list: readonly string[]): Candidates {
  const texts = list.map((candidate) => ({ text: candidate.toLowerCase(), candidate }));
  return {
    byCollisionKey: groupBy(list, (candidate) => collisionKey(routeKey(candidate))),
    byName: groupBy(list, (candidate) => nameOf(routeKey(candidate))),
    byLength: groupBy(texts, ({ text }) => text.length),
  };
}

/**
 * The nearest candidate by edit distance; on a tie, the first. The maximum distance depends only on the length of the
 * name.
 */
function nearest(wanted: string, { byName, byLength }: Candidates): string | undefined {
  const name = nameOf(routeKey(wanted));
  const sameName = /^index\.mdx?$/.test(name) ? [] : (byName.get(name) ?? []);
  if (sameName.length === 1) return sameName[0];
  const text = wanted.toLowerCase();
  let limit = Math.max(1, Math.floor(name.replace(/\.\w+$/, "").length / 3));
  let best: string | undefined;
  for (let away = 0; away <= limit; away++) {
    for (const length of new Set([text.length - away, text.length + away])) {
      for (const other of byLength.get(length) ?? []) {
        const distance = editDistance(text, other.text, limit);
        if (distance > limit || (distance === limit && best !== undefined)) continue;
        best = other.candidate;
        limit = distance;
      }
    }
  }
  return best;
}
