import { NAVIGATED_EVENT } from "../../shared/constants.ts";
import { MAIN_ID } from "../../theme/ids.ts";
import { readPageData } from "../page-data.ts";
import { carry, isPath, takeCarried } from "./carried.ts";
import { findWords } from "./find-words.ts";
import { paintRanges, wipeRanges } from "./paint.ts";

/** What is no text of the page, or not the page's own. */
const NO_TEXT = "button, script, style, textarea, select, iframe, svg, [hidden], .visually-hidden, .anchor";
/** What ends a run of text: no word goes on behind it. */
const BLOCKS =
  "p, li, dd, dt, td, th, pre, h1, h2, h3, h4, h5, h6, summary, figcaption, blockquote, div, article, main";
/** Elements that are articles: other kinds of pages are highlighted as a whole. */
const ARTICLE_KINDS: readonly string[] = ["doc", "category", "post"];

/**
 * Highlights the words of a result that was just chosen, as soon as its page is shown: here, after a
 * navigation inside the page, or after the browser has loaded it. Call it before the link is followed.
 */
export function highlightOnArrival(terms: readonly string[], { pathname, search }: URL): void {
  if (pathname === location.pathname && search === location.search) {
    highlight(terms);
    return;
  }
  carry({ pathname, terms });
  document.addEventListener(
    NAVIGATED_EVENT,
    () => {
      takeCarried();
      if (isPath(pathname)) highlight(terms);
    },
    { once: true },
  );
}

/** Highlights words until the page changes or the reader presses Escape. */
export function highlight(terms: readonly string[]): void {
  const article = ARTICLE_KINDS.includes(readPageData(document).kind) ? document.querySelector("article") : null;
  const container = article ?? document.getElementById(MAIN_ID);
  if (container === null) return;
  paintRanges(rangesOf(container, terms));
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    wipeRanges();
  };
  const { signal } = ending;
  document.addEventListener(NAVIGATED_EVENT, end, { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && end(), { signal });
}

function rangesOf(container: Element, terms: readonly string[]): Range[] {
  return textRuns(container).flatMap((run) => {
    const text = run.map(({ data }) => data).join("");
    return findWords(text, terms).map(([start, end]) => {
      const range = document.createRange();
      range.setStart(...placeIn(run, start + 1, -1));
      range.setEnd(...placeIn(run, end, 0));
      return range;
    });
  });
}

/** The container's text, a list of nodes for each block: code stands in many small elements. */
function textRuns(container: Element): Text[][] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return (node as Element).matches(NO_TEXT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const runs: Text[][] = [];
  let block: Element | null | undefined;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const own = node.parentElement?.closest(BLOCKS);
    if (own !== block) runs.push([]);
    block = own;
    runs.at(-1)?.push(node);
  }
  return runs;
}

/** The node and offset of the character that ends `at` characters into a run, moved by `by`. */
function placeIn(run: readonly Text[], at: number, by: number): [Text, number] {
  let before = 0;
  for (const node of run) {
    if (at <= before + node.length) return [node, at - before + by];
    before += node.length;
  }
  throw new RangeError(`a text of ${before} characters has no character ${at}`);
}
