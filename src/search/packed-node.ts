import type { TrieDocs } from "elasticlunr";

/** The words of a field in sorted order, with the documents that hold them. */
export interface WordList {
  readonly words: readonly string[];
  /** Per word, and once more at the end: where its documents begin in the lists below. */
  readonly starts: Int32Array;
  readonly refs: Int32Array;
  readonly tf: Float64Array;
}

/**
 * A node of elasticlunr's trie. Words that begin alike stand side by side in the field's list, so that
 * a node says with two numbers which words it leads to; elasticlunr's own form of a word's documents is
 * made when it is asked for.
 */
export class PackedNode {
  readonly #list: WordList;
  readonly #first: number;
  #end = 0;
  #holdsWord = false;

  /** @param first place of the first word that the node leads to */
  constructor(list: WordList, first: number) {
    this.#list = list;
    this.#first = first;
  }

  /** Place of the word that ends here; undefined where only longer ones go through. */
  get word(): number | undefined {
    return this.#holdsWord ? this.#first : undefined;
  }

  /** The words that begin so: from the first place to the one after the last. */
  get below(): readonly [first: number, end: number] {
    return [this.#first, this.#end];
  }

  get df(): number {
    const { starts } = this.#list;
    return this.#holdsWord ? (starts[this.#first + 1] ?? 0) - (starts[this.#first] ?? 0) : 0;
  }

  get docs(): TrieDocs {
    const { starts, refs, tf } = this.#list;
    const docs: TrieDocs = {};
    const from = starts[this.#first] ?? 0;
    for (let index = from; index < from + this.df; index++) docs[refs[index] ?? 0] = { tf: tf[index] ?? 0 };
    return docs;
  }

  child(character: string): PackedNode | undefined {
    return (this as unknown as Record<string, PackedNode | undefined>)[character];
  }

  /** Characters that go on from here; elasticlunr keeps the next nodes as properties with one-letter names. */
  characters(): string[] {
    return Object.keys(this);
  }

  add(character: string, first: number): PackedNode {
    const node = new PackedNode(this.#list, first);
    (this as unknown as Record<string, PackedNode>)[character] = node;
    return node;
  }

  holdWord(): void {
    this.#holdsWord = true;
  }

  endBefore(end: number): void {
    this.#end = end;
  }
}
