import { wordSet } from "../shared/text.ts";

/** The code of a fence, with the language of its info string. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** Names that mean "no highlighting". */
export const PLAIN = wordSet("text txt plain plaintext console output mermaid ansi");

const JAVASCRIPT = wordSet("js mjs cjs jsx");

/** Canonical name of a language's grammar, so that its aliases don't warm it up again. */
export function grammarName(language: string): string {
  return JAVASCRIPT.has(language) ? "javascript" : language;
}

/** Cache key of a code block. The separator is a line break, which names of languages don't contain. */
export function codeKey({ language, code }: CodeBlock): string {
  return `${language}\n${code}`;
}
