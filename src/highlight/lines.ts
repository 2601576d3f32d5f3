import { EncodedTokenMetadata, type IGrammar, INITIAL, type StateStack, type StateStackImpl } from "shiki/textmate";
import { detachString, escapeHtml } from "../shared/text.ts";

/**
 * Maximum length of a highlighted line, in characters; longer ones stay plain. Unlike a time limit, this gives the same
 * bytes on every machine.
 */
const MAX_LENGTH = 2000;
/** Maximum nesting; deeper code, such as ten thousand brackets, stays plain, as it takes quadratic time. */
const MAX_DEPTH = 500;
/**
 * Maximum length of a cached line: a third of all lines in a documentation's code repeat, but few of the longer ones.
 */
const MAX_CACHED_LENGTH = 80;
/** Size limit of the cache, in lines; a full cache is cleared. */
const MAX_CACHED_LINES = 3000;
/** Lines of blocks longer than this are copied into the cache: a slice would keep the whole block in memory. */
const MAX_SLICED_CODE = 5000;
/** Limit of canonical states per depth. */
const MAX_STATES = 16;

/** Turns code of one language into lines of HTML. */
export type TokeniseLines = (code: string) => string[];

interface Tokenised {
  readonly html: string;
  /** The state at the end of the line, in which the next one begins. */
  readonly end: StateStack;
}

/**
 * Tokenises line by line, with a cache by state and line.
 *
 * @param classes class of each colour of the theme, by its index; empty for plain text
 */
export function createLineTokeniser(grammar: IGrammar, classes: readonly string[]): TokeniseLines {
  const cache = new Map<StateStack, Map<string, Tokenised>>();
  let count = 0;
  /** Canonical states by depth, so that equal states can be compared by identity. */
  const states = new Map<number, StateStackImpl[]>();

  const clear = () => {
    cache.clear();
    states.clear();
    count = 0;
  };
  const canonical = (state: StateStack): StateStack => {
    if (!isStateStackImpl(state)) return state;
    const others = states.get(state.depth) ?? [];
    const same = others.find((other) => isSameState(other, state));
    if (same === undefined && others.length < MAX_STATES) states.set(state.depth, [...others, state]);
    return same ?? state;
  };
  const tokenise = (line: string, state: StateStack): Tokenised => {
    const { tokens, ruleStack } = grammar.tokenizeLine2(line, state);
    return { html: toHtml(line, tokens, classes), end: ruleStack === state ? state : canonical(ruleStack) };
  };
  const lookUp = (line: string, state: StateStack, detach: (text: string) => string): Tokenised => {
    if (count >= MAX_CACHED_LINES) clear();
    const lines = cache.get(state) ?? new Map<string, Tokenised>();
    const cached = lines.get(line);
    if (cached !== undefined) return cached;
    const { html, end } = tokenise(line, state);
    const tokenised = { html: detach(html), end };
    lines.set(detach(line), tokenised);
    cache.set(state, lines);
    count++;
    return tokenised;
  };

  return (code) => {
    let state = INITIAL;
    const keep = code.length > MAX_SLICED_CODE ? detachString : (text: string) => text;
    return code.split(/\r?\n/).map((line) => {
      if (line === "") return "";
      if (line.length >= MAX_LENGTH || (isStateStackImpl(state) && state.depth > MAX_DEPTH)) return escapeHtml(line);
      const { html, end } = line.length > MAX_CACHED_LENGTH ? tokenise(line, state) : lookUp(line, state, keep);
      state = end;
      return html;
    });
  };
}

function isStateStackImpl(state: StateStack): state is StateStackImpl {
  return "beginRuleCapturedEOL" in state;
}

/** Whether two states of one grammar tokenise all lines alike. Positions are ignored: they are those of a past line. */
function isSameState(a: StateStackImpl, b: StateStackImpl): boolean {
  if (!a.equals(b)) return false;
  let left: StateStackImpl | null = a;
  let right: StateStackImpl | null = b;
  while (left !== null && right !== null && left !== right) {
    if (left.beginRuleCapturedEOL !== right.beginRuleCapturedEOL) return false;
    if (!isSame(left.nameScopesList, right.nameScopesList)) return false;
    if (!isSame(left.contentNameScopesList, right.contentNameScopesList)) return false;
    left = left.parent;
    right = right.parent;
  }
  return true;
}

function isSame<T extends { equals: (other: T) => boolean }>(a: T | null, b: T | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

/**
 * Merges adjacent tokens of one class into one element; plain text gets none.
 *
 * @param tokens pairs of start index and metadata
 */
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
