import { diffArrays } from "diff";
import { endOfReference, type HtmlPart, type HtmlRange, readHtml } from "../shared/html.ts";
import { attributeOf, endOfElement } from "../shared/html-parts.ts";
import { wordSet } from "../shared/text.ts";

/** A word, a punctuation mark or an image in HTML, by its offsets. */
export interface HtmlWord {
  /** As written; an image with its source. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Words that were replaced by others; either may be none. */
export interface WordChange {
  readonly old: readonly HtmlWord[];
  readonly new: readonly HtmlWord[];
  /** Offset in the new HTML where the old words would stand. */
  readonly at: number;
}

/** A paragraph, a cell or a line of code: its texts and images, with single spaces. */
interface HtmlBlock {
  readonly text: string;
  readonly pieces: readonly HtmlWord[];
}

/** Elements that continue the block around them. */
const INLINE = wordSet(
  "a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup u var wbr",
);
/** Elements whose text can't be marked, or isn't for readers. */
const SKIPPED = wordSet("svg math script style template iframe button");
const TOKEN = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;
/** Edits after which a comparison gives up: what differs this much is replaced. */
const MAX_EDITS = 3000;
/** Share of words that two blocks must have in common to be shown as edited, not as replaced. */
const MIN_COMMON = 0.3;

const haveSameText = (a: { readonly text: string }, b: { readonly text: string }) => a.text === b.text;

/** Compares the texts that readers see of two pieces of HTML: first by blocks, then by words. */
export function diffWords(oldHtml: string, newHtml: string): WordChange[] {
  const after = blocksOf(newHtml);
  const changes: WordChange[] = [];
  let end = 0;
  for (const [gone, come] of editsOf(blocksOf(oldHtml), after, haveSameText)) {
    end += come.length;
    if (gone === come) continue;
    // After the last word, there is no other position whose text surely is that of an element for texts.
    const at = after[end]?.pieces[0]?.from ?? after.at(-1)?.pieces.at(-1)?.to ?? 0;
    changes.push(...changesIn(wordsOf(oldHtml, gone), wordsOf(newHtml, come), at));
  }
  return changes;
}

/** The changes between two runs of words. @param end offset after the new ones */
function changesIn(oldWords: readonly HtmlWord[], newWords: readonly HtmlWord[], end: number): WordChange[] {
  const changes: WordChange[] = [];
  let [common, index] = [0, 0];
  for (const [gone, come] of editsOf(oldWords, newWords, haveSameText)) {
    if (gone === come) common += gone.length;
    else changes.push({ old: gone, new: come, at: newWords[index]?.from ?? end });
    index += come.length;
  }
  const most = Math.max(oldWords.length, newWords.length);
  if (common >= most * MIN_COMMON || oldWords.length === 0 || newWords.length === 0) return changes;
  return [{ old: oldWords, new: newWords, at: newWords[0]?.from ?? end }];
}

/** Runs of equal items, as the same array twice, and of items that others replace. */
export function editsOf<T>(
  before: readonly T[],
  after: readonly T[],
  comparator: (a: T, b: T) => boolean,
): (readonly [gone: readonly T[], come: readonly T[]])[] {
  const parts = diffArrays([...before], [...after], { comparator, maxEditLength: MAX_EDITS });
  if (parts === undefined) return [[before, after]];
  const edits: (readonly [T[], T[]])[] = [];
  let [gone, come]: [T[], T[]] = [[], []];
  for (const { value, added, removed } of parts) {
    if (removed) gone = value;
    else if (added) come = value;
    else {
      if (gone.length + come.length > 0) edits.push([gone, come]);
      edits.push([value, value]);
      [gone, come] = [[], []];
    }
  }
  if (gone.length + come.length > 0) edits.push([gone, come]);
  return edits;
}

/** The blocks of HTML. */
function blocksOf(html: string): HtmlBlock[] {
  const blocks: HtmlBlock[] = [];
  let [text, pieces]: [string, HtmlWord[]] = ["", []];
  const end = () => {
    // Code that is highlighted has the same text as code that is not: only its spaces may be pieces of their own.
    if (pieces.length > 0) blocks.push({ text: text.replace(/\s+/g, " ").trim(), pieces });
    [text, pieces] = ["", []];
  };
  const add = (piece: HtmlWord) => {
    text += piece.text;
    if (/\S/.test(piece.text)) pieces.push(piece);
  };
  const parts = readHtml(html);
  let done = 0;
  for (const [index, part] of parts.entries()) {
    if (part.from < done) continue;
    if (part.kind === "text") {
      for (const [number, line] of linesOf(html, part).entries()) {
        if (number > 0) end();
        add(line);
      }
    } else if (isSkipped(part)) done = endOfElement(parts, index);
    else if (part.kind === "start" && part.name === "img") add(imageOf(part));
    else if ((part.kind === "start" || part.kind === "end") && !INLINE.has(part.name)) end();
  }
  end();
  return blocks;
}

function linesOf(html: string, { from, to }: HtmlRange): HtmlWord[] {
  let start = from;
  return html
    .slice(from, to)
    .split("\n")
    .map((text) => {
      const line = { text, from: start, to: start + text.length };
      start = line.to + 1;
      return line;
    });
}

/** The words of blocks. A mark inside a character reference would break it, so it is one word. */
function wordsOf(html: string, blocks: readonly HtmlBlock[]): HtmlWord[] {
  const words: HtmlWord[] = [];
  for (const piece of blocks.flatMap(({ pieces }) => pieces)) {
    if (html[piece.from] === "<") {
      words.push(piece);
      continue;
    }
    TOKEN.lastIndex = piece.from;
    for (let match = TOKEN.exec(html); match !== null && match.index < piece.to; match = TOKEN.exec(html)) {
      TOKEN.lastIndex = endOfReference(html, match.index) ?? TOKEN.lastIndex;
      words.push({ text: html.slice(match.index, TOKEN.lastIndex), from: match.index, to: TOKEN.lastIndex });
    }
  }
  return words;
}

function isSkipped(part: HtmlPart): boolean {
  return part.kind === "start" && (SKIPPED.has(part.name) || attributeOf(part, "class") === "anchor");
}

function imageOf(part: Extract<HtmlPart, { kind: "start" }>): HtmlWord {
  const [alt = "", source = ""] = ["alt", "data-src"].map((name) => attributeOf(part, name));
  return { text: `[${alt}](${source})`, from: part.from, to: part.to };
}

/** Number of words, without punctuation marks. */
export function countWords(words: readonly HtmlWord[]): number {
  return words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
}

/** Share of their words that two texts have in common, from 0 to 1, whatever their order; 1 for two empty texts. */
export function commonWords(before: string, after: string): number {
  const [a, b] = [before, after].map((text) => text.match(/[\p{L}\p{N}_]+/gu) ?? []);
  const counts = new Map<string, number>();
  for (const word of a ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b ?? []) {
    const left = counts.get(word) ?? 0;
    if (left > 0) common += 1;
    counts.set(word, left - 1);
  }
  const most = Math.max(a?.length ?? 0, b?.length ?? 0);
  return most === 0 ? 1 : common / most;
}
