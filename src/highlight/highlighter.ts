import { hash } from "node:crypto";
import { bundledLanguages } from "shiki/langs";
import { didYouMean } from "../shared/nearest.ts";
import { wordSet } from "../shared/text.ts";
import type { Tokenise } from "./tokeniser.ts";

/** Maximum length of a highlighted block, in characters; longer ones stay plain. */
const MAX_BLOCK_LENGTH = 200_000;
/** Names of the languages that have a grammar. */
const KNOWN_LANGUAGES: ReadonlySet<string> = new Set(Object.keys(bundledLanguages));

/** Lines of HTML; undefined for code that stays plain, an error if its grammar fails. */
type Highlighted = readonly string[] | undefined | Error;

/** Highlights code by the language names of fences. */
export interface Highlighter {
  /** Highlights many blocks at once, so that they can be distributed to threads. */
  readonly highlight: (blocks: readonly CodeBlock[]) => Promise<readonly Highlighted[]>;
  /** Whether a name is highlighted or deliberately plain. */
  readonly knows: (language: string) => boolean;
  /** Returns a suggestion for a mistyped name, like `didYouMean`; empty without a similar one. */
  readonly guess: (language: string) => string;
}

/**
 * @param tokenise takes names of shiki's languages
 * @param aliases other names for languages, from the configuration
 */
export function createHighlighter(tokenise: Tokenise, aliases: Readonly<Record<string, string>> = {}): Highlighter {
  const byAlias = new Map(Object.entries(aliases).map(([alias, name]) => [alias.toLowerCase(), name.toLowerCase()]));
  const nameOf = (language: string): string => {
    const lower = language.toLowerCase();
    return byAlias.get(lower) ?? lower;
  };
  return {
    highlight: (blocks) =>
      Promise.all(
        blocks.map(({ language, code }) => {
          const name = nameOf(language);
          if (!KNOWN_LANGUAGES.has(name) || code.length > MAX_BLOCK_LENGTH) return undefined;
          return tokenise(grammarName(name), code).catch((error: Error) => error);
        }),
      ),
    knows: (language) => PLAIN.has(nameOf(language)) || KNOWN_LANGUAGES.has(nameOf(language)),
    guess: (language) => didYouMean(language, [...KNOWN_LANGUAGES, ...PLAIN]),
  };
}

/** Leaves all code plain, for callers that don't need colours. */
export const PLAIN_HIGHLIGHTER: Highlighter = {
  highlight: async (blocks) => blocks.map(() => undefined),
  knows: () => true,
  guess: () => "",
};

/** Lines of HTML by the digest of their code. Errors are not kept: JSON can't hold them, and they may not occur again. */
export type CodeByDigest = Readonly<Record<string, Exclude<Highlighted, Error>>>;

/** Wraps a highlighter in a cache of the code of a page's last version: most edits leave a page's code unchanged. */
export function withHighlightCache(
  highlighter: Highlighter,
  last: CodeByDigest,
): { readonly highlighter: Highlighter; readonly code: CodeByDigest } {
  const cache = new Map<string, Highlighted>(Object.entries(last));
  const used: Record<string, Exclude<Highlighted, Error>> = Object.create(null);
  return {
    highlighter: {
      ...highlighter,
      highlight: async (blocks) => {
        const keys = blocks.map((block) => hash("sha1", codeKey(block), "base64url"));
        const missing = new Map(blocks.map((block, index) => [keys[index] ?? "", block] as const));
        for (const key of missing.keys()) if (cache.has(key)) missing.delete(key);
        const results = await highlighter.highlight([...missing.values()]);
        for (const [index, key] of [...missing.keys()].entries()) cache.set(key, results[index]);
        for (const key of keys) {
          const result = cache.get(key);
          if (!(result instanceof Error)) used[key] = result;
        }
        return keys.map((key) => cache.get(key));
      },
    },
    code: used,
  };
}

/** The code of a fence, with the language of its info string. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** Names that mean "no highlighting". */
const PLAIN = wordSet("text txt plain plaintext console output mermaid ansi");

const JAVASCRIPT = wordSet("js mjs cjs jsx");

/** Canonical name of a language's grammar, so that its aliases don't warm it up again. */
function grammarName(language: string): string {
  return JAVASCRIPT.has(language) ? "javascript" : language;
}

/** Cache key of a code block. The separator is a line break, which names of languages don't contain. */
export function codeKey({ language, code }: CodeBlock): string {
  return `${language}\n${code}`;
}
