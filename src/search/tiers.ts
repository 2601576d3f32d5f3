const MIN_TITLE_WORDS = 3;

/** What is compared of a document, its page and the query to tell how well a title answers. */
export interface TierInput {
  readonly isLead: boolean;
  /** Title and query as their words, joined by spaces. */
  readonly title: string;
  readonly query: string;
  /** The query looks like code. */
  readonly isName: boolean;
  /** Bits of the query's words: those that are anywhere in the index, in the document, in its title, in its page's title, and those that it explains. */
  readonly all: number;
  readonly held: number;
  readonly titled: number;
  readonly pageTitled: number;
  readonly defined: number;
}

/** To explain a name counts nearly like a heading of that name; a word that may be more than a name, like half a heading. */
const DEFINED_NAME_TIER = 3.85;
const DEFINED_WORD_TIER = 3.5;

/**
 * How well a document answers, before its words are weighed: the exact title of a page, a page whose
 * title begins so, one with all words in its title, then what explains them, then headings, then text.
 */
export function tierOf(input: TierInput): number {
  const { all, defined, isName } = input;
  if (all === 0) return 0;
  const tier = defined === all ? (isName ? DEFINED_NAME_TIER : DEFINED_WORD_TIER) : 0;
  return Math.max(tier, titleTier(input));
}

function titleTier({ isLead, title, query, all, held, titled, pageTitled, defined }: TierInput): number {
  if (titled === all) {
    // Of two titles with the words, the one with fewer others.
    const closeness = 0.9 * Math.min(1, query.length / (title.length || 1));
    if (title === query) return isLead ? 9 : 8;
    if (title.startsWith(query)) return closeness + (isLead ? 7 : 4);
    return closeness + (isLead ? 6 : 3);
  }
  if (titled !== 0 && holdsWords(query, title)) return 2.8;
  if ((titled | defined) !== 0 && (titled | defined | pageTitled) >>> 0 === all) return 2.5;
  if (held === all) return 1;
  if ((held | pageTitled) >>> 0 === all) return 0.8;
  return 0;
}

/** A title of several words that stands in the query: part of a question, or of an error message that was pasted. */
function holdsWords(query: string, title: string): boolean {
  return title.split(" ").length >= MIN_TITLE_WORDS && ` ${query} `.includes(` ${title} `);
}
