import type { Problem } from "../shared/problem.ts";

/** A place in a source file: the page's own, or one that it includes. */
export interface Place {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/**
 * What a compiled page leaves open until the whole site is known: an address whose route, base URL
 * or picture size isn't the page's own knowledge.
 */
export interface Slot extends Place {
  /** `link`: an `href`; `image`: a `src` with its size; `media`: another `src`; `cards`: the pages of its category. */
  readonly kind: "link" | "image" | "media" | "cards";
  /** As written by the author. */
  readonly target: string;
  /** The same, percent-encoded for a link to another site. */
  readonly url: string;
  /** What a reader reads or hears of a link; absent for what isn't one, and where HTML may hold more than text. */
  readonly text?: string;
}

export interface TocEntry {
  readonly level: number;
  readonly id: string;
  /** Inline HTML of the heading without links. */
  readonly html: string;
}

/** A stretch of text under one heading, for the search. */
export interface Section {
  /** Anchor of the heading; empty for the page's lead. */
  readonly id: string;
  /** Heading as plain text; empty for the lead. */
  readonly title: string;
  readonly level: number;
  readonly text: string;
  readonly code: string;
  /** Names that the section says the meaning of, such as the options in its tables. */
  readonly defined: readonly string[];
}

/** A code fence as written, for the sample checker. */
export interface Sample extends Place {
  readonly language: string;
  readonly meta: string;
  readonly code: string;
  /** Columns that the fence is indented by. */
  readonly indent: number;
}

/** A compiled page. Plain data: cached on disk and sent between workers. */
export interface Document {
  /** HTML in pieces; slot number n stands between pieces n and n + 1, as `slotOrder` says. */
  readonly pieces: readonly string[];
  /** For each gap between pieces, the index of its slot. */
  readonly slotOrder: readonly number[];
  readonly slots: readonly Slot[];
  /** Inline HTML, text and Markdown of the page's own level-1 heading, where its body begins with one. */
  readonly heading?: { readonly html: string; readonly text: string; readonly markdown: string };
  /** The title from the front matter as inline HTML, where it holds Markdown. */
  readonly titleHtml?: string;
  /** HTML before the truncate marker, with slot marks. */
  readonly excerpt?: string;
  /** Tags for the page's head, as written. */
  readonly head: readonly string[];
  /** Files that the page includes, by path. */
  readonly includes: readonly string[];
  /** What its behaviour in the browser needs. */
  readonly uses: readonly ("live" | "mermaid")[];
  /** First paragraph as text, cut where it is long, for pages without a description. */
  readonly lead: string;
  readonly toc: readonly TocEntry[];
  /** Every id in the HTML. */
  readonly anchors: readonly string[];
  /** The page as plain Markdown with slot marks, its title left out. */
  readonly copy: string;
  /** Ids that more than one element has, each where it is said again. */
  readonly repeatedIds: readonly (Place & { readonly id: string })[];
  /** Comments that keep the link check away from their lines. */
  readonly linkIgnores: readonly Place[];
  readonly sections: readonly Section[];
  readonly samples: readonly Sample[];
  readonly problems: readonly Problem[];
}

/**
 * Slot n stands in rendered HTML as U+0080 n U+0081. Both are control characters without a meaning, which
 * `sanitize` takes out of a page's text, of what it includes and of variables, so that none can forge
 * one. They are in Latin-1: a text that holds none beyond takes half the memory.
 */
export function slotMark(index: number): string {
  return `\u0080${index}\u0081`;
}

/** The same where a Markdown copy has the bare address of slot n, or what stands for it. */
export function addressMark(index: number): string {
  return `\u0081${index}\u0080`;
}

/** Replaces the characters that slots are made of, and halves of characters, which no address can hold. */
export function sanitize(source: string): string {
  return source.toWellFormed().replace(/[\u0080\u0081]/g, "\uFFFD");
}

/** Cuts HTML at its slot marks. */
export function splitSlots(html: string): { pieces: string[]; slotOrder: number[] } {
  const parts = html.split(/\u0080(\d+)\u0081/);
  return {
    pieces: parts.filter((_, index) => index % 2 === 0),
    slotOrder: parts.filter((_, index) => index % 2 === 1).map(Number),
  };
}

/** Puts a document's HTML together. @param fill gives the attributes for a slot, such as `href="/a"` */
export function fillSlots(document: Document, fill: (slot: Slot) => string): string {
  const { pieces, slotOrder } = document;
  return slotOrder.reduce(
    (html, slot, gap) => html + fillOne(document, slot, fill) + (pieces[gap + 1] ?? ""),
    pieces[0] ?? "",
  );
}

/** The same for a part that stands elsewhere on the page: the heading, an entry of the table of contents. */
export function fillMarks(html: string, document: Pick<Document, "slots">, fill: (slot: Slot) => string): string {
  return html.replace(SLOT_MARK, (_, slot: string) => fillOne(document, Number(slot), fill));
}

/** Puts the Markdown copy together. @param address gives what stands in the place of a slot in Markdown */
export function fillCopy(
  document: Pick<Document, "copy" | "slots">,
  address: (slot: Slot) => string,
  fill: (slot: Slot) => string,
): string {
  const text = document.copy.replace(ADDRESS_MARK, (_, slot: string) => fillOne(document, Number(slot), address));
  return fillMarks(text, document, fill);
}

const ADDRESS_MARK = /\u0081(\d+)\u0080/g;
const SLOT_MARK = /\u0080(\d+)\u0081/g;

function fillOne({ slots }: Pick<Document, "slots">, index: number, fill: (slot: Slot) => string): string {
  const slot = slots[index];
  return slot === undefined ? "" : fill(slot);
}
