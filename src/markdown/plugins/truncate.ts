// <!-- truncate -->
import type { MarkdownIt, Token } from "markdown-it";
import { type HtmlRange, readHtml } from "../../shared/html.ts";
import { type PageEnv, pageOf, reportProblem } from "../env.ts";
import { isShown } from "./grouped-tabs.ts";

const WORD = "truncate";
const CODE = /(`+)[\s\S]*?\1/g;

/** Marks the end of a post's excerpt. Must run before comments are removed. */
export function truncateMarker(md: MarkdownIt): void {
  md.core.ruler.push("truncate", (state) => {
    let depth = 0;
    for (const token of state.tokens) {
      depth += token.nesting;
      if (!isMarker(token.content)) {
        reportBeside(pageOf(state.env), token);
        continue;
      }
      if (token.type !== "html_block") continue;
      if (depth > 0) reportInside(pageOf(state.env), token, "another block");
      else Object.assign(token, { type: TRUNCATE, hidden: true, content: "" });
    }
  });
}

function markerIn(text: string): HtmlRange | undefined {
  return readHtml(text).find((part) => part.kind === "comment" && part.isClosed && part.text.trim() === WORD);
}

function isMarker(text: string): boolean {
  if (!text.includes(WORD)) return false;
  const { from = 0, to = 0 } = markerIn(text) ?? {};
  return to > 0 && text.slice(0, from).trim() === "" && text.slice(to).trim() === "";
}

/** Drops a marker inside an HTML element, which the excerpt would leave unclosed in the list of posts. */
export function dropMarker(page: PageEnv, token: Token, element: string): void {
  token.type = "html_block";
  reportInside(page, token, `<${element}>`);
}

/** Reports a marker with text on the same line. */
function reportBeside(page: PageEnv, token: Token): void {
  if ((token.type !== "inline" && token.type !== "html_block") || !token.content.includes(WORD)) return;
  const text = token.content.replace(CODE, (code) => code.replace(/[^\n]/g, " "));
  const offset = markerIn(text)?.from;
  if (offset === undefined) return;
  const outer = token.type === "inline" ? "a text" : "a line of HTML";
  reportInside(page, token, outer, text.slice(0, offset).split("\n").length - 1);
}

/** @param row line within the token, from 0 */
function reportInside(page: PageEnv, token: Token, outer: string, row = 0): void {
  const message = `the truncate marker has no effect inside ${outer}`;
  const hint = "put it on a line of its own between two blocks";
  reportProblem(page, (token.map?.[0] ?? 0) + row, { severity: "warning", code: "truncate", message, hint });
}

/**
 * Number of tokens of the excerpt: those before the marker or, on a page without a lead, those up to the end of the
 * first block that is no heading; undefined if the lead is the excerpt.
 */
export function excerptLength(tokens: readonly Token[], lead: string): number | undefined {
  const index = tokens.findIndex((token) => token.type === TRUNCATE);
  if (index >= 0 || lead !== "") return index < 0 ? undefined : index;
  const start = tokens.findIndex((token, at) => {
    return tokens[at - 1]?.type !== "heading_open" && token.type !== "hr" && isShown(token);
  });
  let depth = 0;
  const end = tokens.findIndex(({ nesting }, at) => {
    depth += nesting;
    return at >= start && depth === 0;
  });
  return start < 0 || end < 0 ? undefined : end + 1;
}

/** Type of a marker's token. */
export const TRUNCATE = "truncate";
