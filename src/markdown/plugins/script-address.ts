import type { MarkdownIt, Token } from "markdown-it";
import type { Place } from "../../shared/problem.ts";
import { isMediaAddress, isScriptAddress } from "../../shared/script-address.ts";
import { type PageEnv, pageOf, positionOf } from "../env.ts";
import { offsetOf } from "./position.ts";

/**
 * Matches the source of links that the parser rejected because they would run code: `[x](javascript:…)`, `[x]:
 * javascript:…`.
 */
const REFUSED = /\](?:\(|:)\s*(?:<\s*)?(?:javascript|vbscript|file|data):/gi;
const COMMENT_OR_ATTRIBUTE =
  /<!--|(?<=[\s"'/])((?:xlink:)?href|src|action|formaction|data)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>`]+)/gi;

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
  const place = (offset: number) => positionOf(env, block, offsetOf(env, token) + offset);
  if (token.type === "html_inline") token.content = withoutScripts(env, token.content, place);
  if (token.type !== "text") return;
  for (const { index } of token.content.matchAll(REFUSED)) reportProblem(env, place(index));
}

function withoutScripts(env: PageEnv, html: string, place: (offset: number) => Place): string {
  // Comments are skipped up to the last `-->` only: scanning to the end from each unclosed start would take quadratic
  // time.
  const lastEnd = html.lastIndexOf("-->");
  let result = "";
  let from = 0;
  COMMENT_OR_ATTRIBUTE.lastIndex = 0;
  for (let match = COMMENT_OR_ATTRIBUTE.exec(html); match !== null; match = COMMENT_OR_ATTRIBUTE.exec(html)) {
    const [whole, name, value = ""] = match;
    if (name === undefined) {
      if (COMMENT_OR_ATTRIBUTE.lastIndex <= lastEnd) {
        COMMENT_OR_ATTRIBUTE.lastIndex = html.indexOf("-->", COMMENT_OR_ATTRIBUTE.lastIndex) + "-->".length;
      }
      continue;
    }
    const address = env.decodeEntities(value.replace(/^["']|["']$/g, ""));
    const isMedia = (name === "src" || name === "data") && isMediaAddress(address);
    if (isMedia || !isScriptAddress(address)) continue;
    reportProblem(env, place(match.index));
    result += html.slice(from, match.index);
    from = match.index + whole.length;
  }
  return result + html.slice(from);
}

function reportProblem(env: PageEnv, place: Place): void {
  env.problems.push({
    ...place,
    severity: "warning",
    code: "script-address",
    message: "an address that would run code is not a link",
    hint: "write it in backticks if it is text; put code into a page of its own (content/pages/*.tsx)",
  });
}
