import { escapePattern } from "../shared/text.ts";
import { ASCII, MARK } from "./fold.ts";
import { tokensOfRun } from "./tokens.ts";

/** A range of characters; the end is exclusive. */
export type Mark = [start: number, end: number];

/** A passage of a document, and the ranges to mark in it. */
export interface Teaser {
  readonly text: string;
  readonly marks: Mark[];
}

/** Approximate length of a teaser in characters; it begins and ends at a word boundary. */
const TEASER_LENGTH = 160;
/** Number of characters before the first mark, unless the passage is at the beginning of the text. */
const CONTEXT_BEFORE = 40;
/** Maximum number of characters searched for the best passage, so that a long section doesn't delay the answer. */
const MAX_TEXT = 20_000;
/** Maximum number of marks: in a text with more, any passage has enough. */
const MAX_MARKS = 100;
/** Number of marks that fill a teaser: if there are more terms than that, the first passage is as good as any. */
const FULL = 20;
const SPACE = 32;
const INSIDE = /^[A-Za-z][a-z]/;
const JOINER = "\u200d";
/** Continues the letter before it: a low surrogate, a mark, the end of a Hangul syllable, a skin tone. */
const CONTINUED = new RegExp(`^(?:[\\udc00-\\udfff\\u1160-\\u11ff]|${MARK}|\\p{Emoji_Modifier})`, "u");

/** The first ranges of words in a text that are among the terms; in order, without overlaps. */
export function marksOf(text: string, terms: ReadonlySet<string>, limit = Number.POSITIVE_INFINITY): Mark[] {
  const marks: Mark[] = [];
  const pattern = patternOf([...terms]);
  for (let run = nextRun(text, pattern, 0); run !== undefined; run = nextRun(text, pattern, run[1])) {
    if (marks.length >= limit) break;
    const [from, to] = run;
    const tokens = tokensOfRun(text.slice(from, to)).filter(({ term }) => terms.has(term));
    for (const { start, end } of tokens.sort((a, b) => a.start - b.start || b.end - a.end)) {
      const last = marks.at(-1);
      if (last !== undefined && from + start < last[1]) last[1] = Math.max(last[1], from + end);
      else marks.push([from + start, from + end]);
    }
  }
  return marks;
}

/** A prefilter for where a term may begin. Matches every non-ASCII character: those are normalised in the index. */
export function patternOf(terms: readonly string[]): RegExp {
  const plain = terms.filter((term) => ASCII.test(term)).map(escapePattern);
  // A term that is a prefix of longer ones matches wherever they do.
  const shortest = plain.sort().filter((term, at, all) => at === 0 || !term.startsWith(all[at - 1] ?? ""));
  return new RegExp([...shortest, "[^\\0-\\x7f]"].join("|"), "gi");
}

/**
 * The next run of non-spaces with a match of `pattern`, from index `from` on. Words never contain spaces, and
 * tokenising the whole text would be most of the work per key stroke.
 */
export function nextRun(text: string, pattern: RegExp, from: number): Mark | undefined {
  pattern.lastIndex = from;
  let match = pattern.exec(text);
  // Words and their parts begin after signs and digits, or with a capital letter.
  while (match !== null && INSIDE.test(text.slice(match.index - 1, match.index + 1))) {
    pattern.lastIndex = match.index + 1;
    match = pattern.exec(text);
  }
  if (match === null) return undefined;
  let start = match.index;
  while (start > 0 && text.charCodeAt(start - 1) > SPACE) start--;
  let end = match.index + match[0].length;
  while (end < text.length && text.charCodeAt(end) > SPACE) end++;
  return [start, end];
}

/** Picks the passage with the most distinct terms from a text, on one line, with the terms marked. */
export function teaserOf(content: string, terms: ReadonlySet<string>): Teaser {
  const text = content.slice(0, MAX_TEXT).replace(/\s+/g, " ").trim();
  const marks = marksOf(text, terms, terms.size > FULL ? FULL : MAX_MARKS);
  const first = bestStart(text, marks);
  const start = first <= CONTEXT_BEFORE ? 0 : wordStart(text, first - CONTEXT_BEFORE);
  const end = start + TEASER_LENGTH >= text.length ? text.length : wordEnd(text, start + TEASER_LENGTH);
  const before = start > 0 ? "… " : "";
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${end < text.length ? " …" : ""}`,
    marks: marks.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}

/** Start of the mark from which a teaser contains the most distinct terms; of equals, the first. */
function bestStart(text: string, marks: readonly Mark[]): number {
  const words = marks.map(([start, end]) => text.slice(start, end).toLowerCase());
  const reached = new Map<string, number>();
  let best = { start: 0, count: 0 };
  let next = 0;
  for (const [index, [start]] of marks.entries()) {
    for (; next < marks.length && (marks[next]?.[1] ?? 0) <= start + TEASER_LENGTH - CONTEXT_BEFORE; next++) {
      reached.set(words[next] ?? "", next);
    }
    if (reached.size > best.count) best = { start, count: reached.size };
    if (reached.get(words[index] ?? "") === index) reached.delete(words[index] ?? "");
  }
  return best.start;
}

function wordStart(text: string, near: number): number {
  const space = text.indexOf(" ", near);
  return space === -1 || space > near + CONTEXT_BEFORE ? letterStart(text, near) : space + 1;
}

function wordEnd(text: string, near: number): number {
  const space = text.lastIndexOf(" ", near);
  return space < near - CONTEXT_BEFORE ? letterStart(text, near) : space;
}

/** Start of the letter or emoji at an index, which may be in the middle of one in texts without spaces. */
function letterStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && (CONTINUED.test(text.slice(start, start + 2)) || text[start - 1] === JOINER)) start--;
  return start;
}
