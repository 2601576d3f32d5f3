declare module "elasticlunr" {
  /** A node of the trie: one key per character, and the documents that hold the word ending here. */
  export interface TrieNode {
    docs: Record<string, { tf: number }>;
    df: number;
    [character: string]: TrieNode | Record<string, { tf: number }> | number;
  }

  export class InvertedIndex {
    root: TrieNode;
    addToken(token: string, info: { ref: string; tf: number }): void;
    getDocs(token: string): Record<string, { tf: number }>;
    expandToken(token: string): string[];
  }

  export class DocumentStore {
    length: number;
    addDoc(ref: string, doc: unknown): void;
    addFieldLength(ref: string, field: string, length: number): void;
    getFieldLength(ref: string, field: string): number;
  }

  /** The serialised index, as it stands in `search-index-*.json`. */
  export interface SerializedIndex {
    readonly version: string;
    readonly fields: readonly string[];
  }

  export class Index {
    static load(serialized: SerializedIndex): Index;
    index: Record<string, InvertedIndex>;
    documentStore: DocumentStore;
    addField(name: string): this;
    setRef(name: string): this;
    saveDocument(save: boolean): this;
    toJSON(): SerializedIndex;
  }

  const elasticlunr: { Index: typeof Index };
  export default elasticlunr;
}
