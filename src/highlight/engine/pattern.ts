import type { PatternScanner, RegexEngine } from "shiki/core";
import { type GroupCache, toAsciiPattern } from "./ascii-pattern.ts";
import type { Line } from "./line.ts";
import { mayMatch, type Prefilter } from "./prefilter.ts";

export type Capture = NonNullable<ReturnType<PatternScanner["findNextMatchSync"]>>["captureIndices"][number];

/** The last result of a pattern in a line: a cache entry. */
export interface PatternMatch {
  line: Line;
  /** Index where the search began. */
  from: number;
  /** Start index; negative if there is no match. */
  start: number;
  end: number;
  /** Capture groups; undefined if they are not computed yet. */
  captures: readonly Capture[] | undefined;
}

/** A pattern of a grammar, with a cache of its last results. */
export interface Pattern {
  readonly source: string;
  /** The pattern as a regular expression for ASCII lines; undefined if only Oniguruma can search it. */
  readonly expression: RegExp | undefined;
  readonly groups: number;
  readonly prefilter: Prefilter | undefined;
  /** Whether the match depends on where the search begins. */
  readonly isAnchored: boolean;
  /** By depth of the line: an inner line is searched while the lines around it are open. */
  readonly lastMatches: PatternMatch[];
  /** The last line tested against the prefilter. */
  testedLine: Line | undefined;
  isPossible: boolean;
  /** Oniguruma's scanner for it, created on first use. */
  scanner: PatternScanner | undefined;
  users: number;
}

const NOTHING: Capture = { start: 0, end: 0, length: 0 };

/** @param cache the parsed groups */
export function createPattern(source: string, cache: GroupCache): Pattern {
  const { expression, groups = 0, prefilter } = toAsciiPattern(source, cache) ?? {};
  return {
    source,
    expression,
    groups,
    prefilter,
    isAnchored: source.includes("\\G"),
    lastMatches: [],
    testedLine: undefined,
    isPossible: true,
    scanner: undefined,
    users: 0,
  };
}

/** Whether a pattern can match in a line. */
export function mayMatchLine(pattern: Pattern, line: Line): boolean {
  if (pattern.prefilter === undefined || !line.isAscii) return true;
  if (pattern.testedLine !== line) {
    pattern.testedLine = line;
    pattern.isPossible = mayMatch(line.lower, line.chars, pattern.prefilter);
  }
  return pattern.isPossible;
}

/**
 * The first match of a pattern in a line. A match from an earlier search is reused if it isn't before `from`.
 *
 * @param from index where the search begins
 */
export function find(pattern: Pattern, line: Line, from: number, oniguruma: RegexEngine): Readonly<PatternMatch> {
  const last = pattern.lastMatches[line.depth];
  if (last?.line === line && last.from <= from && !pattern.isAnchored && (last.start < 0 || last.start >= from)) {
    return last;
  }
  const match = last ?? { line, from, start: -1, end: -1, captures: undefined };
  pattern.lastMatches[line.depth] = match;
  match.line = line;
  match.from = from;
  if (pattern.expression !== undefined && line.isAscii) {
    pattern.expression.lastIndex = from;
    match.start = pattern.expression.exec(line.content)?.index ?? -1;
    match.end = pattern.expression.lastIndex;
    match.captures = undefined;
  } else {
    match.captures = ask(pattern, line, from, oniguruma);
    match.start = match.captures?.[0]?.start ?? -1;
    match.end = match.captures?.[0]?.end ?? -1;
  }
  return match;
}

/** Maximum number of groups with lazy captures; patterns with more get theirs at once. */
const MAX_LAZY = 99;

/**
 * The captures of a match, as an array. Few are ever read and only Oniguruma can compute them, so it runs on first
 * access. A proxy instead would also slow down the whole match, which is always read.
 */
class LazyCaptures {
  readonly length: number;
  readonly searchOniguruma: () => readonly Capture[] | undefined;
  all: readonly Capture[] | undefined;
  0: Capture;

  constructor(whole: Capture, length: number, ask: () => readonly Capture[] | undefined) {
    this.length = length;
    this.searchOniguruma = ask;
    this.all = undefined;
    this[0] = whole;
  }

  map<T>(make: (capture: Capture, index: number) => T): T[] {
    return Array.from(this as unknown as ArrayLike<Capture>, make);
  }
}

for (let group = 1; group <= MAX_LAZY; group++) {
  Object.defineProperty(LazyCaptures.prototype, group, {
    get(this: LazyCaptures): Capture {
      this.all ??= this.searchOniguruma() ?? [];
      return this.all[group] ?? NOTHING;
    },
  });
}

/** The captures of a match, the whole match first. */
export function capturesOf(pattern: Pattern, match: Readonly<PatternMatch>, oniguruma: RegexEngine): Capture[] {
  if (match.captures !== undefined) return [...match.captures];
  const { line, start, end } = match;
  const whole = { start, end, length: end - start };
  if (pattern.groups === 0) return [whole];
  const askFor = () => ask(pattern, line, start, oniguruma);
  if (pattern.groups > MAX_LAZY) return [...(askFor() ?? [])];
  return new LazyCaptures(whole, pattern.groups + 1, askFor) as unknown as Capture[];
}

function ask(pattern: Pattern, line: Line, from: number, oniguruma: RegexEngine): readonly Capture[] | undefined {
  pattern.scanner ??= oniguruma.createScanner([pattern.source]);
  return pattern.scanner.findNextMatchSync(line.forOniguruma(), from, 0)?.captureIndices;
}
