import type { MarkdownIt, Token } from "markdown-it";
import { isMediaAddress, isScriptAddress } from "../../shared/address-kind.ts";
import { readHtml } from "../../shared/html.ts";
import { editHtml, type HtmlEdit } from "../../shared/html-parts.ts";
import type { Position } from "../../shared/problem.ts";
import { wordSet } from "../../shared/text.ts";
import { type PageEnv, pageOf, positionOf } from "../env.ts";
import { offsetOf } from "./position.ts";

/**
 * Matches the source of links that the parser rejected because they would run code: `[x](javascript:…)`, `[x]:
 * javascript:…`.
 */
const REFUSED = /\](?:\(|:)\s*(?:<\s*)?(?:javascript|vbscript|file|data):/gi;
const ADDRESSES = wordSet("href xlink:href src action formaction data");

/** Removes URLs that would run code, also in raw HTML, and reports them. */
export function scriptAddresses(md: MarkdownIt): void {
  md.core.ruler.push("script_addresses", (state) => {
    const env = pageOf(state.env);
    for (const block of state.tokens) {
      if (block.type === "html_block") {
        block.content = withoutScripts(env, block.content, (offset) => positionOf(env, block, offset));
        env.blockLines.delete(block);
      }
      for (const token of block.children ?? []) checkInline(env, block, token);
    }
  });
}

function checkInline(env: PageEnv, block: Token, token: Token): void {
  const positionAt = (offset: number) => positionOf(env, block, offsetOf(env, token) + offset);
  if (token.type === "html_inline") token.content = withoutScripts(env, token.content, positionAt);
  if (token.type !== "text") return;
  for (const { index } of token.content.matchAll(REFUSED)) reportScript(env, positionAt(index));
}

function withoutScripts(env: PageEnv, html: string, positionAt: (offset: number) => Position): string {
  // Most tags have no URL with a scheme, whose colon may be an entity.
  if (!/[:&]/.test(html)) return html;
  const edits: HtmlEdit[] = [];
  for (const part of readHtml(html)) {
    // A tag that is cut off ends in what follows the block.
    if (part.kind !== "start" && part.kind !== "cut") continue;
    for (const { name, value, from, to } of part.attributes) {
      const isMedia = (name === "src" || name === "data") && isMediaAddress(value);
      if (!ADDRESSES.has(name) || isMedia || !isScriptAddress(value)) continue;
      reportScript(env, positionAt(from));
      edits.push({ from, to, html: "" });
    }
  }
  return editHtml(html, edits);
}

function reportScript(env: PageEnv, position: Position): void {
  env.problems.push({
    ...position,
    severity: "warning",
    code: "script-address",
    message: "docgen removes URLs that would run code",
    hint: "write it in backticks if it is text; move code to a React page (content/pages/*.tsx)",
  });
}
