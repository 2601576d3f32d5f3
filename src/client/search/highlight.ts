import { CARRIED_KEY, NAVIGATED_EVENT } from "../../shared/constants.ts";
import { MAIN_ID } from "../../theme/ids.ts";
import { store } from "../../theme/storage.ts";
import { readPageData } from "../page.ts";
import { readStoredJson } from "../stored-json.ts";
import { findWords } from "./find-words.ts";

/** Name of the highlight in the style sheet, and class of the marks that stand in for it. */
const NAME = "search-word";
/** Compiled Markdown: React never looks into it, so that marks may stand there. */
const PLAIN = ".markdown";
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
  const carried: Carried = { pathname, terms };
  store("sessionStorage", CARRIED_KEY, JSON.stringify(carried));
  document.addEventListener(NAVIGATED_EVENT, () => arrive(carried), { once: true });
}

/** Words for the page that a chosen result leads to. */
interface Carried {
  readonly pathname: string;
  readonly terms: readonly string[];
}

/** Highlights what was kept for this page of this tab, if anything was. */
export function highlightCarried(): void {
  const carried = readStoredJson("sessionStorage", CARRIED_KEY) as Carried | undefined;
  if (carried !== undefined) arrive(carried);
}

/** What was carried is kept no more, whatever page it has come to; hosts add and take off a last slash. */
function arrive({ pathname, terms }: Carried): void {
  store("sessionStorage", CARRIED_KEY, undefined);
  const bare = (path: string) => path.replace(/\/$/, "");
  if (bare(pathname) === bare(location.pathname)) highlight(terms);
}

/** Highlights words until the page changes or the reader presses Escape. */
function highlight(terms: readonly string[]): void {
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

/** Shows ranges as marked, in the place of those shown before; the document stays as it is where the browser can do so. */
function paintRanges(ranges: readonly Range[]): void {
  wipeRanges();
  if ("highlights" in CSS) CSS.highlights.set(NAME, new Highlight(...ranges));
  else for (const range of [...ranges].reverse()) wrap(range);
}

/** Takes all marks away. */
function wipeRanges(): void {
  if ("highlights" in CSS) CSS.highlights.delete(NAME);
  for (const mark of document.querySelectorAll(`mark.${NAME}`)) {
    const { parentNode } = mark;
    mark.replaceWith(...mark.childNodes);
    parentNode?.normalize();
  }
}

/** Puts marks around the texts of a range. */
function wrap(range: Range): void {
  const { startContainer, startOffset, endContainer, endOffset, commonAncestorContainer } = range;
  for (const node of textsOf(commonAncestorContainer)) {
    if (node.parentElement?.closest(PLAIN) == null || !range.intersectsNode(node)) continue;
    const from = node === startContainer ? startOffset : 0;
    const to = node === endContainer ? endOffset : node.length;
    if (from >= to) continue;
    const word = node.splitText(from);
    word.splitText(to - from);
    const mark = document.createElement("mark");
    mark.className = NAME;
    word.replaceWith(mark);
    mark.append(word);
  }
}

function textsOf(node: Node): Text[] {
  if (node instanceof Text) return [node];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let next = walker.nextNode(); next !== null; next = walker.nextNode()) texts.push(next as Text);
  return texts;
}
