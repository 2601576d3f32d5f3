import elasticlunr, { type Index } from "elasticlunr";
import type { SearchDocument, SearchSource } from "./documents.ts";
import { type PackedIndex, packIndex } from "./packed-index.ts";
import { weightedTerms, wordsOf } from "./tokens.ts";

/** Fields of the index, in the order of their boosts. */
export const FIELDS = ["title", "content", "tags", "parents"] as const;
export type Field = (typeof FIELDS)[number];

/** How much a word in code counts beside one in text. */
const CODE_WEIGHT = 0.5;

/** What `search-index-{tag}.json` holds. */
export interface SearchIndexFile {
  readonly documents: readonly SearchDocument[];
  readonly index: PackedIndex;
}

/**
 * Indexes documents. Words are counted here and not by elasticlunr, whose own counting keeps them in
 * a plain object and so breaks on words such as `constructor`.
 *
 * @param parentLevels how many levels of parent categories are indexed
 */
export function buildSearchIndex(sources: readonly SearchSource[], parentLevels: number): SearchIndexFile {
  const index = new elasticlunr.Index();
  index.setRef("id");
  index.saveDocument(false);
  for (const field of FIELDS) index.addField(field);
  const terms = new Map(FIELDS.map((field) => [field, new Map<string, Counted[]>()]));
  for (const { document, text, code } of sources) {
    const ref = String(document.id);
    index.documentStore.addDoc(ref, null);
    const parents = parentLevels === 0 ? [] : document.sidebarParentCategories.slice(-parentLevels);
    const texts: Record<Field, [text: string, weight: number][]> = {
      title: [[document.title, 1]],
      content: [
        [text, 1],
        [code, CODE_WEIGHT],
      ],
      tags: [[document.tags.join(" "), 1]],
      parents: [[parents.join(" "), 1]],
    };
    for (const field of FIELDS) {
      const counts = countTerms(texts[field]);
      index.documentStore.addFieldLength(
        ref,
        field,
        [...counts.values()].reduce((sum, tf) => sum + tf, 0),
      );
      for (const [term, tf] of counts) push(terms.get(field), term, { ref, tf });
    }
  }
  for (const [field, counted] of terms) addTerms(index, field, counted);
  return { documents: sources.map(({ document }) => document), index: packIndex(index.toJSON()) };
}

/** A document that holds a term, and how often. */
interface Counted {
  readonly ref: string;
  readonly tf: number;
}

function countTerms(texts: readonly [text: string, weight: number][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [text, textWeight] of texts) {
    for (const word of wordsOf(text)) {
      for (const [term, weight] of weightedTerms(word)) counts.set(term, (counts.get(term) ?? 0) + weight * textWeight);
    }
  }
  return counts;
}

function push(terms: Map<string, Counted[]> | undefined, term: string, counted: Counted): void {
  const own = terms?.get(term);
  if (own === undefined) terms?.set(term, [counted]);
  else own.push(counted);
}

/** Puts terms into elasticlunr's trie, walking it once per term and not once per document. */
function addTerms(index: Index, field: Field, terms: ReadonlyMap<string, readonly Counted[]>): void {
  const inverted = index.index[field];
  for (const [term, [first, ...others]] of terms) {
    if (first !== undefined) inverted?.addToken(term, first);
    const node = inverted?.getNode(term);
    if (node === undefined || node === null) continue;
    for (const { ref, tf } of others) node.docs[ref] = { tf };
    node.df += others.length;
  }
}
