/** Where a value stands in the configuration. */
export interface ConfigPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Finds a text of the configuration in the files that it is written in. Their code is run, so that a
 * value may come from anywhere: where it is put together, the first line stands for it.
 *
 * @param sources texts by path, the configuration itself first
 * @param key name of the field that holds it
 * @param nth which of several fields with this value, from 0
 */
export function placeInConfig(sources: ReadonlyMap<string, string>, key: string, value: string, nth = 0): ConfigPlace {
  const text = `(["'\`])${escapeRegExp(value)}\\1`;
  return (
    nthMatch(sources, new RegExp(`(?<=\\b${escapeRegExp(key)}["']?\\s*:\\s*)${text}`, "g"), nth) ??
    nthMatch(sources, new RegExp(text, "g"), 0) ??
    nthMatch(sources, new RegExp(`\\b${escapeRegExp(key)}["']?\\s*:`, "g"), 0) ?? {
      path: sources.keys().next().value ?? "",
      line: 1,
      column: 1,
    }
  );
}

/** The same for a regular expression, found as it prints itself. */
export function placeOfPattern(sources: ReadonlyMap<string, string>, pattern: RegExp): ConfigPlace {
  return (
    nthMatch(sources, new RegExp(escapeRegExp(String(pattern)), "g"), 0) ??
    placeInConfig(sources, "ignore", pattern.source)
  );
}

function nthMatch(sources: ReadonlyMap<string, string>, pattern: RegExp, nth: number): ConfigPlace | undefined {
  const found = [...sources].flatMap(([path, source]) => {
    return [...source.matchAll(pattern)].map(({ index }) => ({ path, ...positionAt(source, index) }));
  });
  return found[Math.min(nth, found.length - 1)];
}

function positionAt(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
