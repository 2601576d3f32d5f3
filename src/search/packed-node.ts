import type { TrieDocs } from "elasticlunr";

/** Documents and counts of all words of a field, one list each. */
export interface Postings {
  readonly refs: Int32Array;
  readonly tf: Float64Array;
}

/**
 * A node of elasticlunr's trie. Its documents stay in the lists of the field, where ranking reads
 * them; elasticlunr's own form of them is made when it is asked for.
 */
export class PackedNode {
  readonly #postings: Postings;
  #from = 0;
  #to = 0;

  constructor(postings: Postings) {
    this.#postings = postings;
  }

  get df(): number {
    return this.#to - this.#from;
  }

  get docs(): TrieDocs {
    const { refs, tf } = this.#postings;
    const docs: TrieDocs = {};
    for (let index = this.#from; index < this.#to; index++) docs[refs[index] ?? 0] = { tf: tf[index] ?? 0 };
    return docs;
  }

  /** Gives each document and how often it holds the word. */
  each(visit: (ref: number, tf: number) => void): void {
    const { refs, tf } = this.#postings;
    for (let index = this.#from; index < this.#to; index++) visit(refs[index] ?? 0, tf[index] ?? 0);
  }

  has(ref: number): boolean {
    const { refs } = this.#postings;
    let low = this.#from;
    let high = this.#to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((refs[middle] ?? 0) < ref) low = middle + 1;
      else high = middle;
    }
    return low < this.#to && refs[low] === ref;
  }

  child(character: string): PackedNode | undefined {
    return (this as unknown as Record<string, PackedNode | undefined>)[character];
  }

  /** The next nodes by their character; elasticlunr keeps them as properties with one-letter names. */
  children(): [string, PackedNode][] {
    return Object.entries(this) as unknown as [string, PackedNode][];
  }

  add(character: string, postings: Postings): PackedNode {
    const node = new PackedNode(postings);
    (this as unknown as Record<string, PackedNode>)[character] = node;
    return node;
  }

  hold(from: number, to: number): void {
    this.#from = from;
    this.#to = to;
  }
}
