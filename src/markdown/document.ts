import type { Problem } from "../shared/problem.ts";

/** A place in a source file. */
export interface Place {
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
  /** `link`: an `href`; `image`: a `src` with its size; `media`: another `src`. */
  readonly kind: "link" | "image" | "media";
  /** As written by the author, percent-decoding not done. */
  readonly target: string;
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
  /** Inline HTML and text of the page's own level-1 heading, where its body begins with one. */
  readonly heading?: { readonly html: string; readonly text: string };
  /** First paragraph as text, for pages without a description. */
  readonly lead: string;
  readonly toc: readonly TocEntry[];
  /** Every id in the HTML. */
  readonly anchors: readonly string[];
  readonly sections: readonly Section[];
  readonly samples: readonly Sample[];
  readonly problems: readonly Problem[];
}

/**
 * Slot n stands in rendered HTML as U+FDD0 n U+FDD1. Both are Unicode noncharacters, which
 * `sanitize` takes out of every source, so that no text can forge one.
 */
export function slotMark(index: number): string {
  return `\uFDD0${index}\uFDD1`;
}

/** Replaces the characters that slots are made of. */
export function sanitize(source: string): string {
  return source.replace(/[\uFDD0\uFDD1]/g, "\uFFFD");
}

/** Cuts HTML at its slot marks. */
export function splitSlots(html: string): { pieces: string[]; slotOrder: number[] } {
  const parts = html.split(/\uFDD0(\d+)\uFDD1/);
  return {
    pieces: parts.filter((_, index) => index % 2 === 0),
    slotOrder: parts.filter((_, index) => index % 2 === 1).map(Number),
  };
}

/** Puts a document's HTML together. @param fill gives the attributes for a slot, such as `href="/a"` */
export function fillSlots(document: Document, fill: (slot: Slot) => string): string {
  const { pieces, slotOrder, slots } = document;
  let html = pieces[0] ?? "";
  for (const [gap, index] of slotOrder.entries()) {
    const slot = slots[index];
    html += (slot === undefined ? "" : fill(slot)) + (pieces[gap + 1] ?? "");
  }
  return html;
}
