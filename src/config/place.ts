import { positionAt } from "../shared/line-at.ts";
import type { Place } from "../shared/problem.ts";
import { escapePattern } from "../shared/text.ts";

/**
 * Finds a text of the configuration in the files that it is written in. Their code is run, so that a
 * value may come from anywhere: where it is put together, the first line stands for it.
 *
 * @param sources texts by path, the configuration itself first
 * @param key name of the field that holds it
 * @param nth which of several fields with this value, from 0
 */
export function placeInConfig(sources: ReadonlyMap<string, string>, key: string, value: string, nth = 0): Place {
  const text = `(["'\`])${escapePattern(value)}\\1`;
  return (
    nthMatch(sources, new RegExp(`(?<=\\b${escapePattern(key)}["']?\\s*:\\s*)${text}`, "g"), nth) ??
    nthMatch(sources, new RegExp(text, "g"), 0) ??
    nthMatch(sources, new RegExp(`\\b${escapePattern(key)}["']?\\s*:`, "g"), 0) ?? {
      path: sources.keys().next().value ?? "",
      line: 1,
      column: 1,
    }
  );
}

/** The same for a regular expression, found as it prints itself. */
export function placeOfPattern(sources: ReadonlyMap<string, string>, pattern: RegExp): Place {
  return (
    nthMatch(sources, new RegExp(escapePattern(String(pattern)), "g"), 0) ??
    placeInConfig(sources, "ignore", pattern.source)
  );
}

function nthMatch(sources: ReadonlyMap<string, string>, pattern: RegExp, nth: number): Place | undefined {
  const found = [...sources].flatMap(([path, source]) => {
    return [...source.matchAll(pattern)].map(({ index }) => ({ path, ...positionAt(source, index) }));
  });
  return found[Math.min(nth, found.length - 1)];
}
