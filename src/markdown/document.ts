import type { Position, Problem } from "../shared/problem.ts";

/** A placeholder in a compiled page for what depends on the rest of the site, such as URLs and sizes of images. */
export interface Slot extends Position {
  /**
   * `link`: an `href`; `image`: a `src` with its size; `frame`: the `src` of an `iframe`; `media`: any other `src`;
   * `cards`: the list of pages in the page's category; `island`: the `src` of the script of the component named by
   * `target`; `name-start`, `name-end`: the tags of a link around the name of an API, if something documents that name;
   * `picture-start`, `picture-end`: those of a link around an image to its file, if it is wider than the text; `badge`:
   * the badge of the page that a card links to.
   */
  readonly kind: "link" | "image" | "media" | "frame" | "cards" | "island" | TagSlot;
  /** As written by the author. */
  readonly target: string;
  /** Where `target` begins; only for a link or image of Markdown whose address is written without escapes. */
  readonly address?: Position;
  /** `target`, percent-encoded for a link to another site. */
  readonly url: string;
  /** Whether the slot is filled with the URL only, inside an attribute's value, instead of with an attribute. */
  readonly isBare?: boolean;
  /** Whether a name may link to its own page. */
  readonly linksToOwnPage?: boolean;
  /** Accessible text of a link; absent for other slots, and if the link contains HTML, which may show anything. */
  readonly text?: string;
}

/** Returns the HTML, or the Markdown, for a slot: an attribute such as `href="/a"`, or a tag. */
export type Fill = (slot: Slot) => string;

/** The kinds of slots that tags fill. */
type TagSlot = "name-start" | "name-end" | "picture-start" | "picture-end" | "badge";

/** Whether a slot is filled with tags, beside what its target is a link or an image in. */
export function isTagSlot<T extends string>(kind: T | TagSlot): kind is TagSlot {
  return /^(?:(?:name|picture)-|badge$)/.test(kind);
}

/** An entry of the table of contents. */
export interface TocEntry {
  readonly level: number;
  readonly id: string;
  /** Inline HTML of the heading without links. */
  readonly html: string;
}

/** The text under a heading, for the search. */
export interface Section {
  /** Anchor of the heading; empty for the page's lead. */
  readonly id: string;
  /** Heading as plain text; empty for the lead. */
  readonly title: string;
  readonly level: number;
  readonly text: string;
  readonly code: string;
  /** Header cells of its tables and descriptions of its images; also contained in `text`. */
  readonly labels: string;
  /** Names that the section explains, such as the options in its tables. */
  readonly defined: readonly string[];
}

/** What a part of a page says about the API of a library, to be compared with its declarations. */
export interface ApiMention extends Position {
  readonly kind: "heading" | "options" | "signature";
  /** Names as written; those of the types whose members a table of options lists. */
  readonly names: readonly string[];
  /** Anchor; for options, that of the heading above them; empty for the top of the page. */
  readonly id: string;
  /** Members that a table leaves out on purpose, and rows that the declarations lack. */
  readonly except: readonly string[];
  readonly also: readonly string[];
  readonly rows: readonly ApiRow[];
}

/** A row of a table of options, or a term of a list. */
export interface ApiRow extends Position {
  readonly id: string;
  /** Code in its first cell: names, or calls with their arguments. */
  readonly codes: readonly string[];
  /** Its default: the first code in the cell, else its text; absent without such a column, and if the cell is empty. */
  readonly default?: { readonly code: string | undefined; readonly text: string };
  /** Whether it says that the option is required, or that it isn't; absent if it says neither. */
  readonly isRequired?: boolean;
}

/** A code fence as written, for the sample checker. */
export interface Sample extends Position {
  readonly language: string;
  readonly meta: string;
  readonly code: string;
  /** Indentation of the fence in columns. */
  readonly indent: number;
}

/** A compiled page. Plain data: stored on disk and passed between threads. */
export interface CompiledDocument {
  /** HTML with slot marks. */
  readonly html: string;
  readonly slots: readonly Slot[];
  /** The leading level-1 heading as inline HTML, text and Markdown, if there is one. */
  readonly heading?: { readonly html: string; readonly text: string; readonly markdown: string };
  /** HTML before the truncate marker, else the first block of a page without a lead; with slot marks. */
  readonly excerpt?: string;
  readonly isExcerptMarked?: boolean;
  /** Tags for the page's head, as written. */
  readonly head: readonly string[];
  readonly includes: readonly string[];
  /** Client scripts that the page needs. */
  readonly uses: readonly ("live" | "mermaid" | "islands")[];
  /** First paragraph as text, truncated; the description of pages without one. */
  readonly lead: string;
  /** All headings below the leading one. */
  readonly toc: readonly TocEntry[];
  /** Every id in the HTML. */
  readonly anchors: readonly string[];
  /** Positions of ids that are written, or made from headings and rows of tables. */
  readonly ids: readonly (Position & { readonly id: string })[];
  /** The page as plain Markdown with slot marks, without its title. */
  readonly copy: string;
  /** Ids that occur more than once, with the position of the repetition. */
  readonly repeatedIds: readonly (Position & { readonly id: string })[];
  /** Comments that exclude their lines from the link check. */
  readonly linkIgnores: readonly Position[];
  readonly sections: readonly Section[];
  readonly samples: readonly Sample[];
  readonly api: readonly ApiMention[];
  readonly problems: readonly Problem[];
}

/**
 * The mark of slot n in rendered HTML: U+0080 n U+0081. `sanitize` removes these unused control characters from pages,
 * included files and variables, so that content can't forge a mark. They are Latin-1, as V8 stores Latin-1 strings in
 * half the memory.
 */
export function slotMark(index: number): string {
  return `${SLOT_SIGN}${index}\u0081`;
}

/** The character with which marks begin. */
export const SLOT_SIGN = "\u0080";

/** Mark of the content of code block n, which no slot or id is in: it is left out while the page's HTML is read. */
export function codeMark(index: number): string {
  return `\u0080code${index}\u0081`;
}

/** Replaces the marks of code blocks by their content. @param contents highlighted HTML by index */
export function fillCode(html: string, contents: readonly string[]): string {
  return html.replace(/\u0080code(\d+)\u0081/g, (_, index: string) => contents[Number(index)] ?? "");
}

/** Mark of slot n in a Markdown copy. */
export function addressMark(index: number): string {
  return `\u0081${index}\u0080`;
}

/** Replaces the characters of slot marks, and lone surrogates, which URLs can't encode. */
export function sanitize(source: string): string {
  return source.toWellFormed().replace(/[\u0080\u0081]/g, "\uFFFD");
}

type Slots = Pick<CompiledDocument, "slots">;

/** The HTML of a document with its slots filled. */
export function fillSlots(document: Pick<CompiledDocument, "html"> & Slots, fill: Fill): string {
  return fillMarks(document.html, document, fill);
}

/** Fills the slot marks in a part that is shown elsewhere: the heading or an entry of the table of contents. */
export function fillMarks(html: string, { slots }: Slots, fill: Fill, mark = /\u0080(\d+)\u0081/g): string {
  return html.replace(mark, (_, index: string) => {
    const slot = slots[Number(index)];
    return slot === undefined ? "" : fill(slot);
  });
}

/** Fills the slots of the Markdown copy. @param address returns the Markdown for a slot */
export function fillCopy(document: Pick<CompiledDocument, "copy"> & Slots, address: Fill, fill: Fill): string {
  return fillMarks(fillMarks(document.copy, document, address, /\u0081(\d+)\u0080/g), document, fill);
}
