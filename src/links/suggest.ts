import { groupBy } from "../shared/group-by.ts";
import { nearest } from "../shared/nearest.ts";
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

function createSuggester(list: () => readonly string[]): Suggester {
  const candidates = once(() => {
    const all = list();
    return {
      byCollisionKey: groupBy(all, (candidate) => collisionKey(routeKey(candidate))),
      byName: groupBy(all, (candidate) => nameOf(routeKey(candidate))),
      byLength: groupBy(all, ({ length }) => length),
    };
  });
  const cache = new Map<string, string | undefined>();
  /** The maximum distance depends only on the length of the name, not of the folders before it. */
  const nearOf = (wanted: string): string | undefined => {
    const { byName, byLength } = candidates();
    const name = nameOf(routeKey(wanted));
    const sameName = /^index\.mdx?$/.test(name) ? [] : (byName.get(name) ?? []);
    if (sameName.length === 1) return sameName[0];
    const limit = Math.max(1, Math.floor(name.replace(/\.\w+$/, "").length / 3));
    const lengths = Array.from({ length: limit + 1 }, (_, away) => [wanted.length - away, wanted.length + away]);
    const similar = [...new Set(lengths.flat())].flatMap((length) => byLength.get(length) ?? []);
    return nearest(wanted, similar, () => limit);
  };
  return {
    ignoringCase: (wanted) => {
      const same = candidates().byCollisionKey.get(collisionKey(routeKey(wanted)));
      return same?.length === 1 ? same[0] : undefined;
    },
    near: (wanted) => {
      if (!cache.has(wanted)) cache.set(wanted, nearOf(wanted));
      return cache.get(wanted);
    },
  };
}
