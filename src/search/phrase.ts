import { groupBy } from "../shared/group-by.ts";
import type { Corpus } from "./corpus.ts";
import { ASCII, fold, HAS_UNSPACED } from "./fold.ts";
import type { Clause } from "./query-parser.ts";
import { nextRun, patternOf } from "./teaser.ts";
import { tokensOfRun, wordsOf } from "./tokens.ts";

/** Maximum number of texts read for a phrase: bounds the work per key stroke. */
const MAX_PHRASE_CHECKS = 2000;
const ANY = /[^\0-\x20]/g;

/** Words that have to be adjacent in a text. */
interface Phrase {
  readonly clause: Clause;
  readonly words: readonly string[];
  /** Folded text of a phrase in a script without spaces, which is compared as a substring. */
  readonly folded: string | undefined;
  /** Matches its longest pair of words: few texts have one, and the others needn't be split into words. */
  readonly pair: RegExp | undefined;
}

/**
 * Creates a test of documents: they must contain the phrases of the query and none of the prohibited ones. One passes
 * whose content isn't read yet.
 */
export function phraseCheck(
  { documents, partOf, contents }: Pick<Corpus, "documents" | "partOf" | "contents">,
  clauses: readonly Clause[],
): (ref: number) => boolean {
  const written = new Map(clauses.filter(({ isPhrase }) => isPhrase).map((clause) => [JSON.stringify(clause), clause]));
  const phrases = [...written.values()]
    .map((clause): Phrase => {
      const words = wordsOf(clause.text).map(({ term }) => term);
      const folded = HAS_UNSPACED.test(clause.text) ? fold(clause.text) : undefined;
      return { clause, words, folded, pair: longestPair(words) };
    })
    .filter(({ words }) => words.length > 0);
  let checks = 0;
  return (ref) => {
    const document = documents[ref];
    if (phrases.length === 0 || (partOf[ref] !== undefined && contents[ref] === undefined)) return true;
    if (document === undefined || checks++ >= MAX_PHRASE_CHECKS) return false;
    const texts = {
      title: [document.title],
      content: [contents[ref] ?? document.content],
      tags: document.tags,
      parents: document.sidebarParentCategories,
    };
    return phrases.every((phrase) => {
      const { field, presence } = phrase.clause;
      const searched = field === undefined ? Object.values(texts).flat() : texts[field];
      const holds = (text: string) =>
        phrase.folded === undefined ? holdsPhrase(text, phrase) : fold(text).includes(phrase.folded);
      return searched.some(holds) === (presence !== "prohibited");
    });
  };
}

/** Pattern of two adjacent words for ASCII texts, whose words are as written but for case; the longest of them. */
function longestPair(words: readonly string[]): RegExp | undefined {
  const pairs = words.slice(1).map((word, at) => [words[at] ?? "", word] as const);
  const plain = pairs.filter((pair) => pair.every((word) => /^[a-z0-9]+$/.test(word)));
  const [longest] = plain.sort((a, b) => b.join("").length - a.join("").length);
  return longest && new RegExp(longest.join("[^a-z0-9]*"), "i");
}

/** Whether the words of a phrase are adjacent in a text, in this order, ignoring the signs between them. */
function holdsPhrase(text: string, { clause, words, pair }: Phrase): boolean {
  if (pair?.test(text) === false && ASCII.test(text)) return false;
  const fits = (term: string, at: number) => {
    return term === words[at] || (clause.isPrefix && at === words.length - 1 && term.startsWith(words[at] ?? ""));
  };
  const likely = patternOf(words.slice(0, 1));
  /** Partial matches: how many words of the phrase have matched, and where the last of them ends. */
  let states: { readonly count: number; readonly end: number }[] = [];
  for (let run = nextRun(text, likely, 0); run !== undefined; ) {
    const [from, to] = run;
    for (const tokens of groupBy(tokensOfRun(text.slice(from, to)), (token) => token.start).values()) {
      const start = from + (tokens[0]?.start ?? 0);
      const next: typeof states = [];
      const advance = (count: number) => {
        for (const { term, end } of tokens) if (fits(term, count)) next.push({ count: count + 1, end: from + end });
      };
      for (const state of states) {
        if (state.end > start) next.push(state);
        else advance(state.count);
      }
      advance(0);
      if (next.some(({ count }) => count === words.length)) return true;
      states = next;
    }
    run = nextRun(text, states.length > 0 ? ANY : likely, to);
  }
  return false;
}
