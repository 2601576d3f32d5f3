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

const SAME: ReadonlyMap<string, string> = new Map(["js", "mjs", "cjs", "jsx"].map((name) => [name, "javascript"]));

/** The name of a language's grammar: those that have one under several names warm it up once. */
export function grammarName(language: string): string {
  return SAME.get(language) ?? language;
}

/** Names a block of code: no language holds a line break. */
export function codeKey({ language, code }: CodeBlock): string {
  return `${language}\n${code}`;
}
