import type { Token } from "markdown-it";
import { attribute } from "./env.ts";
import { withoutBadges } from "./inline.ts";
import { isPermalink } from "./plugins/permalink.ts";

/** A name, or a call with its arguments. */
const NAME = /^[^\s(]+(?=$|\(.*\)$)/;
const BETWEEN_NAMES = /^[\s,/]*$/;
/** A name that is recognised in a second cell, after a first one in words: `.json`, `!ref`. */
const SIGNED = /^[.!]\w/;

/**
 * Finds table cells with names that their rows explain: the first cell of a row if it contains only code, else the
 * second. Rows that link to another page are skipped, as that page has the explanation. In a row of options, a link to a
 * place in another page only explains a word.
 *
 * @returns the names by cell
 */
export function definedNames(tokens: readonly Token[]): Map<Token, string[]> {
  const namesByToken = new Map<Token, string[]>();
  let row: Token[] = [];
  let isOption = false;
  tokens.forEach((token, at) => {
    if (token.type === "tr_open") [row, isOption] = [[], attribute(token, "id") !== ""];
    const content = tokens[at + 1];
    if (token.type === "td_open" && content?.type === "inline") row.push(content);
    if (token.type !== "tr_close" || row.some((cell) => leadsAway(cell, isOption))) return;
    const [first, second] = row;
    if (first !== undefined && isCode(first)) namesByToken.set(first, namesIn(first));
    else if (second !== undefined && isCode(second))
      namesByToken.set(
        second,
        namesIn(second).filter((name) => SIGNED.test(name)),
      );
  });
  return namesByToken;
}

function leadsAway({ children }: Token, isOption: boolean): boolean {
  return (children ?? []).some((token) => {
    const href = token.type === "link_open" ? attribute(token, "href") : "#";
    return isOption ? !href.includes("#") : !href.startsWith("#");
  });
}

function isCode({ children }: Token): boolean {
  const tokens = withoutBadges(children ?? []);
  const codes = tokens.filter(({ type }) => type === "code_inline");
  const others = tokens.filter((token) => token.type !== "code_inline" && !isPermalink(token));
  return codes.length > 0 && others.every(({ type, content }) => type === "text" && BETWEEN_NAMES.test(content));
}

function namesIn({ children }: Token): string[] {
  const codes = withoutBadges(children ?? []).filter(({ type }) => type === "code_inline");
  return codes.flatMap(({ content }) => NAME.exec(content.trim())?.[0] ?? []);
}
