import {
  ALL,
  type AsciiSet,
  and,
  asciiRange,
  caseless,
  charsOf,
  NAMED_CLASSES,
  NO_LINE_FEED,
  NONE,
  not,
  or,
  SHORT_CLASSES,
} from "./ascii-set.ts";
import { asserting, consuming, grouped, oneOf, type RegexFragment } from "./fragment.ts";
import { anyOf, isSelective, moreSelective, type Prefilter, prefilterOf } from "./prefilter.ts";

/** A pattern compiled for ASCII lines. */
export interface AsciiPattern {
  /** Matches where the pattern matches, from `lastIndex` on; its capture groups are not those of the pattern. */
  readonly expression: RegExp;
  /** Number of capture groups of the pattern. */
  readonly groups: number;
  /** Prefilter; undefined if it would pass nearly every line. */
  readonly prefilter: Prefilter | undefined;
}

interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
}

/** A parsed group, which may occur in any pattern. */
interface ParsedGroup {
  readonly fragment: RegexFragment;
  /** Number of its capture groups, nested ones included. */
  readonly groups: number;
}

/** Parsed groups by their source: grammars compose their patterns from the same parts. */
export type GroupCache = Map<string, ParsedGroup>;

/** Syntax that isn't translated. */
class UnsupportedSyntax extends Error {}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, v: 11, a: 7, e: 27 };
/** JavaScript equivalents, for a single line that may end with a line feed. */
const ASSERTIONS: Readonly<Record<string, string>> = {
  "^": "^",
  $: "(?=\\n|$)",
  "\\A": "^",
  "\\B": "\\B",
  "\\Z": "(?=\\n?$)",
  "\\b": "\\b",
  "\\z": "$",
};
const QUANTIFIER = /[*+?]|\{(?:\d+(?:,\d*)?|,\d+)\}/y;
/** Characters that are literals in both syntaxes; a quantifier must not follow the last one. */
const PLAIN = /[\w ,:;<>=!@#%&"'`~/-]+(?![*+?{])/y;
const CHARACTER = /[\ud800-\udbff][\udc00-\udfff]|[^\\]/y;
const CHARACTER_IN_CLASS = /[\ud800-\udbff][\udc00-\udfff]|[^\\[\]]/y;
const ESCAPED = /\\(?:[tnrfvae]|[ -/:-@[-`{-~\x80-\uffff]|x\{[\da-fA-F]+\}|x[0-7][\da-fA-F]|u[\da-fA-F]{4})/y;
const SIMPLE_ASSERTION = /[$^]|\\[bBAzZ]/y;
const LOOKAROUND = /\(\?<?[=!]/y;
const LAZY_INTERVAL = /(?<!\{\d+\})\?/y;
const LAZY_OR_POSSESSIVE = /[?+]/y;
const SHORT_CLASS = /\\[dhswDHSW]/y;
/** Syntax after a class: before another character it would not be a range. */
const DASH = /-(?!\])/y;
const RANGE = /-(?!\]|\[|&&)/y;
const COMMENT = /\(\?#[^)\\]*\)/y;
const EXTENDED_SPACE = /[ \t-\r]+|#.*/y;
const FLAGS = /\(\?[imx]*(?:-[imx]+)?\)/y;
const GROUP = /\((?:\?(?:[:>]|<[a-zA-Z_]\w*>|'[a-zA-Z_]\w*'|[imx]*(?:-[imx]+)?:)|(?![?*]))/y;
const NAMED_CLASS = /\\[pP]\{\^?\w+\}|\[:\^?\w+:\]/y;

/**
 * Translates a pattern of a grammar to JavaScript, for texts of one line of ASCII: V8 compiles expressions to machine
 * code, where Oniguruma interprets them. Non-ASCII characters are dropped from the pattern.
 *
 * @param pattern in Oniguruma's syntax, <https://github.com/kkos/oniguruma/blob/master/doc/RE>
 * @param cache the parsed groups; new ones are added
 * @returns undefined for syntax that JavaScript lacks or interprets differently, or that is too rare to support
 */
export function toAsciiPattern(pattern: string, cache: GroupCache): AsciiPattern | undefined {
  const ends = groupEnds(pattern);
  let at = 0;
  let groups = 0;
  let atomicGroups = 0;
  let lookbehinds = 0;

  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const match = expression.exec(pattern)?.[0];
    at += match?.length ?? 0;
    return match;
  };

  const takes = (text: string): boolean => {
    const isThere = pattern.startsWith(text, at);
    if (isThere) at += text.length;
    return isThere;
  };
  /** A cheap test before an expression, as most of these wouldn't match. */
  const isNext = (chars: string): boolean => chars.includes(pattern[at] ?? "none");

  /** Parses alternatives, up to the closing parenthesis. */
  const alternatives = (flags: Flags): RegexFragment => {
    const branches: RegexFragment[] = [];
    do branches.push(sequence(flags));
    while (takes("|"));
    return {
      js: branches.map(({ js }) => js).join("|"),
      canBeEmpty: branches.some(({ canBeEmpty }) => canBeEmpty),
      prefilter: anyOf(branches.map(({ prefilter }) => prefilter)),
      beginsWithDots: branches.some(({ beginsWithDots }) => beginsWithDots),
    };
  };

  const sequence = (flags: Flags): RegexFragment => {
    let js = "";
    let canBeEmpty = true;
    let prefilter: Prefilter | undefined;
    let beginsWithDots = false;
    for (skipIgnored(flags); at < pattern.length && !isNext("|)"); skipIgnored(flags)) {
      const fragment = plain(flags) ?? assertion(flags) ?? restOfGroup(flags) ?? quantified(atom(flags), flags);
      if (canBeEmpty && fragment.beginsWithDots) {
        // Oniguruma searches such a pattern only at the start of the line, whatever assertion precedes it.
        if (js !== "") throw new UnsupportedSyntax();
        beginsWithDots = true;
      }
      js += fragment.js;
      canBeEmpty &&= fragment.canBeEmpty;
      prefilter = moreSelective(prefilter, fragment.prefilter);
    }
    return { js, canBeEmpty, prefilter, beginsWithDots };
  };

  const plain = ({ extended, ignoreCase }: Flags): RegexFragment | undefined => {
    const text = extended ? undefined : take(PLAIN);
    if (text === undefined) return undefined;
    const js = ignoreCase ? text.replace(/[a-z]/gi, (sign) => `[${sign.toLowerCase()}${sign.toUpperCase()}]`) : text;
    return consuming(js, prefilterOf(text));
  };

  const assertion = (flags: Flags): RegexFragment | undefined => {
    const fragment = isNext("$^\\") ? simpleAssertion() : isNext("(") ? lookaround(flags) : undefined;
    if (fragment === undefined) return undefined;
    skipIgnored(flags);
    if (takeQuantifier()) throw new UnsupportedSyntax();
    return fragment;
  };

  const simpleAssertion = (): RegexFragment | undefined => {
    const written = take(SIMPLE_ASSERTION);
    return written === undefined ? undefined : asserting(ASSERTIONS[written] ?? "", undefined);
  };

  const lookaround = (flags: Flags): RegexFragment | undefined => {
    LOOKAROUND.lastIndex = at;
    return LOOKAROUND.test(pattern) ? memoised(flags, () => parseLookaround(flags)) : undefined;
  };

  const parseLookaround = (flags: Flags): RegexFragment => {
    const start = take(LOOKAROUND) ?? "";
    const isBehind = start.startsWith("(?<");
    lookbehinds += isBehind ? 1 : 0;
    const { js, prefilter } = alternatives(flags);
    lookbehinds -= isBehind ? 1 : 0;
    endGroup();
    return asserting(`${start}${js})`, start.endsWith("!") ? undefined : prefilter);
  };

  /** Parses flags that apply to the rest of the group, including its further alternatives. */
  const restOfGroup = (flags: Flags): RegexFragment | undefined => {
    const changes = isNext("(") ? take(FLAGS) : undefined;
    return changes === undefined ? undefined : grouped(alternatives(applyFlags(flags, changes)));
  };

  const takeQuantifier = () => (isNext("*+?{") ? take(QUANTIFIER) : undefined);

  const quantified = (fragment: RegexFragment & { isDot?: boolean }, flags: Flags): RegexFragment => {
    skipIgnored(flags);
    const quantifier = takeQuantifier();
    if (quantifier === undefined) return fragment;
    // After a fixed count these characters have another meaning.
    const how = quantifier.startsWith("{") ? take(LAZY_INTERVAL) : take(LAZY_OR_POSSESSIVE);
    skipIgnored(flags);
    // Loops over an empty match end differently in JavaScript.
    if (takeQuantifier() || (fragment.canBeEmpty && quantifier !== "?")) throw new UnsupportedSyntax();
    const js = fragment.js + quantifier.replace("{,", "{0,");
    const isOptional = /^(?:[*?]|\{0*[,}])/.test(quantifier);
    return {
      js: how === "+" ? atomic(js) : js + (how ?? ""),
      canBeEmpty: fragment.canBeEmpty || isOptional,
      prefilter: isOptional ? undefined : fragment.prefilter,
      beginsWithDots: fragment.beginsWithDots || fragment.isDot === true,
    };
  };

  /** An atomic group, emulated by a lookahead: neither backtracks. */
  const atomic = (js: string): string => {
    // A nested atomic group would have taken this one's number.
    if (lookbehinds > 0 || /\\[1-9]/.test(js)) throw new UnsupportedSyntax();
    atomicGroups++;
    return `(?:(?=(${js}))\\${atomicGroups})`;
  };

  const atom = (flags: Flags): RegexFragment & { isDot?: boolean } => {
    if (takeQuantifier()) throw new UnsupportedSyntax();
    if (isNext("(")) return memoised(flags, () => group(flags));
    if (isNext("[")) return oneOf(characterClass(flags));
    if (takes(".")) return { ...oneOf(flags.dotAll ? ALL : NO_LINE_FEED), isDot: true };
    return oneOf(shortClass() ?? namedClass() ?? single(character(CHARACTER), flags));
  };

  const single = (code: number, { ignoreCase }: Flags): AsciiSet => {
    if (ignoreCase && code > 127) throw new UnsupportedSyntax();
    return ignoreCase ? caseless(asciiRange(code, code)) : asciiRange(code, code);
  };

  /** Groups are cached: a group parses alike everywhere, except for flags and the numbers of atomic groups. */
  const memoised = (flags: Flags, read: () => RegexFragment): RegexFragment => {
    if (flags.ignoreCase || flags.dotAll || flags.extended) return read();
    const cached = cache.get(pattern.slice(at, ends[at]));
    if (cached !== undefined) {
      at = ends[at] ?? 0;
      groups += cached.groups;
      return cached.fragment;
    }
    const [start, groupsBefore, atomicBefore] = [at, groups, atomicGroups];
    const fragment = read();
    if (atomicGroups === atomicBefore) cache.set(pattern.slice(start, at), { fragment, groups: groups - groupsBefore });
    return fragment;
  };

  const group = (flags: Flags): RegexFragment => {
    const start = take(GROUP);
    if (start === undefined) throw new UnsupportedSyntax();
    if (/^\((?:$|\?[<'])/.test(start)) groups++;
    const inner = alternatives(applyFlags(flags, start));
    endGroup();
    return start === "(?>" ? { ...inner, js: atomic(inner.js) } : grouped(inner);
  };

  const endGroup = () => {
    if (!takes(")")) throw new UnsupportedSyntax();
  };

  const shortClass = (): AsciiSet | undefined => {
    const name = isNext("\\") ? take(SHORT_CLASS)?.[1] : undefined;
    const set = SHORT_CLASSES[name?.toLowerCase() ?? ""];
    return set === undefined || name === name?.toLowerCase() ? set : not(set);
  };

  const namedClass = (): AsciiSet | undefined => {
    const written = isNext("\\[") ? take(NAMED_CLASS) : undefined;
    if (written === undefined) return undefined;
    const set = NAMED_CLASSES.get(written.replace(/^\\./, "").replace(/\W/g, "").toLowerCase());
    if (set === undefined) throw new UnsupportedSyntax();
    return written.startsWith("\\P") === written.includes("^") ? set : not(set);
  };

  /** @returns the code point of a literal or escaped character */
  const character = (unescaped: RegExp): number => {
    const literal = take(unescaped);
    if (literal !== undefined) return literal.codePointAt(0) ?? 0;
    const sign = take(ESCAPED)?.slice(1);
    if (sign === undefined) throw new UnsupportedSyntax();
    if (/^[xu]./.test(sign)) return Number.parseInt(sign.replace(/[xu{}]/g, ""), 16);
    return CONTROLS[sign] ?? sign.charCodeAt(0);
  };

  const characterClass = ({ ignoreCase }: Pick<Flags, "ignoreCase">, isNested = false): AsciiSet => {
    const isNegated = takes("[^");
    if (!isNegated) takes("[");
    // Two non-ASCII letters (U+017F, U+212A) have an ASCII letter as their other case.
    if (isNested && isNegated && ignoreCase) throw new UnsupportedSyntax();
    /** The operands of `&&` so far, intersected. */
    let before = ALL;
    let set = takes("]") ? charsOf("]") : NONE;
    while (!takes("]")) {
      const inner = shortClass() ?? namedClass() ?? (isNext("[") ? characterClass({ ignoreCase }, true) : undefined);
      if (inner !== undefined) {
        if (take(DASH)) throw new UnsupportedSyntax();
        set = or(set, inner);
      } else if (takes("&&")) {
        before = and(before, set);
        set = NONE;
      } else {
        const from = character(CHARACTER_IN_CLASS);
        const to = take(RANGE) ? character(CHARACTER_IN_CLASS) : from;
        if (to < from || (ignoreCase && to > 127)) throw new UnsupportedSyntax();
        set = or(set, asciiRange(from, to));
      }
    }
    set = ignoreCase ? caseless(and(before, set)) : and(before, set);
    return isNegated ? not(set) : set;
  };

  const skipIgnored = ({ extended }: Flags) => {
    while ((isNext("(") && take(COMMENT)) || (extended && take(EXTENDED_SPACE))) {}
  };

  try {
    const { js, prefilter } = alternatives({ ignoreCase: false, dotAll: false, extended: false });
    if (at < pattern.length) throw new UnsupportedSyntax();
    const expression = new RegExp(js, "g");
    return { expression, groups, prefilter: prefilter !== undefined && isSelective(prefilter) ? prefilter : undefined };
  } catch (error) {
    // Oniguruma accepts some patterns that JavaScript rejects, such as a{3,2}.
    if (error instanceof UnsupportedSyntax || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The end of the group for each opening parenthesis, found by a fast scan; comments in the pattern may make it wrong.
 */
function groupEnds(pattern: string): Int32Array {
  const ends = new Int32Array(pattern.length);
  const open: number[] = [];
  let classes = 0;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === "\\") at++;
    else if (sign === "[") {
      classes++;
      if (pattern[at + 1] === "^") at++;
      if (pattern[at + 1] === "]") at++;
    } else if (sign === "]") classes = Math.max(0, classes - 1);
    else if (classes > 0) continue;
    else if (sign === "(") open.push(at);
    else if (sign === ")") ends[open.pop() ?? at] = at + 1;
  }
  return ends;
}

/** @param written flags such as `(?i-m)`, or the start of a group */
function applyFlags(flags: Flags, written: string): Flags {
  const [on = "", off = ""] = (/^\(\?([imx-]*)[:)]$/.exec(written)?.[1] ?? "").split("-");
  const is = (flag: string, before: boolean) => (before || on.includes(flag)) && !off.includes(flag);
  return {
    ignoreCase: is("i", flags.ignoreCase),
    dotAll: is("m", flags.dotAll),
    extended: is("x", flags.extended),
  };
}
