import type { PatternScanner, RegexEngine } from "shiki/core";
import type { GroupCache } from "./ascii-pattern.ts";
import { NONE } from "./ascii-set.ts";
import { createLine, type Line } from "./line.ts";
import { capturesOf, createPattern, find, mayMatchLine, type Pattern, type PatternMatch } from "./pattern.ts";

/**
 * A regex engine with Oniguruma's results in little more than half of its time. Grammars have thousands of patterns,
 * shared by scanners that search each line for all of theirs. Here a pattern is compiled once, is skipped for lines
 * that its prefilter rules out, and is searched by V8 if V8 gives the same result.
 */
export function createRegexEngine(oniguruma: RegexEngine): RegexEngine {
  const patterns = new Map<string, Pattern>();
  const knownGroups: GroupCache = new Map();
  let openLines = 0;
  const open = (source: string): Pattern => {
    const pattern = patterns.get(source) ?? createPattern(source, knownGroups);
    patterns.set(source, pattern);
    pattern.users++;
    return pattern;
  };
  const close = (pattern: Pattern) => {
    pattern.users--;
    if (pattern.users > 0) return;
    patterns.delete(pattern.source);
    pattern.scanner?.dispose?.();
  };
  return {
    createString: (content) => {
      openLines++;
      return createLine(oniguruma, content, openLines, () => openLines--);
    },
    createScanner: (sources) => {
      const opened = sources.map((source) => open(typeof source === "string" ? source : source.source));
      return { findNextMatchSync: createSearch(opened, oniguruma), dispose: () => opened.forEach(close) };
    },
  };
}

/** Creates the scanner's search: the leftmost match of the patterns, the first pattern on a tie. */
function createSearch(patterns: readonly Pattern[], oniguruma: RegexEngine): PatternScanner["findNextMatchSync"] {
  const hasRequiredChar = createCharTest(patterns);
  let lastLine: Line | undefined;
  let lastFrom = 0;
  /** Indexes of the patterns that may match in the rest of the last line; the first `count` are valid. */
  const possible = new Uint16Array(patterns.length);
  let count = 0;
  const selectPossible = (line: Line) => {
    count = 0;
    for (let index = 0; index < patterns.length; index++) {
      if (hasRequiredChar(index, line) || mayMatchLine(patterns[index] as Pattern, line)) possible[count++] = index;
    }
  };
  return (text, from) => {
    // Grammars pass the line created by `createString`.
    const line = typeof text === "string" ? createLine(oniguruma, text, 0, () => undefined) : (text as Line);
    if (line !== lastLine || from < lastFrom) selectPossible(line);
    lastLine = line;
    lastFrom = from;
    let first: Readonly<PatternMatch> | undefined;
    let index = -1;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const candidate = possible[at] ?? 0;
      const pattern = patterns[candidate] as Pattern;
      const match = find(pattern, line, from, oniguruma);
      if (match.start >= 0 || pattern.isAnchored) possible[kept++] = candidate;
      if (match.start < 0 || (first !== undefined && match.start >= first.start)) continue;
      first = match;
      index = candidate;
      if (match.start > from) continue;
      possible.copyWithin(kept, at + 1, count);
      kept += count - at - 1;
      break;
    }
    count = kept;
    if (first === undefined) return null;
    return { index, captureIndices: capturesOf(patterns[index] as Pattern, first, oniguruma) };
  };
}

/**
 * Creates a test whether a line contains a character that a pattern requires. Packed into one array, as this is the
 * hottest test.
 */
function createCharTest(patterns: readonly Pattern[]): (index: number, line: Line) => boolean {
  const required = Int32Array.from(patterns.flatMap(({ prefilter }) => prefilter?.chars ?? NONE));
  return (index, { chars }) => {
    const at = 4 * index;
    return (
      ((chars[0] & (required[at] ?? 0)) |
        (chars[1] & (required[at + 1] ?? 0)) |
        (chars[2] & (required[at + 2] ?? 0)) |
        (chars[3] & (required[at + 3] ?? 0))) !==
      0
    );
  };
}
