import type { MarkdownIt, Token } from "markdown-it";
import { type PageEnv, pageOf, positionOf } from "../env.ts";
import { offsetOf } from "./position.ts";
import { dropMarker, TRUNCATE } from "./truncate.ts";

/**
 * Matches a comment (an unclosed one to the end of the text) or a tag with its attributes. Names that begin with a
 * capital letter are types in prose.
 */
const PART =
  /<!--(?:[\s\S]*?-->|[\s\S]*)|<(\/?)([a-z][a-z0-9-]*|[A-Z][A-Z0-9]+)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/g;
/** Elements without an end tag. */
const VOID = "area base br col embed hr img input link meta param source track wbr".split(" ");
/** Elements whose end tag is optional. */
const LOOSE = "p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp html head body".split(" ");
/** Elements whose content is text: only their own end tag counts. */
const TEXT = ["script", "style", "textarea", "title"];
/** Elements in which tags can be self-closing: `<path />`. */
const FOREIGN = ["svg", "math"];

/** An open element. */
interface Open extends Place {
  /** Whether it is one of `FOREIGN` or inside one. */
  readonly isForeign: boolean;
}

interface Place {
  readonly name: string;
  readonly token: Token;
  readonly offset: number;
}

/**
 * Reports HTML elements that are not closed in their block, and end tags that close nothing: browsers would put the
 * rest of the page, including the footer, into such an element.
 */
export function openElements(md: MarkdownIt): void {
  // Must run before `raw_html`, which removes comments.
  md.core.ruler.before("raw_html", "open_elements", ({ tokens, env }) => {
    const page = pageOf(env);
    /** Stack of the surrounding blocks, each with its open elements. */
    const blocks: Open[][] = [[]];
    const endBlock = () => tellAll(page, blocks.pop() ?? []);
    for (const [index, token] of tokens.entries()) {
      const open = blocks.at(-1) ?? [];
      if (token.nesting === 1) blocks.push([]);
      else if (token.nesting === -1) endBlock();
      else if (token.type === "code_block") tellIndented(page, token, tokens[index - 1]);
      else if (token.type === TRUNCATE) {
        const outer = open.find(({ name }) => !LOOSE.includes(name));
        if (outer !== undefined) dropMarker(page, token, outer.name);
      } else if (token.type === "html_block") readTags(page, token, token.content, 0, open);
      for (const child of token.children ?? []) {
        if (child.type === "html_inline") readTags(page, token, child.content, offsetOf(page, child), open);
      }
    }
    endBlock();
  });
}

/**
 * Reports content that is indented below an indented tag, as formatters do it: Markdown parses it, and the end tag, as
 * code.
 */
function tellIndented(page: PageEnv, token: Token, before: Token | undefined): void {
  const name =
    before?.type === "html_block" ? /(?:^|\n)[ \t]+<([a-z]\w*)(?:\s[^<>]*)?>\s*$/.exec(before.content)?.[1] : undefined;
  if (name === undefined) return;
  const hint = "begin these lines at the margin: four blanks make code of them";
  tell(page, { name, token, offset: 0 }, `what stands indented below <${name}> is code`, hint);
}

/** @param from offset of the HTML in the text of its block */
function readTags(page: PageEnv, token: Token, html: string, from: number, open: Open[]): void {
  const parts = new RegExp(PART);
  for (let found = parts.exec(html); found !== null; found = parts.exec(html)) {
    const { index, 0: part, 1: slash, 2: tag, 4: selfEnd } = found;
    const last = open.at(-1);
    const name = tag?.toLowerCase() ?? "";
    if (VOID.includes(name) || (last !== undefined && TEXT.includes(last.name) && last.name !== name)) continue;
    if (tag === undefined) {
      const hint = "end it with -->, and without an empty line before that where it stands inside of HTML";
      const place = { name, token, offset: from + index };
      // Browsers treat everything up to the end of the page as part of the comment.
      if (!part.endsWith("-->")) tell(page, place, "the comment is not closed", hint, "error");
      continue;
    }
    if (slash === "") {
      const isForeign = FOREIGN.includes(name) || last?.isForeign === true;
      if (selfEnd !== "" && isForeign) continue;
      open.push({ name, token, offset: from + index, isForeign });
      // `<!--` inside a script does not begin a comment.
      if (TEXT.includes(name)) parts.lastIndex = endOf(name, html, parts.lastIndex);
      continue;
    }
    const opener = open.findLastIndex((one) => one.name === name);
    if (opener >= 0) tellAll(page, open.splice(opener).slice(1));
    else if (!LOOSE.includes(name))
      tell(
        page,
        { name, token, offset: from + index },
        `</${name}> closes nothing here`,
        `open it with <${name}> in the block that it ends in, or remove it`,
      );
  }
}

/** Offset of an element's end tag, or of the end of the HTML. */
function endOf(name: string, html: string, from: number): number {
  const end = new RegExp(`</${name}`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function tellAll(page: PageEnv, open: readonly Place[]): void {
  for (const one of open) {
    if (LOOSE.includes(one.name)) continue;
    tell(page, one, `<${one.name}> is not closed`, `end it with </${one.name}> in the block that it begins in`);
  }
}

function tell(
  page: PageEnv,
  { token, offset }: Place,
  message: string,
  hint: string,
  severity: "error" | "warning" = "warning",
): void {
  page.problems.push({ ...positionOf(page, token, offset), severity, code: "html", message, hint });
}
