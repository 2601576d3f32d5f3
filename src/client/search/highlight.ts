import { NAVIGATED_EVENT, PENDING_HIGHLIGHT_KEY } from "../../shared/constants.ts";
import { MAIN_ID } from "../../theme/element-ids.ts";
import { readStoredJson, writeStored } from "../../theme/storage.ts";
import { make } from "../dom.ts";
import { elementOf, reveal } from "../enhance/reveal.ts";
import { readPageData } from "../page.ts";
import { findWords } from "./find-words.ts";

/** Name of the CSS highlight, and class of the `<mark>` elements used as a fallback. */
const NAME = "search-word";
/** Compiled Markdown, which React doesn't manage: `<mark>` elements are safe there. */
const PLAIN = ".markdown";
/** Elements without text of the page. */
const NO_TEXT =
  "button, script, style, textarea, select, iframe, svg, [hidden]:not(.tab-panel), .visually-hidden, .anchor";
/** Elements that separate runs of text: words don't extend across them. */
const BLOCKS =
  "p, li, dd, dt, td, th, pre, h1, h2, h3, h4, h5, h6, summary, figcaption, blockquote, div, article, main";
/** Kinds of pages with an `<article>`; others are highlighted as a whole. */
const ARTICLE_KINDS: readonly string[] = ["doc", "category", "post"];

/**
 * Highlights the words of a chosen result when its page is shown: this page, one shown by the router, or one loaded by
 * the browser. Call it before the link is followed.
 */
export function highlightOnArrival(terms: readonly string[], { pathname, search, hash }: URL): void {
  if (pathname === location.pathname && search === location.search) {
    highlight(terms, hash);
    return;
  }
  const carried: PendingHighlight = { pathname, terms };
  writeStored("sessionStorage", PENDING_HIGHLIGHT_KEY, JSON.stringify(carried));
  document.addEventListener(NAVIGATED_EVENT, () => showPending(carried), { once: true });
}

/** Words to highlight on the page of a chosen result. */
interface PendingHighlight {
  readonly pathname: string;
  readonly terms: readonly string[];
}

/** Applies a pending highlight for this page in this tab. */
export function applyPendingHighlight(): void {
  const carried = readStoredJson("sessionStorage", PENDING_HIGHLIGHT_KEY) as PendingHighlight | undefined;
  if (carried !== undefined) showPending(carried);
}

/** Highlights if this is the right page, and discards the pending highlight; ignores a final slash. */
function showPending({ pathname, terms }: PendingHighlight): void {
  writeStored("sessionStorage", PENDING_HIGHLIGHT_KEY, undefined);
  const bare = (path: string) => path.replace(/\/$/, "");
  if (bare(pathname) === bare(location.pathname)) highlight(terms, location.hash);
}

/** Highlights words until the page changes or Escape is pressed. @param hash of the section that was chosen */
function highlight(terms: readonly string[], hash: string): void {
  const article = ARTICLE_KINDS.includes(readPageData(document).kind) ? document.querySelector("article") : null;
  const container = article ?? document.getElementById(MAIN_ID);
  if (container === null) return;
  const ranges = rangesOf(container, terms);
  revealFirst(ranges, container, elementOf(hash));
  paintRanges(ranges);
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    clearRanges();
  };
  const { signal } = ending;
  document.addEventListener(NAVIGATED_EVENT, end, { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && end(), { signal });
}

/** Reveals the first word of a section if the reader would see none: in closed details, or in another tab. */
function revealFirst(ranges: readonly Range[], container: Element, start: Element | null): void {
  const follows = (node: Node, other: Node) =>
    (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const end = start && [...container.querySelectorAll("h1, h2, h3")].find((heading) => follows(start, heading));
  const words = ranges.flatMap(({ startContainer }) => {
    const isInSection = (start === null || follows(start, startContainer)) && !(end && follows(end, startContainer));
    return isInSection && startContainer.parentElement !== null ? [startContainer.parentElement] : [];
  });
  if (words[0] !== undefined && !words.some((word) => word.checkVisibility())) reveal(words[0]);
}

function rangesOf(container: Element, terms: readonly string[]): Range[] {
  return textRuns(container).flatMap((run) => {
    const text = run.map(({ data }) => data).join("");
    return findWords(text, terms).map(([start, end]) => {
      const range = document.createRange();
      range.setStart(...positionInRun(run, start + 1, -1));
      range.setEnd(...positionInRun(run, end, 0));
      return range;
    });
  });
}

/** Text nodes of the container, by block: code consists of many small elements. */
function textRuns(container: Element): Text[][] {
  const runs: Text[][] = [];
  let block: Element | null | undefined;
  for (const node of textsIn(container)) {
    const ownBlock = node.parentElement?.closest(BLOCKS);
    if (ownBlock !== block) runs.push([]);
    block = ownBlock;
    runs.at(-1)?.push(node);
  }
  return runs;
}

function textsIn(container: Node): Text[] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return (node as Element).matches(NO_TEXT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  return texts;
}

/** Node and offset of the character that ends `at` characters into a run, plus `by`. */
function positionInRun(run: readonly Text[], at: number, by: number): [Text, number] {
  let before = 0;
  for (const node of run) {
    if (at <= before + node.length) return [node, at - before + by];
    before += node.length;
  }
  throw new RangeError(`a text of ${before} characters has no character ${at}`);
}

/** Marks ranges, and clears the previous ones; leaves the DOM unchanged where CSS highlights are supported. */
function paintRanges(ranges: readonly Range[]): void {
  clearRanges();
  if ("highlights" in CSS) CSS.highlights.set(NAME, new Highlight(...ranges));
  else for (const range of [...ranges].reverse()) wrap(range);
}

function clearRanges(): void {
  if ("highlights" in CSS) CSS.highlights.delete(NAME);
  for (const mark of document.querySelectorAll(`mark.${NAME}`)) {
    const { parentNode } = mark;
    mark.replaceWith(...mark.childNodes);
    parentNode?.normalize();
  }
}

function wrap(range: Range): void {
  const { startContainer, startOffset, endContainer, endOffset, commonAncestorContainer: common } = range;
  for (const node of common instanceof Text ? [common] : textsIn(common)) {
    if (node.parentElement?.closest(PLAIN) == null || !range.intersectsNode(node)) continue;
    const from = node === startContainer ? startOffset : 0;
    const to = node === endContainer ? endOffset : node.length;
    if (from >= to) continue;
    const word = node.splitText(from);
    word.splitText(to - from);
    const mark = make("mark", { className: NAME });
    word.replaceWith(mark);
    mark.append(word);
  }
}
