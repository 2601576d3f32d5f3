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

/** Words that were replaced by others; either may be none. Ranges of indexes, without their ends. */
export interface WordChange {
  readonly old: readonly [from: number, to: number];
  readonly new: readonly [from: number, to: number];
}

/** The words of two texts, and what differs. */
export interface WordDiff {
  readonly old: readonly HtmlWord[];
  readonly new: readonly HtmlWord[];
  readonly changes: readonly WordChange[];
}

/** Elements that continue the block around them. */
const INLINE = wordSet(
  "a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup u var wbr",
);
/** Elements whose text can't be marked, or isn't for readers. */
const SKIPPED = wordSet("svg math script style template iframe button");
const TOKEN = /[\p{L}\p{N}_]+|\n|[^\s\p{L}\p{N}_]/gu;
/** Edits after which a comparison gives up: what differs this much is replaced. */
const MAX_EDITS = 3000;
/** Share of words that two blocks must have in common to be shown as edited, not as replaced. */
const MIN_COMMON = 0.3;

/** Compares the texts that readers see of two pieces of HTML: first by blocks, then by words. */
export function diffWords(oldHtml: string, newHtml: string): WordDiff {
  const [before, after] = [blocksOf(oldHtml), blocksOf(newHtml)];
  const changes: WordChange[] = [];
  let [oldAt, newAt, oldBlock, newBlock] = [0, 0, 0, 0];
  for (const [gone, come] of editsOf(before.map(textOfBlock), after.map(textOfBlock))) {
    if (gone === come) {
      // Equal blocks have equally many words.
      const amount = before.slice(oldBlock, oldBlock + gone.length).flat().length;
      [oldBlock, newBlock] = [oldBlock + gone.length, newBlock + gone.length];
      [oldAt, newAt] = [oldAt + amount, newAt + amount];
      continue;
    }
    const oldWords = before.slice(oldBlock, oldBlock + gone.length).flat();
    const newWords = after.slice(newBlock, newBlock + come.length).flat();
    changes.push(...changesIn(oldWords, newWords, oldAt, newAt));
    [oldBlock, newBlock] = [oldBlock + gone.length, newBlock + come.length];
    [oldAt, newAt] = [oldAt + oldWords.length, newAt + newWords.length];
  }
  return { old: before.flat(), new: after.flat(), changes };
}

/** The changes between two runs of words, which begin at the given indexes. */
function changesIn(
  oldWords: readonly HtmlWord[],
  newWords: readonly HtmlWord[],
  oldAt: number,
  newAt: number,
): WordChange[] {
  const changes: WordChange[] = [];
  let common = 0;
  let [oldIndex, newIndex] = [oldAt, newAt];
  for (const [gone, come] of editsOf(
    oldWords.map(({ text }) => text),
    newWords.map(({ text }) => text),
  )) {
    const [oldEnd, newEnd] = [oldIndex + gone.length, newIndex + come.length];
    if (gone === come) common += gone.length;
    else changes.push({ old: [oldIndex, oldEnd], new: [newIndex, newEnd] });
    [oldIndex, newIndex] = [oldEnd, newEnd];
  }
  const most = Math.max(oldWords.length, newWords.length);
  if (common >= most * MIN_COMMON || oldWords.length === 0 || newWords.length === 0) return changes;
  return [{ old: [oldAt, oldIndex], new: [newAt, newIndex] }];
}

/** Runs of equal items, as the same array twice, and of items that others replace. */
function editsOf(before: string[], after: string[]): (readonly [gone: string[], come: string[]])[] {
  const parts = diffArrays(before, after, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [[before, after]];
  const edits: (readonly [string[], string[]])[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
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

function textOfBlock(words: readonly HtmlWord[]): string {
  return words.map(({ text }) => text).join(" ");
}

/** The words of HTML by blocks: paragraphs, cells, lines of code. */
function blocksOf(html: string): HtmlWord[][] {
  const blocks: HtmlWord[][] = [];
  let block: HtmlWord[] = [];
  const end = () => {
    if (block.length > 0) blocks.push(block);
    block = [];
  };
  const parts = readHtml(html);
  let done = 0;
  for (const [index, part] of parts.entries()) {
    if (part.from < done) continue;
    if (part.kind === "text") {
      for (const word of wordsIn(html, part)) {
        if (word.text === "\n") end();
        else block.push(word);
      }
    } else if (isSkipped(part)) done = endOfElement(parts, index);
    else if (part.kind === "start" && part.name === "img") block.push(imageOf(part));
    else if ((part.kind === "start" || part.kind === "end") && !INLINE.has(part.name)) end();
  }
  end();
  return blocks;
}

/** The words and ends of lines of a text. A mark inside a character reference would break it, so it is one word. */
function wordsIn(html: string, { from, to }: HtmlRange): HtmlWord[] {
  const words: HtmlWord[] = [];
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(html); match !== null && match.index < to; match = TOKEN.exec(html)) {
    TOKEN.lastIndex = endOfReference(html, match.index) ?? TOKEN.lastIndex;
    words.push({ text: html.slice(match.index, TOKEN.lastIndex), from: match.index, to: TOKEN.lastIndex });
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

/** Number of words in a range, without punctuation marks. */
export function countWords(words: readonly HtmlWord[], [from, to]: readonly [number, number]): number {
  return words.slice(from, to).filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
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
