import type { PatternScanner, RegexEngine } from "shiki/core";
import { type KnownGroups, toAsciiPattern } from "./ascii-pattern.ts";
import type { Line } from "./line.ts";
import { meets, type Need } from "./need.ts";

export type Capture = NonNullable<ReturnType<PatternScanner["findNextMatchSync"]>>["captureIndices"][number];

/** Where a pattern is, and which line that was asked of. */
export interface Found {
  line: Line;
  /** From where on it was sought. */
  from: number;
  /** Negative where it was not found. */
  start: number;
  end: number;
  /** Undefined where the groups were not asked for. */
  captures: readonly Capture[] | undefined;
}

/** A pattern of a grammar, with what is known of the lines that it was last sought in. */
export interface Pattern {
  readonly source: string;
  /** Finds the same in lines of ASCII; undefined where only Oniguruma does. */
  readonly expression: RegExp | undefined;
  readonly groups: number;
  readonly need: Need | undefined;
  /** Whether what it finds depends on from where it is sought. */
  readonly isAnchored: boolean;
  /** By the depths of their lines: one is looked through while the lines around it wait. */
  readonly found: Found[];
  /** The line that was last asked whether it meets the need. */
  askedLine: Line | undefined;
  isPossible: boolean;
  /** Oniguruma's own, made when it is first wanted. */
  scanner: PatternScanner | undefined;
  users: number;
}

const NOTHING: Capture = { start: 0, end: 0, length: 0 };

/** @param known groups of patterns that were opened before */
export function openPattern(source: string, known: KnownGroups): Pattern {
  const { expression, groups = 0, need } = toAsciiPattern(source, known) ?? {};
  return {
    source,
    expression,
    groups,
    need,
    isAnchored: source.includes("\\G"),
    found: [],
    askedLine: undefined,
    isPossible: true,
    scanner: undefined,
    users: 0,
  };
}

/** Whether a pattern may be in a line. */
export function mayBeIn(pattern: Pattern, line: Line): boolean {
  if (pattern.need === undefined || !line.isAscii) return true;
  if (pattern.askedLine !== line) {
    pattern.askedLine = line;
    pattern.isPossible = meets(line.lower, line.signs, pattern.need);
  }
  return pattern.isPossible;
}

/**
 * The first place of a pattern in a line. Where it lies behind one that was asked for before, that
 * is told again.
 *
 * @param from the first place that it may start at
 */
export function find(pattern: Pattern, line: Line, from: number, oniguruma: RegexEngine): Readonly<Found> {
  const known = pattern.found[line.depth];
  if (known?.line === line && known.from <= from && !pattern.isAnchored && (known.start < 0 || known.start >= from)) {
    return known;
  }
  const found = known ?? { line, from, start: -1, end: -1, captures: undefined };
  pattern.found[line.depth] = found;
  found.line = line;
  found.from = from;
  if (pattern.expression !== undefined && line.isAscii) {
    pattern.expression.lastIndex = from;
    found.start = pattern.expression.exec(line.content)?.index ?? -1;
    found.end = pattern.expression.lastIndex;
    found.captures = undefined;
  } else {
    found.captures = ask(pattern, line, from, oniguruma);
    found.start = found.captures?.[0]?.start ?? -1;
    found.end = found.captures?.[0]?.end ?? -1;
  }
  return found;
}

/** Most groups of a pattern that is asked for them only when one is looked at. */
const MAX_LAZY = 99;

/**
 * What the groups of a pattern hold where it was found, as an array of captures. Few are ever looked at, and
 * only Oniguruma knows: it is asked when one is. A proxy would make the whole, which is always looked at,
 * slow to come by as well.
 */
class LazyCaptures {
  readonly length: number;
  readonly ask: () => readonly Capture[] | undefined;
  all: readonly Capture[] | undefined;
  0: Capture;

  constructor(whole: Capture, length: number, ask: () => readonly Capture[] | undefined) {
    this.length = length;
    this.ask = ask;
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
      this.all ??= this.ask() ?? [];
      return this.all[group] ?? NOTHING;
    },
  });
}

/** What the groups of a pattern hold where it was found, the whole first. */
export function capturesOf(pattern: Pattern, found: Readonly<Found>, oniguruma: RegexEngine): Capture[] {
  if (found.captures !== undefined) return [...found.captures];
  const { line, start, end } = found;
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
