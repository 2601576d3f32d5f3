import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { readHtml, type StartTag } from "../../shared/html.ts";
import { attributeOf, editHtml, type HtmlEdit, isScript, onlyText } from "../../shared/html-parts.ts";
import type { Position } from "../../shared/problem.ts";
import { wordSet } from "../../shared/text.ts";
import { openingNameAt, unknownComponent } from "../component-tag.ts";
import { offsetOf, type PageEnv, pageOf, positionOf, reportProblem } from "../env.ts";
import { isLinkTag, tagNameOf, tagOf, textOnly } from "../inline.ts";
import { isCode, lineText } from "./containers.ts";
import { isPermalink } from "./heading-id.ts";
import { addressEdits, labelInTag, linkedImage, REFUSED, reportScript, runsCode } from "./html-addresses.ts";
import { reportNoAlt } from "./link.ts";

/** Content of a comment that excludes its line from the link check. */
const IGNORE = "docgen-ignore-link";

/** `<T>` and `<Cell>` are types in prose; `<BR>` is HTML. */
const TYPE_NAME = /^(?:[A-Z]|[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)$/;
/** A lower-case name, as in `Array<string>`: a type or placeholder, unless an element has that name. */
const LOWER_NAME = /^[a-z][a-z\d]*$/;
/** Names of elements of HTML, SVG and MathML. */
export const ELEMENTS = wordSet(
  "a abbr address animate area article aside audio b base bdi bdo big blockquote body br button canvas caption center circle cite clipPath code col colgroup data datalist dd defs del desc details dfn dialog dir div dl dt ellipse em embed fieldset figcaption figure filter font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li line link main map mark marker mask math menu meta metadata meter mfrac mi mn mo mpath mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover nav nobr noscript object ol optgroup option output p param path pattern picture polygon polyline pre progress q rb rect rp rt rtc ruby s samp script search section select semantics set slot small source span stop strike strong style sub summary sup svg switch symbol table tbody td template text textarea tfoot th thead time title tr track tspan tt u ul use var video view wbr",
);
/** Names of attributes in JSX, in lower case, that HTML doesn't have. */
const JSX_NAMES = ["classname", "htmlfor"];
/** Elements in which an image gets no link to its file: a link there is invalid, or hides what a click does. */
const NO_LINK_IN = ["a", "button", "label", "picture", "summary"];
/** Embedded content that screen readers can't announce without a title. */
export const NEEDS_TITLE = ["iframe", "video", "audio", "object", "embed"];

/**
 * Gives URLs in raw HTML slots, collects its ids, removes comments and URLs that would run code, and escapes names of
 * types in prose.
 */
export function rawHtml(md: MarkdownIt): void {
  // A rule of its own, as rules between the two look at tags as well.
  md.core.ruler.push("type_names", ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (isType(token)) token.type = "text";
    }
  });
  md.core.ruler.push("raw_html", (state) => {
    const env = pageOf(state.env);
    /** Number of open elements in which an image gets no link. */
    const around = { noLink: 0 };
    for (const block of state.tokens) {
      // The table of contents links to headings.
      if (block.type === "heading_open") around.noLink++;
      if (block.type === "heading_close") around.noLink--;
      if (block.type === "html_block") {
        block.content = rewrite(env, block.content, around, (offset) => positionOf(env, block, offset));
      }
      for (const [index, token] of (block.children ?? []).entries()) {
        if (token.type === "link_open") around.noLink++;
        if (token.type === "link_close") around.noLink--;
        const positionAt = (offset: number) => positionOf(env, block, offsetOf(env, token) + offset);
        const refused = token.type === "text" ? token.content.matchAll(REFUSED) : [];
        for (const { index: offset } of refused) reportScript(env, positionAt(offset));
        if (token.type !== "html_inline" || isPermalink(token)) continue;
        const textBehind = () => textBetween(block.children ?? [], index);
        token.content = rewrite(env, token.content, around, positionAt, textBehind);
      }
    }
  });
}

function isType(token: Token): boolean {
  // Most tags are those of elements, whose attributes need not be read.
  if (ELEMENTS.has(tagNameOf(token) ?? "")) return false;
  const tag = tagOf(token);
  if (tag === undefined) return false;
  const isBare = tag.kind === "end" || (tag.attributes.length === 0 && !tag.isSelfClosing);
  return TYPE_NAME.test(tag.written) || (isBare && LOWER_NAME.test(tag.written));
}

/** The text of a link whose tags are inline tokens; undefined if it contains HTML. */
function textBetween(tokens: readonly Token[], opening: number): string | undefined {
  // Stops at the next link tag, as a paragraph may contain thousands.
  let end = opening + 1;
  while (end < tokens.length && !isLinkTag(tokens[end] as Token)) end++;
  return tagOf(tokens[end])?.kind === "end" ? textOnly(tokens.slice(opening + 1, end)) : undefined;
}

