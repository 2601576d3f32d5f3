import type { PatternScanner, RegexEngine } from "shiki/core";
import { type Line, openLine } from "./line.ts";
import { capturesOf, type Found, find, mayBeIn, openPattern, type Pattern } from "./pattern.ts";

/**
 * An engine that finds what Oniguruma finds in little more than half of its time. Grammars have thousands of
 * patterns, in scanners that share most of them and look through each line for every one. Here a pattern
 * is compiled once, is not sought in a line that can't have it, and is sought by V8 where that does the
 * same.
 */
export function createEngine(oniguruma: RegexEngine): RegexEngine {
  const patterns = new Map<string, Pattern>();
  let openLines = 0;
  const open = (source: string): Pattern => {
    const pattern = patterns.get(source) ?? openPattern(source);
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
      return openLine(oniguruma, content, openLines, () => openLines--);
    },
    createScanner: (sources) => {
      const own = sources.map((source) => open(typeof source === "string" ? source : source.source));
      return { findNextMatchSync: finder(own, oniguruma), dispose: () => own.forEach(close) };
    },
  };
}

/** Finds, of some patterns, the one that comes first in a line, and of those that start there the first. */
function finder(patterns: readonly Pattern[], oniguruma: RegexEngine): PatternScanner["findNextMatchSync"] {
  let lastLine: Line | undefined;
  /** The numbers of those that the last line may have. */
  let possible: number[] = [];
  return (text, from) => {
    // Grammars give back what the engine has made of a line.
    const line = typeof text === "string" ? openLine(oniguruma, text, 0, () => undefined) : (text as Line);
    if (line !== lastLine) {
      lastLine = line;
      possible = [];
      for (const [index, pattern] of patterns.entries()) if (mayBeIn(pattern, line)) possible.push(index);
    }
    let first: Readonly<Found> | undefined;
    let index = -1;
    for (const candidate of possible) {
      const found = find(patterns[candidate] as Pattern, line, from, oniguruma);
      if (found.start < 0 || (first !== undefined && found.start >= first.start)) continue;
      first = found;
      index = candidate;
      if (found.start === from) break;
    }
    if (first === undefined) return null;
    return { index, captureIndices: capturesOf(patterns[index] as Pattern, first, oniguruma) };
  };
}
