import type { MarkdownIt, Token } from "markdown-it";
import { readHtml } from "../../shared/html.ts";
import type { Severity } from "../../shared/problem.ts";
import { type ElementFault, followTag, type OpenElement, unclosed } from "../../shared/unclosed-elements.ts";
import { offsetOf, type PageEnv, pageOf, positionOf } from "../env.ts";
import { linkNesting } from "../inline.ts";
import { isPermalink } from "./heading-id.ts";
import { ELEMENTS } from "./raw-html.ts";
import { dropMarker, TRUNCATE } from "./truncate.ts";

/** Names of HTML elements; one that begins with a capital letter is a type in prose. */
const NAME = /^(?:[a-z][a-z0-9-]*|[A-Z][A-Z0-9]+)$/;

const LINK_HINT = "put it before or after the other one: browsers would end that here";

interface Place {
  readonly token: Token;
  readonly offset: number;
}

/** Reports elements that are left open, into which browsers put the rest of the page, and stray end tags. */
export function openElements(md: MarkdownIt): void {
  // Must run before `raw_html`, which removes comments.
  md.core.ruler.before("raw_html", "open_elements", ({ tokens, env }) => {
    const page = pageOf(env);
    /** Stack of the surrounding blocks, each with its open elements. */
    const blocks: OpenElement<Place>[][] = [[]];
    const endBlock = () => tellAll(page, unclosed(blocks.pop() ?? []));
    for (const [index, token] of tokens.entries()) {
      const open = blocks.at(-1) ?? [];
      if (token.nesting === 1) blocks.push([]);
      else if (token.nesting === -1) endBlock();
      else if (token.type === "code_block") tellIndented(page, token, tokens[index - 1]);
      else if (token.type === TRUNCATE) {
        const [outer] = unclosed(open);
        if (outer !== undefined) dropMarker(page, token, outer.name);
      } else if (token.type === "html_block") readTags(page, token, token.content, 0, open);
      let links = 0;
      for (const child of token.children ?? []) {
        links += linkNesting(child);
        if (links > 1 && linkNesting(child) > 0)
          tell(page, { token, offset: offsetOf(page, child) }, "a link inside a link", LINK_HINT);
        if (child.type === "html_inline" && !isPermalink(child))
          readTags(page, token, child.content, offsetOf(page, child), open);
      }
    }
    endBlock();
  });
}

/** Reports content that is indented below an indented tag, as formatters do: Markdown parses it as code. */
function tellIndented(page: PageEnv, token: Token, before: Token | undefined): void {
  if (before?.type !== "html_block") return;
  const html = before.content.trimEnd();
  const last = readHtml(html).at(-1);
  const indent = html.slice(0, last?.from).split("\n").at(-1) ?? "";
  if (last?.kind !== "start" || indent === "" || indent.trim() !== "" || !/^[a-z]/.test(last.written)) return;
  const hint = "start these lines at the margin: four spaces turn them into code";
  tell(page, { token, offset: 0 }, `the indented lines below <${last.written}> are code`, hint);
}

/** @param from offset of the HTML in the text of its block */
function readTags(page: PageEnv, token: Token, html: string, from: number, open: OpenElement<Place>[]): void {
  for (const part of readHtml(html)) {
    const place = { token, offset: from + part.from };
    if (part.kind === "comment" && !part.isClosed) {
      const hint = "close it with -->; inside HTML, without an empty line before that";
      // Browsers treat everything up to the end of the page as part of the comment.
      tell(page, place, "the comment is not closed", hint, "error");
    } else if ((part.kind === "start" || part.kind === "end") && NAME.test(part.written)) {
      const meant = componentNamed(page, part.written);
      if (meant === undefined) tellAll(page, followTag(open, part, place));
      else if (part.kind === "start") tell(page, place, `HTML has no element <${part.written}>`, `write <${meant}>`);
    }
  }
}

/** The component whose name is written in lower case. */
function componentNamed({ components }: PageEnv, written: string): string | undefined {
  const names = ["Include", ...components.keys()];
  return ELEMENTS.has(written) ? undefined : names.find((name) => name !== written && name.toLowerCase() === written);
}

function tellAll(page: PageEnv, faults: readonly ElementFault<Place>[]): void {
  for (const { name, place, isEnd } of faults) {
    const [message, hint] = isEnd
      ? [`</${name}> closes nothing here`, `open it with <${name}> in the same block, or remove it`]
      : [`<${name}> is not closed`, `close it with </${name}> in the same block`];
    tell(page, place, message, hint);
  }
}

function tell(
  page: PageEnv,
  { token, offset }: Place,
  message: string,
  hint: string,
  severity: Severity = "warning",
): void {
  page.problems.push({ ...positionOf(page, token, offset), severity, code: "html", message, hint });
}
