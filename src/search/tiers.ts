const MIN_TITLE_WORDS = 3;

/** What is compared of a document, its page and the query to tell how well a title answers. */
export interface TierInput {
  readonly isLead: boolean;
  /** Title and query as their words, joined by spaces. */
  readonly title: string;
  readonly query: string;
  /** Bits of the query's words: those that are anywhere in the index, in the document, in its title, in its page's title. */
  readonly all: number;
  readonly held: number;
  readonly titled: number;
  readonly pageTitled: number;
}

/**
 * How well a document answers, before its words are weighed: the exact title of a page, a page whose
 * title begins so, one with all words in its title, then headings, then text.
 */
export function tierOf({ isLead, title, query, all, held, titled, pageTitled }: TierInput): number {
  if (all === 0) return 0;
  if (titled === all) {
    // Of two titles with the words, the one with fewer others.
    const closeness = 0.9 * Math.min(1, query.length / (title.length || 1));
    if (title === query) return isLead ? 9 : 8;
    if (title.startsWith(query)) return closeness + (isLead ? 7 : 4);
    return closeness + (isLead ? 6 : 3);
  }
  if (titled !== 0 && holdsWords(query, title)) return 2.8;
  if (titled !== 0 && (titled | pageTitled) >>> 0 === all) return 2.5;
  if (held === all) return 1;
  if ((held | pageTitled) >>> 0 === all) return 0.8;
  return 0;
}

/** A title of several words that stands in the query: part of a question, or of an error message that was pasted. */
function holdsWords(query: string, title: string): boolean {
  return title.split(" ").length >= MIN_TITLE_WORDS && ` ${query} `.includes(` ${title} `);
}
