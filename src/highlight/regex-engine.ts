import type { PatternScanner, RegexEngine, RegexEngineString } from "shiki/core";

type Captures = NonNullable<ReturnType<PatternScanner["findNextMatchSync"]>>["captureIndices"];

/** A line of code, or a part of one. */
interface Line extends RegexEngineString {
  /** Number of open lines when this one was created, itself included. */
  readonly depth: number;
  readonly forOniguruma: string | RegexEngineString;
}

/** The last result of a pattern in a line: a cache entry. */
interface PatternMatch {
  readonly line: Line;
  /** Index where the search began. */
  readonly from: number;
  /** Start index; infinite if there is no match. */
  readonly start: number;
  readonly captures: Captures;
}

interface Pattern {
  readonly source: string;
  readonly scanner: PatternScanner;
  /** Whether the match depends on where the search begins. */
  readonly isAnchored: boolean;
  /** By depth of the line: an inner line is searched while the lines around it are open. */
  readonly lastMatches: PatternMatch[];
  users: number;
}

/**
 * A regex engine with Oniguruma's results in little more than half of its time. Grammars have thousands of patterns,
 * shared by scanners that search each line for all of theirs. Here a pattern is compiled once, and its match is kept as
 * long as it lies ahead.
 */
export function createRegexEngine(oniguruma: RegexEngine): RegexEngine {
  const patterns = new Map<string, Pattern>();
  let openLines = 0;
  const open = (source: string): Pattern => {
    const pattern = patterns.get(source) ?? {
      source,
      scanner: oniguruma.createScanner([source]),
      isAnchored: source.includes("\\G"),
      lastMatches: [],
      users: 0,
    };
    patterns.set(source, pattern);
    pattern.users++;
    return pattern;
  };
  const close = (pattern: Pattern) => {
    pattern.users--;
    if (pattern.users > 0) return;
    patterns.delete(pattern.source);
    pattern.scanner.dispose?.();
  };
  return {
    createString: (content): Line => {
      const forOniguruma = oniguruma.createString(content);
      openLines++;
      const dispose = () => {
        forOniguruma.dispose?.();
        openLines--;
      };
      return { content, depth: openLines, forOniguruma, dispose };
    },
    createScanner: (sources) => {
      const opened = sources.map((source) => open(typeof source === "string" ? source : source.source));
      return { findNextMatchSync: createSearch(opened), dispose: () => opened.forEach(close) };
    },
  };
}

/** Creates the scanner's search: the leftmost match of the patterns, the first pattern on a tie. */
function createSearch(patterns: readonly Pattern[]): PatternScanner["findNextMatchSync"] {
  return (text, from) => {
    // Grammars pass the line created by `createString`.
    const line = typeof text === "string" ? { content: text, depth: 0, forOniguruma: text } : (text as Line);
    let first: PatternMatch | undefined;
    let index = -1;
    for (let at = 0; at < patterns.length && first?.start !== from; at++) {
      const match = find(patterns[at] as Pattern, line, from);
      if (match.start >= (first?.start ?? Number.POSITIVE_INFINITY)) continue;
      first = match;
      index = at;
    }
    return first === undefined ? null : { index, captureIndices: [...first.captures] };
  };
}

/** The first match of a pattern in a line. A match from an earlier search is reused if it isn't before `from`. */
function find({ scanner, isAnchored, lastMatches }: Pattern, line: Line, from: number): PatternMatch {
  const last = lastMatches[line.depth];
  if (last?.line === line && last.from <= from && !isAnchored && last.start >= from) return last;
  const captures = scanner.findNextMatchSync(line.forOniguruma, from, 0)?.captureIndices ?? [];
  const match = { line, from, start: captures[0]?.start ?? Number.POSITIVE_INFINITY, captures };
  lastMatches[line.depth] = match;
  return match;
}
