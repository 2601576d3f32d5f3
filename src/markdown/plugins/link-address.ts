import type { MarkdownIt, Token } from "markdown-it";
import type { Position } from "../../shared/problem.ts";
import { type PageEnv, pageOf, placeAt, positionOf } from "../env.ts";

const BEFORE_ADDRESS = /\]\(\s*<?/y;
/** Matches a link reference definition up to its address, which may follow on the next line of a quote. */
const DEFINITION = /^[^[]*\[(?:\\[\s\S]|[^\\[\]])*\]:[\s>]*<?/;

/** Keeps the first link reference definition of each label, the one that counts: the parser drops their tokens. */
export function keepDefinitions(md: MarkdownIt): (env: PageEnv, label: string) => Token | undefined {
  const tokensByPage = new WeakMap<PageEnv, ReadonlyMap<string, Token>>();
  md.core.ruler.after("block", "definitions", ({ env, tokens }) => {
    const definitions = tokens.filter(({ type }) => type === "reference_definition").reverse();
    tokensByPage.set(pageOf(env), new Map(definitions.map((token) => [definitionLabel(token), token])));
  });
  return (env, label) => tokensByPage.get(env)?.get(label);
}

/** The label of the definition that a link refers to; empty for a link with an address of its own. */
export function definitionLabel({ meta }: Token): string {
  return (meta as { readonly label?: string } | null)?.label ?? "";
}

/**
 * Finds the address of an inline link.
 *
 * @param end offset of the bracket that closes its text
 * @returns its position; undefined if it is written differently, such as with an escape
 */
export function inlineAddress(env: PageEnv, block: Token, end: number, address: string): Position | undefined {
  BEFORE_ADDRESS.lastIndex = end;
  const isInline = BEFORE_ADDRESS.test(block.content);
  const start = BEFORE_ADDRESS.lastIndex;
  return isInline && block.content.startsWith(address, start) ? positionOf(env, block, start) : undefined;
}

/** Finds the address in a definition. @returns its position; undefined if it is written differently */
export function definedAddress(env: PageEnv, definition: Token | undefined, address: string): Position | undefined {
  const [first, end] = definition?.map ?? [0, 0];
  const lines = env.lines.slice(first, end).map(({ text }) => text);
  const text = lines.join("\n");
  const before = DEFINITION.exec(text)?.[0];
  if (before === undefined || !text.startsWith(address, before.length)) return undefined;
  const rows = before.split("\n");
  return placeAt(env, first + rows.length - 1, rows.at(-1)?.length ?? 0);
}
