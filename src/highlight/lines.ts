import { EncodedTokenMetadata, type IGrammar, INITIAL } from "shiki/textmate";
import { escapeHtml } from "../shared/text.ts";

/** Longer lines, in characters, stay plain. Unlike a time limit, this gives the same bytes on every machine. */
const MAX_LENGTH = 2000;
/** Maximum nesting; deeper code, such as ten thousand brackets, stays plain, as it takes quadratic time. */
const MAX_DEPTH = 500;

/** Turns code of one language into lines of HTML. */
export type TokeniseLines = (code: string) => string[];

/** @param classes class of each colour of the theme, by its index; empty for plain text */
export function createLineTokeniser(grammar: IGrammar, classes: readonly string[]): TokeniseLines {
  return (code) => {
    let state = INITIAL;
    return code.split(/\r?\n/).map((line) => {
      if (line === "") return "";
      if (line.length >= MAX_LENGTH || state.depth > MAX_DEPTH) return escapeHtml(line);
      const { tokens, ruleStack } = grammar.tokenizeLine2(line, state);
      state = ruleStack;
      return toHtml(line, tokens, classes);
    });
  };
}

/** Merges adjacent tokens of a class into one element; plain text gets none. @param tokens starts and metadata */
function toHtml(line: string, tokens: Uint32Array, classes: readonly string[]): string {
  let html = "";
  let open = "";
  let text = "";
  const flush = () => {
    if (text !== "") html += open === "" ? escapeHtml(text) : `<span class="${open}">${escapeHtml(text)}</span>`;
    text = "";
  };
  for (let at = 0; at < tokens.length; at += 2) {
    const content = line.slice(tokens[at], tokens[at + 2]);
    const name = classes[EncodedTokenMetadata.getForeground(tokens[at + 1] ?? 0)] ?? "";
    if (name !== open && content.trim() !== "") {
      flush();
      open = name;
    }
    text += content;
  }
  flush();
  return html;
}
