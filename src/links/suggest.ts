import { groupBy } from "../shared/group-by.ts";
import { editDistance } from "../shared/nearest.ts";
import { foldedKey, nameOf, type Route, routeKey } from "../shared/route.ts";
import type { SiteIndex } from "./site-index.ts";

/** Finds what a broken link most likely meant. */
export interface Suggester {
  /** What differs only by case or Unicode form, where just one does. */
  readonly ignoringCase: (wanted: string) => string | undefined;
  /** The one of the same name elsewhere, or one of a similar name. */
  readonly near: (wanted: string) => string | undefined;
}

/** Suggesters for what a site has: addresses, paths of pages, and paths of files beside pages. */
export interface Suggestions {
  readonly address: Suggester;
  readonly path: Suggester;
  readonly file: Suggester;
}

/** @returns suggesters that sort their candidates only once they are asked: most sites have no broken link */
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
  readonly byFolded: ReadonlyMap<string, readonly string[]>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** With their text in small letters. */
  readonly byLength: ReadonlyMap<number, readonly { readonly text: string; readonly candidate: string }[]>;
}

function createSuggester(list: () => readonly string[]): Suggester {
  let sorted: Candidates | undefined;
  const found = new Map<string, string | undefined>();
  const candidates = () => {
    sorted ??= sortCandidates(list());
    return sorted;
  };
  return {
    ignoringCase: (wanted) => {
      const same = candidates().byFolded.get(foldedKey(routeKey(wanted)));
      return same?.length === 1 ? same[0] : undefined;
    },
    near: (wanted) => {
      if (!found.has(wanted)) found.set(wanted, nearest(wanted, candidates()));
      return found.get(wanted);
    },
  };
}

function sortCandidates(list: readonly string[]): Candidates {
  const texts = list.map((candidate) => ({ text: candidate.toLowerCase(), candidate }));
  return {
    byFolded: groupBy(list, (candidate) => foldedKey(routeKey(candidate))),
    byName: groupBy(list, (candidate) => nameOf(routeKey(candidate))),
    byLength: groupBy(texts, ({ text }) => text.length),
  };
}

/** Of two that are as near, the first. How long the way is says nothing of how near it is: the name's length counts. */
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
