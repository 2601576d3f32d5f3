import type { CodeBlock } from "./highlighter.ts";

/** Names that mean "no highlighting". */
export const PLAIN: ReadonlySet<string> = new Set([
  "text",
  "txt",
  "plain",
  "plaintext",
  "console",
  "output",
  "mermaid",
  "ansi",
]);

const GRAMMAR_OF_ALIAS: ReadonlyMap<string, string> = new Map(
  ["js", "mjs", "cjs", "jsx"].map((name) => [name, "javascript"]),
);

/** Canonical name of a language's grammar, so that aliases warm up a grammar only once. */
export function grammarName(language: string): string {
  return GRAMMAR_OF_ALIAS.get(language) ?? language;
}

/** Key of a code block: names of languages hold no line break. */
export function codeKey({ language, code }: CodeBlock): string {
  return `${language}\n${code}`;
}
