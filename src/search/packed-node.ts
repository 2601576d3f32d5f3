/** The words of a field in sorted order, with the documents that hold them. */
export interface WordList {
  readonly words: readonly string[];
  /** Per word, and once more at the end: where its documents begin in the lists below. */
  readonly starts: Int32Array;
  readonly refs: Int32Array;
  readonly tf: Float64Array;
}

/**
 * A node of the trie over a field's words. Words that begin alike stand side by side in the field's list, so
 * that a node is a part of that list; the nodes below it are made when they are asked for.
 */
export class PackedNode {
  readonly #list: WordList;
  readonly #first: number;
  readonly #end: number;
  readonly #depth: number;
  #children: readonly PackedNode[] | undefined;

  /**
   * @param first place of the first word that the node leads to
   * @param end place after the last of them
   * @param depth how many letters lead to the node
   */
  constructor(list: WordList, first = 0, end = list.words.length, depth = 0) {
    this.#list = list;
    this.#first = first;
    this.#end = end;
    this.#depth = depth;
  }

  /** The letter that leads here from the node above. */
  get character(): string {
    return this.#list.words[this.#first]?.charAt(this.#depth - 1) ?? "";
  }

  /** Place of the word that ends here; undefined where only longer ones go through. */
  get word(): number | undefined {
    return this.#list.words[this.#first]?.length === this.#depth ? this.#first : undefined;
  }

  /** The words that begin so: from the first place to the one after the last. */
  get below(): readonly [first: number, end: number] {
    return [this.#first, this.#end];
  }

  /** The nodes that one more letter leads to, in the order of the letters. */
  get children(): readonly PackedNode[] {
    this.#children ??= this.#makeChildren();
    return this.#children;
  }

  child(character: string): PackedNode | undefined {
    return this.children.find((node) => node.character === character);
  }

  #makeChildren(): PackedNode[] {
    const children: PackedNode[] = [];
    for (let at = this.word === undefined ? this.#first : this.#first + 1; at < this.#end; ) {
      const end = this.#endOf(this.#codeAt(at), at);
      children.push(new PackedNode(this.#list, at, end, this.#depth + 1));
      at = end;
    }
    return children;
  }

  #codeAt(word: number): number {
    return this.#list.words[word]?.charCodeAt(this.#depth) ?? 0;
  }

  /** Where the words end that go on with a letter, from the first of them. */
  #endOf(code: number, first: number): number {
    let low = first + 1;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#codeAt(middle) === code) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
