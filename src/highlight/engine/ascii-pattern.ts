import {
  ALL,
  type AsciiSet,
  and,
  caseless,
  NAMED_CLASSES,
  NO_LINE_FEED,
  NONE,
  not,
  or,
  SHORT_CLASSES,
  setOf,
} from "./ascii-set.ts";
import { anyOf, isWorthLooking, type Need, needOf, rarerOf } from "./need.ts";
import { asserting, consuming, grouped, oneOf, type Piece } from "./piece.ts";

/** What a pattern is for lines of ASCII. */
export interface AsciiPattern {
  /** Finds from `lastIndex` on what the pattern finds; the pattern's groups are none of its own. */
  readonly expression: RegExp;
  /** How many groups the pattern has. */
  readonly groups: number;
  /** Undefined where nothing is known but what nearly every line has. */
  readonly need: Need | undefined;
}

interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
}

/** A group that was read before, in whichever pattern. */
interface KnownGroup {
  readonly piece: Piece;
  /** How many groups it has, itself and those within. */
  readonly groups: number;
}

/** Groups by how they are written. Grammars put their patterns together of parts that stand in many, and often in one. */
export type KnownGroups = Map<string, KnownGroup>;

/** Syntax that is not understood here. */
class Unclear extends Error {}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, v: 11, a: 7, e: 27 };
/** In a text of one line, which may end with a line feed. */
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
/** Characters that stand for themselves in JavaScript too; the last is not one that is repeated. */
const PLAIN = /[\w ,:;<>=!@#%&"'`~/-]+(?![*+?{])/y;
const CHARACTER = /[\ud800-\udbff][\udc00-\udfff]|[^\\]/y;
const CHARACTER_IN_CLASS = /[\ud800-\udbff][\udc00-\udfff]|[^\\[\]]/y;
const ESCAPED = /\\(?:[tnrfvae]|[ -/:-@[-`{-~\x80-\uffff]|x\{[\da-fA-F]+\}|x[0-7][\da-fA-F]|u[\da-fA-F]{4})/y;
const SIMPLE_ASSERTION = /[$^]|\\[bBAzZ]/y;
const LOOKAROUND = /\(\?<?[=!]/y;
const LAZY_INTERVAL = /(?<!\{\d+\})\?/y;
const LAZY_OR_POSSESSIVE = /[?+]/y;
const SHORT_CLASS = /\\[dhswDHSW]/y;
/** After a class: with another character it would be no range. */
const DASH = /-(?!\])/y;
const RANGE = /-(?!\]|\[|&&)/y;
const COMMENT = /\(\?#[^)\\]*\)/y;
const EXTENDED_SPACE = /[ \t-\r]+|#.*/y;
const FLAGS = /\(\?[imx]*(?:-[imx]+)?\)/y;
const GROUP = /\((?:\?(?:[:>]|<[a-zA-Z_]\w*>|'[a-zA-Z_]\w*'|[imx]*(?:-[imx]+)?:)|(?![?*]))/y;
const NAMED_CLASS = /\\[pP]\{\^?\w+\}|\[:\^?\w+:\]/y;

/**
 * Puts a pattern of a grammar into JavaScript, for texts of one line of ASCII: V8 makes machine code of
 * expressions, where Oniguruma interprets them. Characters beyond ASCII are left out, as there are none.
 *
 * @param pattern in Oniguruma's syntax, <https://github.com/kkos/oniguruma/blob/master/doc/RE>
 * @param known groups of patterns that were read before; it is added to
 * @returns undefined for what JavaScript doesn't have, does otherwise, or is too rare to be read
 */
export function toAsciiPattern(pattern: string, known: KnownGroups): AsciiPattern | undefined {
  const ends = endsOfGroups(pattern);
  let at = 0;
  let groups = 0;
  let atomicGroups = 0;
  let lookbehinds = 0;

  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(pattern)?.[0];
    at += found?.length ?? 0;
    return found;
  };

  const takes = (text: string): boolean => {
    const isThere = pattern.startsWith(text, at);
    if (isThere) at += text.length;
    return isThere;
  };
  /** Asked first: most expressions would be tried in vain. */
  const isAtOneOf = (signs: string): boolean => signs.includes(pattern[at] ?? "no sign");

  /** Up to the end of the group, which it leaves standing. */
  const alternatives = (flags: Flags): Piece => {
    const branches: Piece[] = [];
    do branches.push(sequence(flags));
    while (takes("|"));
    return {
      js: branches.map(({ js }) => js).join("|"),
      mayBeEmpty: branches.some(({ mayBeEmpty }) => mayBeEmpty),
      need: anyOf(branches.map(({ need }) => need)),
      beginsAnywhere: branches.some(({ beginsAnywhere }) => beginsAnywhere),
    };
  };

  const sequence = (flags: Flags): Piece => {
    let js = "";
    let mayBeEmpty = true;
    let need: Need | undefined;
    let beginsAnywhere = false;
    for (skipIgnored(flags); at < pattern.length && !isAtOneOf("|)"); skipIgnored(flags)) {
      const piece = plain(flags) ?? assertion(flags) ?? restOfGroup(flags) ?? quantified(atom(flags), flags);
      if (mayBeEmpty && piece.beginsAnywhere) {
        // Oniguruma looks for such at the start of the line only, whatever is asserted before it.
        if (js !== "") throw new Unclear();
        beginsAnywhere = true;
      }
      js += piece.js;
      mayBeEmpty &&= piece.mayBeEmpty;
      need = rarerOf(need, piece.need);
    }
    return { js, mayBeEmpty, need, beginsAnywhere };
  };

  const plain = ({ extended, ignoreCase }: Flags): Piece | undefined => {
    const text = extended ? undefined : take(PLAIN);
    if (text === undefined) return undefined;
    const js = ignoreCase ? text.replace(/[a-z]/gi, (sign) => `[${sign.toLowerCase()}${sign.toUpperCase()}]`) : text;
    return consuming(js, needOf(text));
  };

  const assertion = (flags: Flags): Piece | undefined => {
    const piece = isAtOneOf("$^\\") ? simpleAssertion() : isAtOneOf("(") ? lookaround(flags) : undefined;
    if (piece === undefined) return undefined;
    skipIgnored(flags);
    if (takeQuantifier()) throw new Unclear();
    return piece;
  };

  const simpleAssertion = (): Piece | undefined => {
    const written = take(SIMPLE_ASSERTION);
    return written === undefined ? undefined : asserting(ASSERTIONS[written] ?? "", undefined);
  };

  const lookaround = (flags: Flags): Piece | undefined => {
    LOOKAROUND.lastIndex = at;
    return LOOKAROUND.test(pattern) ? recalled(flags, () => look(flags)) : undefined;
  };

  const look = (flags: Flags): Piece => {
    const start = take(LOOKAROUND) ?? "";
    const isBehind = start.startsWith("(?<");
    lookbehinds += isBehind ? 1 : 0;
    const { js, need } = alternatives(flags);
    lookbehinds -= isBehind ? 1 : 0;
    endGroup();
    return asserting(`${start}${js})`, start.endsWith("!") ? undefined : need);
  };

  /** After flags that hold for all that follows in the group, further alternatives too. */
  const restOfGroup = (flags: Flags): Piece | undefined => {
    const changes = isAtOneOf("(") ? take(FLAGS) : undefined;
    return changes === undefined ? undefined : grouped(alternatives(change(flags, changes)));
  };

  const takeQuantifier = () => (isAtOneOf("*+?{") ? take(QUANTIFIER) : undefined);

  const quantified = (piece: Piece & { isDot?: boolean }, flags: Flags): Piece => {
    skipIgnored(flags);
    const quantifier = takeQuantifier();
    if (quantifier === undefined) return piece;
    // After a fixed number such a sign means something else.
    const how = quantifier.startsWith("{") ? take(LAZY_INTERVAL) : take(LAZY_OR_POSSESSIVE);
    skipIgnored(flags);
    // Loops over nothing end otherwise.
    if (takeQuantifier() || (piece.mayBeEmpty && quantifier !== "?")) throw new Unclear();
    const js = piece.js + quantifier.replace("{,", "{0,");
    const isOptional = /^(?:[*?]|\{0*[,}])/.test(quantifier);
    return {
      js: how === "+" ? atomic(js) : js + (how ?? ""),
      mayBeEmpty: piece.mayBeEmpty || isOptional,
      need: isOptional ? undefined : piece.need,
      beginsAnywhere: piece.beginsAnywhere || piece.isDot === true,
    };
  };

  /** What is not tried in another way: nor is a lookahead. */
  const atomic = (js: string): string => {
    // One within would have taken the number of this one.
    if (lookbehinds > 0 || /\\[1-9]/.test(js)) throw new Unclear();
    atomicGroups++;
    return `(?:(?=(${js}))\\${atomicGroups})`;
  };

  const atom = (flags: Flags): Piece & { isDot?: boolean } => {
    if (takeQuantifier()) throw new Unclear();
    if (isAtOneOf("(")) return recalled(flags, () => group(flags));
    if (isAtOneOf("[")) return oneOf(characterClass(flags));
    if (takes(".")) return { ...oneOf(flags.dotAll ? ALL : NO_LINE_FEED), isDot: true };
    return oneOf(shortClass() ?? namedClass() ?? single(character(CHARACTER), flags));
  };

  const single = (code: number, { ignoreCase }: Flags): AsciiSet => {
    if (ignoreCase && code > 127) throw new Unclear();
    return ignoreCase ? caseless(setOf([[code, code]])) : setOf([[code, code]]);
  };

  /** A group is read alike wherever it stands, but for its flags and for the numbers of atomic groups. */
  const recalled = (flags: Flags, read: () => Piece): Piece => {
    if (flags.ignoreCase || flags.dotAll || flags.extended) return read();
    const found = known.get(pattern.slice(at, ends[at]));
    if (found !== undefined) {
      at = ends[at] ?? 0;
      groups += found.groups;
      return found.piece;
    }
    const [start, groupsBefore, atomicBefore] = [at, groups, atomicGroups];
    const piece = read();
    if (atomicGroups === atomicBefore) known.set(pattern.slice(start, at), { piece, groups: groups - groupsBefore });
    return piece;
  };

  const group = (flags: Flags): Piece => {
    const start = take(GROUP);
    if (start === undefined) throw new Unclear();
    if (/^\((?:$|\?[<'])/.test(start)) groups++;
    const inner = alternatives(change(flags, start));
    endGroup();
    return start === "(?>" ? { ...inner, js: atomic(inner.js) } : grouped(inner);
  };

  const endGroup = () => {
    if (!takes(")")) throw new Unclear();
  };

  const shortClass = (): AsciiSet | undefined => {
    const name = isAtOneOf("\\") ? take(SHORT_CLASS)?.[1] : undefined;
    const set = SHORT_CLASSES[name?.toLowerCase() ?? ""];
    return set === undefined || name === name?.toLowerCase() ? set : not(set);
  };

  const namedClass = (): AsciiSet | undefined => {
    const written = isAtOneOf("\\[") ? take(NAMED_CLASS) : undefined;
    if (written === undefined) return undefined;
    const set = NAMED_CLASSES.get(written.replace(/^\\./, "").replace(/\W/g, "").toLowerCase());
    if (set === undefined) throw new Unclear();
    return written.startsWith("\\P") === written.includes("^") ? set : not(set);
  };

  /** @returns the code of a character, however it is written */
  const character = (unescaped: RegExp): number => {
    const literal = take(unescaped);
    if (literal !== undefined) return literal.codePointAt(0) ?? 0;
    const sign = take(ESCAPED)?.slice(1);
    if (sign === undefined) throw new Unclear();
    if (/^[xu]./.test(sign)) return Number.parseInt(sign.replace(/[xu{}]/g, ""), 16);
    return CONTROLS[sign] ?? sign.charCodeAt(0);
  };

  const characterClass = ({ ignoreCase }: Pick<Flags, "ignoreCase">, isNested = false): AsciiSet => {
    const isNegated = takes("[^");
    if (!isNegated) takes("[");
    // Of the letters beyond ASCII two are those of ASCII in another case.
    if (isNested && isNegated && ignoreCase) throw new Unclear();
    /** What stands before the last sign for "and". */
    let before = ALL;
    let set = takes("]") ? setOf([[93, 93]]) : NONE;
    while (!takes("]")) {
      const inner = shortClass() ?? namedClass() ?? (isAtOneOf("[") ? characterClass({ ignoreCase }, true) : undefined);
      if (inner !== undefined) {
        if (take(DASH)) throw new Unclear();
        set = or(set, inner);
      } else if (takes("&&")) {
        before = and(before, set);
        set = NONE;
      } else {
        const from = character(CHARACTER_IN_CLASS);
        const to = take(RANGE) ? character(CHARACTER_IN_CLASS) : from;
        if (to < from || (ignoreCase && to > 127)) throw new Unclear();
        set = or(set, setOf([[from, to]]));
      }
    }
    set = ignoreCase ? caseless(and(before, set)) : and(before, set);
    return isNegated ? not(set) : set;
  };

  const skipIgnored = ({ extended }: Flags) => {
    while ((isAtOneOf("(") && take(COMMENT)) || (extended && take(EXTENDED_SPACE))) {
      // Each is passed over.
    }
  };

  try {
    const { js, need } = alternatives({ ignoreCase: false, dotAll: false, extended: false });
    if (at < pattern.length) throw new Unclear();
    const expression = new RegExp(js, "g");
    return { expression, groups, need: need !== undefined && isWorthLooking(need) ? need : undefined };
  } catch (error) {
    // Oniguruma takes some that JavaScript refuses, as a{3,2}.
    if (error instanceof Unclear || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Where the group that begins at a place ends, as far as a quick look tells: a comment may mislead it. */
function endsOfGroups(pattern: string): Int32Array {
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

/** @param written as `(?i-m)`, or how a group begins */
function change(flags: Flags, written: string): Flags {
  const [on = "", off = ""] = (/^\(\?([imx-]*)[:)]$/.exec(written)?.[1] ?? "").split("-");
  const is = (flag: string, before: boolean) => (before || on.includes(flag)) && !off.includes(flag);
  return {
    ignoreCase: is("i", flags.ignoreCase),
    dotAll: is("m", flags.dotAll),
    extended: is("x", flags.extended),
  };
}
