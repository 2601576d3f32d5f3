import { wordSet } from "../shared/text.ts";
import type { CodeBlock } from "./highlighter.ts";

/** Names that mean "no highlighting". */
export const PLAIN = wordSet("text txt plain plaintext console output mermaid ansi");

const JAVASCRIPT = wordSet("js mjs cjs jsx");

/** Canonical name of a language's grammar, so that aliases warm up a grammar only once. */
export function grammarName(language: string): string {
  return JAVASCRIPT.has(language) ? "javascript" : language;
}

/** Key of a code block: names of languages hold no line break. */
export function codeKey({ language, code }: CodeBlock): string {
  return `${language}\n${code}`;
}
