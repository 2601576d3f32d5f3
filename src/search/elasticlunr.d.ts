declare module "elasticlunr" {
  /** The documents that hold a word, and how often. */
  export type TrieDocs = Record<string, { tf: number }>;

  /** A node of the trie: one key per character, and the documents that hold the word ending here. */
  export interface TrieNode {
    docs: TrieDocs;
    df: number;
    [character: string]: TrieNode | TrieDocs | number;
  }

  export class InvertedIndex {
    root: TrieNode;
    addToken(token: string, info: { ref: string; tf: number }): void;
    getDocs(token: string): TrieDocs;
    getNode(token: string): TrieNode | null;
    expandToken(token: string): string[];
  }

  export class DocumentStore {
    length: number;
    addDoc(ref: string, doc: unknown): void;
    addFieldLength(ref: string, field: string, length: number): void;
    getFieldLength(ref: string, field: string): number;
  }

  export interface SerializedStore {
    readonly docs: Record<string, null>;
    readonly docInfo: Record<string, Record<string, number>>;
    readonly length: number;
    readonly save: boolean;
  }

  /** The index as elasticlunr serialises it. */
  export interface SerializedIndex {
    readonly version: string;
    readonly fields: readonly string[];
    readonly ref: string;
    readonly documentStore: SerializedStore;
    readonly index: Record<string, { root: TrieNode }>;
    readonly pipeline: readonly string[];
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

  const elasticlunr: {
    Index: typeof Index;
    version: string;
    stemmer: (word: string) => string;
    defaultStopWords: Record<string, boolean>;
  };
  export default elasticlunr;
}
