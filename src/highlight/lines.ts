import { EncodedTokenMetadata, type IGrammar, INITIAL, type StateStack, type StateStackImpl } from "shiki/textmate";
import { escapeHtml, ownText } from "../shared/text.ts";

/** Longer lines stay plain: a limit by size gives the same bytes on every machine, one by time doesn't. */
const MAX_LENGTH = 2000;
/** Where more is open than code has, such as ten thousand brackets, the rest stays plain: each line would take longer than the one before. */
const MAX_DEPTH = 500;
/** Of a third of all lines of a documentation's code the same stands elsewhere; longer ones seldom. */
const MAX_REPEATED_LENGTH = 80;
/** Lines that are remembered at once; behind that they are begun anew, so that memory stays what it is. */
const MAX_REMEMBERED = 3000;
/** Lines of longer codes are copied when they are remembered: each is a part that keeps all of its code in memory. */
const MAX_KEPT_CODE = 5000;
/** States of one depth among which one that is the same is sought. */
const MAX_STATES = 16;

/** Turns code of one language into lines of HTML. */
export type TokeniseLines = (code: string) => string[];

interface Tokenised {
  readonly html: string;
  /** What the next line begins in. */
  readonly end: StateStack;
}

/**
 * Tokenises line by line, and a line that was tokenised in the same state before not again.
 *
 * @param classes the class of each colour of the theme by its number, empty for plain text
 */
export function createLineTokeniser(grammar: IGrammar, classes: readonly string[]): TokeniseLines {
  const remembered = new Map<StateStack, Map<string, Tokenised>>();
  let count = 0;
  /** By their depths; each is the one that stands for all that are the same. */
  const states = new Map<number, StateStackImpl[]>();

  const forget = () => {
    remembered.clear();
    states.clear();
    count = 0;
  };
  const oneFor = (state: StateStack): StateStack => {
    if (!isWhole(state)) return state;
    const others = states.get(state.depth) ?? [];
    const same = others.find((other) => isSameState(other, state));
    if (same === undefined && others.length < MAX_STATES) states.set(state.depth, [...others, state]);
    return same ?? state;
  };
  const tokenise = (line: string, state: StateStack): Tokenised => {
    const { tokens, ruleStack } = grammar.tokenizeLine2(line, state);
    return { html: toHtml(line, tokens, classes), end: ruleStack === state ? state : oneFor(ruleStack) };
  };
  const recall = (line: string, state: StateStack, keep: (text: string) => string): Tokenised => {
    if (count >= MAX_REMEMBERED) forget();
    const lines = remembered.get(state) ?? new Map<string, Tokenised>();
    const known = lines.get(line);
    if (known !== undefined) return known;
    const { html, end } = tokenise(line, state);
    const tokenised = { html: keep(html), end };
    lines.set(keep(line), tokenised);
    remembered.set(state, lines);
    count++;
    return tokenised;
  };

  return (code) => {
    let state = INITIAL;
    const keep = code.length > MAX_KEPT_CODE ? ownText : (text: string) => text;
    return code.split(/\r?\n/).map((line) => {
      if (line === "") return "";
      if (line.length >= MAX_LENGTH || (isWhole(state) && state.depth > MAX_DEPTH)) return escapeHtml(line);
      const { html, end } = line.length > MAX_REPEATED_LENGTH ? tokenise(line, state) : recall(line, state, keep);
      state = end;
      return html;
    });
  };
}

/** The class itself is not exported. */
function isWhole(state: StateStack): state is StateStackImpl {
  return "beginRuleCapturedEOL" in state;
}

/** Whether all lines are tokenised alike in two states of one grammar. Positions in them are those of a line that is over. */
function isSameState(a: StateStackImpl, b: StateStackImpl): boolean {
  if (!a.equals(b)) return false;
  let one: StateStackImpl | null = a;
  let other: StateStackImpl | null = b;
  while (one !== null && other !== null && one !== other) {
    if (one.beginRuleCapturedEOL !== other.beginRuleCapturedEOL) return false;
    if (!isSame(one.nameScopesList, other.nameScopesList)) return false;
    if (!isSame(one.contentNameScopesList, other.contentNameScopesList)) return false;
    one = one.parent;
    other = other.parent;
  }
  return true;
}

function isSame<T extends { equals: (other: T) => boolean }>(a: T | null, b: T | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

/**
 * Neighbouring tokens of one class share an element, plain text has none.
 *
 * @param tokens in pairs: where each begins, and its metadata
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
