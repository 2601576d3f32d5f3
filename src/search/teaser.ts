import { tokensOf } from "./tokens.ts";

/** Characters of a text, from the first to the one after the last. */
export type Mark = [start: number, end: number];

/** A passage of a document, and what to mark in it. */
export interface Teaser {
  readonly text: string;
  readonly marks: Mark[];
}

/** Characters of a teaser, more or less: it begins and ends with a whole word. */
const LENGTH = 160;
/** Characters that stand before the first marked word, where the passage isn't the text's beginning. */
const BEFORE = 40;
/** How much of a text is searched for its best passage, so that one long section doesn't hold up an answer. */
const MAX_TEXT = 20_000;
const SPACE = 32;
const ASCII = /^\p{ASCII}*$/u;
const INSIDE = /^[A-Za-z][a-z]/;
const SIGNS = /[$()*+.?[\\\]^{|}/]/g;

/** Where words of a text are among the terms; marks are in order and don't overlap. */
export function marksOf(text: string, terms: ReadonlySet<string>): Mark[] {
  const marks: Mark[] = [];
  const pattern = patternOf([...terms]);
  for (let run = nextRun(text, pattern, 0); run !== undefined; run = nextRun(text, pattern, run[1])) {
    const [from, to] = run;
    const found = tokensOf(text.slice(from, to)).filter(({ term }) => terms.has(term));
    for (const { start, end } of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
      const last = marks.at(-1);
      if (last !== undefined && from + start < last[1]) last[1] = Math.max(last[1], from + end);
      else marks.push([from + start, from + end]);
    }
  }
  return marks;
}

/** A pattern for where one of the terms may be. Other letters than those of ASCII are indexed in another form. */
export function patternOf(terms: readonly string[]): RegExp {
  const plain = terms.filter((term) => ASCII.test(term)).map((term) => term.replace(SIGNS, "\\$&"));
  // What begins with a shorter one is found with it.
  const shortest = plain.sort().filter((term, at, all) => at === 0 || !term.startsWith(all[at - 1] ?? ""));
  return new RegExp([...shortest, "[^\\0-\\x7f]"].join("|"), "gi");
}

/**
 * The next run between spaces that holds what a pattern finds, from a place on: words never go over spaces, and to
 * take all of a text apart would be most of the work for a key.
 */
export function nextRun(text: string, pattern: RegExp, from: number): Mark | undefined {
  pattern.lastIndex = from;
  let match = pattern.exec(text);
  // Words and their parts begin behind signs and digits, or with a capital letter.
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

/** Takes from a text the passage that holds the most different terms, on one line, with the terms marked. */
export function teaserOf(content: string, terms: ReadonlySet<string>): Teaser {
  const text = content.slice(0, MAX_TEXT).replace(/\s+/g, " ").trim();
  const marks = marksOf(text, terms);
  const first = bestStart(text, marks);
  const start = first <= BEFORE ? 0 : wordStart(text, first - BEFORE);
  const end = start + LENGTH >= text.length ? text.length : wordEnd(text, start + LENGTH);
  const before = start > 0 ? "… " : "";
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${end < text.length ? " …" : ""}`,
    marks: marks.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}

/** The mark from which on the most different words are within reach; the earliest of equals. */
function bestStart(text: string, marks: readonly Mark[]): number {
  const words = marks.map(([start, end]) => text.slice(start, end).toLowerCase());
  const reached = new Map<string, number>();
  let best = { start: 0, count: 0 };
  let next = 0;
  for (const [index, [start]] of marks.entries()) {
    for (; next < marks.length && (marks[next]?.[1] ?? 0) <= start + LENGTH - BEFORE; next++) {
      reached.set(words[next] ?? "", next);
    }
    if (reached.size > best.count) best = { start, count: reached.size };
    if (reached.get(words[index] ?? "") === index) reached.delete(words[index] ?? "");
  }
  return best.start;
}

function wordStart(text: string, near: number): number {
  const space = text.indexOf(" ", near);
  return space === -1 || space > near + BEFORE ? near : space + 1;
}

function wordEnd(text: string, near: number): number {
  const space = text.lastIndexOf(" ", near);
  return space < near - BEFORE ? near : space;
}
