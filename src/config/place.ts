import { positionAt } from "../shared/line-at.ts";
import type { Position } from "../shared/problem.ts";
import { escapePattern } from "../shared/text.ts";

/**
 * Finds the place of a value in the configuration's files, by its text. If code computes the value, the place is that
 * of its key, or else the beginning of `site.config.ts`.
 *
 * @param sources texts by path, `site.config.ts` first
 * @param key name of the field that holds the value
 * @param nth which occurrence of the key with this value, from 0
 */
export function placeInConfig(sources: ReadonlyMap<string, string>, key: string, value: string, nth = 0): Position {
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

/** Finds the place of a regular expression. */
export function placeOfPattern(sources: ReadonlyMap<string, string>, pattern: RegExp): Position {
  return (
    nthMatch(sources, new RegExp(escapePattern(String(pattern)), "g"), 0) ??
    placeInConfig(sources, "ignore", pattern.source)
  );
}

function nthMatch(sources: ReadonlyMap<string, string>, pattern: RegExp, nth: number): Position | undefined {
  const matches = [...sources].flatMap(([path, source]) => {
    return [...source.matchAll(pattern)].map(({ index }) => ({ path, ...positionAt(source, index) }));
  });
  return matches[Math.min(nth, matches.length - 1)];
}
