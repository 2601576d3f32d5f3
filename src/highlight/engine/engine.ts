import type { PatternScanner, RegexEngine } from "shiki/core";
import type { KnownGroups } from "./ascii-pattern.ts";
import { NONE } from "./ascii-set.ts";
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
  const knownGroups: KnownGroups = new Map();
  let openLines = 0;
  const open = (source: string): Pattern => {
    const pattern = patterns.get(source) ?? openPattern(source, knownGroups);
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
  const isNeeded = neededSigns(patterns);
  let lastLine: Line | undefined;
  let lastFrom = 0;
  /** The numbers of those that may be in what is left of the last line, as many as are counted. */
  const possible = new Uint16Array(patterns.length);
  let count = 0;
  const choose = (line: Line) => {
    count = 0;
    for (let index = 0; index < patterns.length; index++) {
      if (isNeeded(index, line) || mayBeIn(patterns[index] as Pattern, line)) possible[count++] = index;
    }
  };
  return (text, from) => {
    // Grammars give back what the engine has made of a line.
    const line = typeof text === "string" ? openLine(oniguruma, text, 0, () => undefined) : (text as Line);
    if (line !== lastLine || from < lastFrom) choose(line);
    lastLine = line;
    lastFrom = from;
    let first: Readonly<Found> | undefined;
    let index = -1;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const candidate = possible[at] ?? 0;
      const pattern = patterns[candidate] as Pattern;
      const found = find(pattern, line, from, oniguruma);
      if (found.start >= 0 || pattern.isAnchored) possible[kept++] = candidate;
      if (found.start < 0 || (first !== undefined && found.start >= first.start)) continue;
      first = found;
      index = candidate;
      if (found.start > from) continue;
      possible.copyWithin(kept, at + 1, count);
      kept += count - at - 1;
      break;
    }
    count = kept;
    if (first === undefined) return null;
    return { index, captureIndices: capturesOf(patterns[index] as Pattern, first, oniguruma) };
  };
}

/** Tells whether a line has a sign that a pattern needs: of all patterns side by side, which is quick to go through. */
function neededSigns(patterns: readonly Pattern[]): (index: number, line: Line) => boolean {
  const needed = Int32Array.from(patterns.flatMap(({ need }) => need?.signs ?? NONE));
  return (index, { signs }) => {
    const at = 4 * index;
    return (
      ((signs[0] & (needed[at] ?? 0)) |
        (signs[1] & (needed[at + 1] ?? 0)) |
        (signs[2] & (needed[at + 2] ?? 0)) |
        (signs[3] & (needed[at + 3] ?? 0))) !==
      0
    );
  };
}