/** Removes comments and code in URLs, and gives the other URLs their slots. @param textBehind the text of a link whose tag is alone */
function rewrite(
  env: PageEnv,
  html: string,
  around: { noLink: number },
  positionAt: (offset: number) => Position,
  textBehind?: () => string | undefined,
): string {
  const parts = readHtml(html);
  const closed = new Set(parts.flatMap((part) => (part.kind === "end" ? part.written : [])));
  const edits = parts.flatMap((part, index): HtmlEdit[] => {
    const { from, to } = part;
    if (part.kind === "comment" && part.isClosed) {
      if (part.text.trim() === IGNORE) env.linkIgnores.push(positionAt(from));
      return [{ from, to, html: "" }];
    }
    if (part.kind === "end" && NO_LINK_IN.includes(part.name)) around.noLink = Math.max(0, around.noLink - 1);
    // A tag that is cut off ends in what follows the block.
    if (part.kind !== "start" && part.kind !== "cut") return [];
    const scripts = part.attributes.filter(runsCode);
    for (const script of scripts) reportScript(env, positionAt(script.from));
    const removed = scripts.map((script) => ({ from: script.from, to: script.to, html: "" }));
    if (part.kind === "cut") return removed;
    if (NO_LINK_IN.includes(part.name)) around.noLink++;
    const tag = { ...part, attributes: part.attributes.filter((attribute) => !scripts.includes(attribute)) };
    checkTag(env, tag, positionAt(from));
    checkComponent(env, tag, positionAt(from), closed);
    const slots = addressEdits(env, tag, positionAt(from), () => textBehind?.() ?? onlyText(html, parts, index));
    const edits = [...removed, ...slots].sort((a, b) => a.from - b.from);
    return around.noLink > 0 ? edits : linkedImage(env, tag, positionAt(from), edits);
  });
  return editHtml(html, edits);
}

function checkTag(env: PageEnv, tag: StartTag, position: Position): void {
  const warn = (code: string, message: string, hint: string) =>
    env.problems.push({ ...position, severity: "warning", code, message, hint });
  for (const { name, value } of tag.attributes) if (name === "id") env.ids.push({ id: value, ...position });
  if (tag.name === "img" && attributeOf(tag, "alt") === undefined) {
    reportNoAlt(env, position, 'add alt="…" with what it shows, or alt="" if it is decorative');
  }
  const names = tag.attributes.map(({ name }) => name);
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) < index))) {
    const message = `<${tag.name}> has the attribute "${name}" twice`;
    warn("html", message, "remove one of the two: browsers ignore the second");
  }
  const jsx = tag.attributes.find(({ name, value, quote }) => {
    return JSX_NAMES.includes(name) || (quote === "" && value.startsWith("{"));
  });
  if (jsx !== undefined) {
    const message = `<${tag.name}>: "${jsx.name}" is written as in JSX, which browsers misread`;
    warn("jsx", message, 'write class="…" and plain values; docgen migrate converts pages of Docusaurus');
  }
  if (isScript(tag)) {
    const message = "a <script> in Markdown does not run when a reader follows a link to the page";
    warn("script", message, 'add its file to "scripts" in site.config.ts, or write a component with "client"');
  }
  const handler = env.runsHandlers === true ? undefined : names.find((name) => /^on[a-z]+$/.test(name));
  if (handler !== undefined) {
    const message = `${handler} of <${tag.name}> does not run: the policy of pages forbids it`;
    warn("script", message, 'write a component with "client"');
  }
  if (!NEEDS_TITLE.includes(tag.name) || labelInTag(tag) !== undefined) return;
  const message = `<${tag.name}> has no title`;
  const hint = 'add title="…": readers who cannot see it need one';
  env.problems.push({ ...position, severity: "error", code: "missing-title", message, hint });
}

/** Reports a component inside HTML, where docgen parses none. @param closed names of end tags */
function checkComponent(env: PageEnv, tag: StartTag, position: Position, closed: ReadonlySet<string>): void {
  const { written, attributes, isSelfClosing } = tag;
  if (openingNameAt(`<${written}`) === undefined) return;
  const isKnown = env.components.has(written);
  if (!isKnown && !isSelfClosing && attributes.length === 0 && !closed.has(written)) return;
  const hint = "surround the Markdown with blank lines, so that docgen parses it";
  const inside = { code: "component", message: `<${written}> is inside HTML`, hint };
  const fault = isKnown ? inside : unknownComponent(written, [...env.components.keys()]);
  env.problems.push({ ...position, severity: "error", ...fault });
}

// <head>
//   <script src="…"></script>
// </head>

const START = "<head>";
const END = "</head>";

/** Moves the tags of a `<head>` block to the page's head, unchanged. */
export function headBlocks(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "head_block", headBlock, { alt: ["paragraph", "reference", "blockquote"] });
}

function headBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!lineText(state, startLine).toLowerCase().startsWith(START) || isCode(state, startLine)) return false;
  if (silent) return true;
  const env: PageEnv = pageOf(state.env);
  let last = startLine;
  while (last < endLine && !isEnd(lineText(state, last))) last++;
  if (last === endLine) {
    reportProblem(env, startLine, { code: "unclosed", message: "<head> is not closed", hint: "close it with </head>" });
  }
  const block = state.getLines(startLine, Math.min(last + 1, endLine), state.blkIndent, false);
  const inner = block.trim().slice(START.length);
  const tags = (isEnd(inner) ? inner.slice(0, -END.length) : inner).trim();
  if (tags !== "") env.head.push(tags);
  state.line = Math.min(last + 1, endLine);
  return true;
}

function isEnd(line: string): boolean {
  return line.trimEnd().toLowerCase().endsWith(END);
}
