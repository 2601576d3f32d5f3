import type { CompiledDocument } from "../markdown/document.ts";
import type { Position, Problem } from "../shared/problem.ts";

/** A page of one of the two sites that are compared. */
export interface TreePage {
  /** Address below the base URL, with the folder of the language, without a final slash. */
  readonly address: string;
  readonly locale: string;
  /** Source file. */
  readonly path: string;
  readonly title: string;
  /** That of the front matter. */
  readonly description: string | undefined;
  /** Of its text: pages with the same one don't differ. */
  readonly digest: string;
  readonly anchors: readonly string[];
  /** Whether another page shows the same text: an untranslated page is the same in all languages. */
  readonly isCopy: boolean;
  /** Whether docgen makes it from other pages, such as the list of a tag: its address isn't the author's. */
  readonly isList: boolean;
  readonly read: () => Promise<TextOfPage>;
}

/** The text of a page. */
export interface TextOfPage {
  /** Undefined for pages that aren't Markdown. */
  readonly document: CompiledDocument | undefined;
  /** Empty for pages that docgen generates. */
  readonly html: string;
  /** What the text alone doesn't show. */
  readonly faults: readonly Problem[];
}

/** A page of the old site with what it is in the new one. */
export interface PagePair {
  readonly before: TreePage;
  readonly after: TreePage;
}

/** What is compared of a site. What only differing pages need is read on demand. */
export interface Tree {
  readonly pages: readonly TreePage[];
  /** Where an address leads: to itself if it is a page or a file, else to a page; undefined: nowhere. */
  readonly follow: (address: string, locale: string) => string | undefined;
  /** Places that link to an address with an id, to an address without a page, or to the path of a missing file. */
  readonly links: ReadonlyMap<string, readonly Position[]>;
  readonly assets: readonly Asset[];
  readonly problems: () => readonly Problem[];
}

/** A file of the output. */
export interface Asset {
  /** Its name without the hash: several files may have the same. */
  readonly file: string;
  readonly digest: string;
  /** In bytes. */
  readonly size: () => Promise<number>;
}

export interface PageName {
  readonly address: string;
  readonly path: string;
  readonly title: string;
}

/** An address that was a page and leads nowhere now. */
export interface LostAddress extends PageName {
  /** Places that link to it, in either of the sites. */
  readonly linkedFrom: readonly Position[];
}

/** An id that a page had and no longer has. */
export interface LostAnchor extends LostAddress {
  readonly id: string;
  /** The heading that had it, if it has another one now. */
  readonly renamed: RenamedHeading | undefined;
}

/** A heading with a new id, in the new site. */
export interface RenamedHeading extends Position {
  readonly id: string;
  readonly text: string;
}

/** A value before and after a change. */
export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

/** What differs in a page. */
export interface PageChange extends PageName {
  /** Title, if it differs. */
  readonly titles: Change<string> | undefined;
  /** Description, if it differs. */
  readonly descriptions: Change<string> | undefined;
  /** Numbers of words. */
  readonly words: { readonly added: number; readonly removed: number };
  /** Recorded outputs of samples; one of them is empty for a sample that is new or gone. */
  readonly samples: readonly (Change<string> & { readonly line: number })[];
  readonly options: readonly OptionsChange[];
  /** Length of its text as Markdown, in bytes. */
  readonly bytes: Change<number>;
  readonly hasGrown: boolean;
}

/** What differs in a table of options. */
export interface OptionsChange {
  /** The types whose members it lists. */
  readonly of: string;
  /** Whether the page had no such table. */
  readonly isNew: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Rows with another default, or that are no longer, or now, required. */
  readonly changed: readonly string[];
}

/** What differs between two states of a site. */
export interface SiteDiff {
  readonly commit: string;
  readonly pages: Change<number>;
  readonly lostAddresses: readonly LostAddress[];
  readonly lostAnchors: readonly LostAnchor[];
  readonly added: readonly PageName[];
  readonly removed: readonly (PageName & { readonly redirect: string | undefined })[];
  readonly moved: readonly { readonly from: PageName; readonly to: PageName; readonly isRedirected: boolean }[];
  readonly changed: readonly PageChange[];
  readonly assets: readonly (Change<number> & { readonly file: string })[];
  readonly problems: { readonly new: readonly Problem[]; readonly gone: readonly Problem[] };
}
