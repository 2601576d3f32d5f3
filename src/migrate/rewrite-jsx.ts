import { basename, extname } from "node:path/posix";
import type { Nodes } from "mdast";
import { COMPONENTS } from "./components.ts";
import { evaluate } from "./evaluate.ts";
import { CHILDREN, expandComponent } from "./expand.ts";
import { BLOCK_ELEMENTS, htmlAttribute, VOID_ELEMENTS } from "./html.ts";
import { hasMarkdown, isPhrasing, separate, toHtml } from "./raw-html.ts";
import { beginsLine, componentAt, expressionOf } from "./rewrite-expression.ts";
import {
  Asset,
  type Element,
  isElement,
  isExpression,
  type Parent,
  type Place,
  type Rewriting,
  rangeOf,
  visitAll,
} from "./rewriting.ts";
import {
  attributesOf,
  codeText,
  fenced,
  isPlainTag,
  leaveOut,
  replaceBlock,
  tagsOf,
  unwrap,
  wrap,
  writeComponent,
} from "./tags.ts";

/** Elements whose content is paragraphs where it holds Markdown. */
const HOLDS_BLOCKS = new Set(
  "article aside blockquote center dd details dialog div dt fieldset figcaption figure footer form header li main nav section td th".split(
    " ",
  ),
);
/** What is embedded needs a title. */
const EMBEDDED = ["iframe", "video", "audio", "object", "embed"];
const ADDRESSES = ["href", "src", "poster", "srcSet"];

export function visitElement(node: Element, place: Place, at: Rewriting): void {
  const { name } = node;
  if (name === null) {
    unwrap(node, place, at);
    return;
  }
  if (/^[a-z]/.test(name) && !name.includes(".")) {
    visitHtml(node, name, place, at);
    return;
  }
  visitComponent(node, name, place, at);
}

function visitComponent(node: Element, name: string, place: Place, at: Rewriting): void {
  const { bindings, note } = at;
  const [start] = rangeOf(node);
  const binding = bindings.get(name);
  const attributes = attributesOf(node, at);
  if (binding?.kind === "partial") {
    if (attributes.unknown.length > 0)
      note("hand", start, `the partial <${name}> is given ${attributes.unknown.join(", ")}, which is not known`);
    const file = at.site.include(binding.path, attributes.props);
    note("changed", start, "a partial is included by <Include>");
    replaceBlock(node, `<Include file="${file}" />`, place, at);
    return;
  }
  if (binding?.kind === "asset" && binding.path.endsWith(".svg") && attributes.unknown.length === 0) {
    const { title = "", ...props } = attributes.props;
    const parts = Object.entries({ src: at.site.address(binding.path), alt: title, ...props });
    note("changed", start, "a picture that is a component is <img>");
    at.edits.replace(...rangeOf(node), `<img${parts.map(([key, value]) => htmlAttribute(key, value) ?? "").join("")}>`);
    return;
  }
  const known = binding === undefined || binding.kind === "theme" ? COMPONENTS[binding?.name ?? name] : undefined;
  if (known !== undefined) {
    known({ node, attributes, place, at });
    return;
  }
  const small = componentAt(name, bindings);
  if (small !== undefined && small !== "link" && attributes.unknown.length === 0) {
    const html = expandComponent(small, {
      ...attributes.props,
      children: node.children.length === 0 ? undefined : CHILDREN,
    });
    if (html !== undefined && html.split(CHILDREN).length <= 2) {
      note("changed", start, `<${name}> is the HTML that it renders`);
      putHtml(node, html, place, at);
      return;
    }
  }
  const path = binding?.kind === "component" ? binding.path : binding?.kind === "module" ? binding.path : undefined;
  const exported =
    binding?.kind === "component" ? binding.export : binding?.kind === "module" ? binding.export : undefined;
  const tag = path === undefined || exported === undefined ? undefined : at.site.component(name, path, exported);
  if (tag !== undefined && node.type === "mdxJsxFlowElement" && attributes.unknown.length === 0) {
    note("changed", start, `<${name}> is a component of the site, named in site.config.ts`);
    writeComponent(node, tag, attributes.props, place, at);
    return;
  }
  leaveOut(node, name, place, at);
}

/** Puts the HTML of a component in the place of its tags. */
function putHtml(node: Element, html: string, place: Place, at: Rewriting): void {
  const [before = "", after = ""] = html.split(CHILDREN);
  const isBlock = BLOCK_ELEMENTS.has(/^<([a-z][a-z0-9]*)/.exec(before)?.[1] ?? "");
  if (node.children.length === 0 || !html.includes(CHILDREN)) {
    at.edits.replace(...rangeOf(node), html);
    return;
  }
  const isInline = node.children.every((child) => isPhrasing(child as Nodes));
  if (!isInline) {
    wrap(node, before, after, place, at);
    return;
  }
  const { open, close } = tagsOf(node, at);
  at.edits.replace(...open, before);
  if (isBlock && beginsLine(at.source, open[0]) && hasMarkdown(node.children as Nodes[], at))
    toHtml(node.children as Nodes[], at, place);
  else visitAll(node as Parent, place, at);
  if (close !== undefined) at.edits.replace(...close, after);
}

/** An element of HTML: its attributes as HTML has them, its content where CommonMark reads it. */
function visitHtml(node: Element, name: string, place: Place, at: Rewriting): void {
  const { edits, source, note } = at;
  const [start, end] = rangeOf(node);
  if (name === "pre" && writeFence(node, place, at)) return;
  const children = node.children as Nodes[];
  const list = children.filter((child) => !(child.type === "text" && child.value.trim() === ""));
  if (
    list.length === 1 &&
    list[0] !== undefined &&
    /\buse(?:CurrentSidebarCategory|DocsSidebar)\b/.test(source.slice(...rangeOf(list[0])))
  ) {
    note("changed", start, "a list over the sidebar is <DocCardList />");
    replaceBlock(node, "<DocCardList />", place, at);
    return;
  }
  const { open, close } = tagsOf(node, at);
  const opening = openingOf(node, name, at);
  if (name === "style" || name === "script") {
    writeVerbatim(node, name, opening, at);
    return;
  }
  const isClosed = close !== undefined || VOID_ELEMENTS.includes(name);
  if (!isClosed) edits.replace(open[0], end, `${opening}</${name}>`);
  else if (opening !== source.slice(...open)) edits.replace(...open, opening);
  if (children.length === 0) return;
  if (node.type === "mdxJsxTextElement") {
    visitAll(node, place, at);
    return;
  }
  visitContent(node, name, place, at);
}

function visitContent(node: Element, name: string, place: Place, at: Rewriting): void {
  const { source } = at;
  const children = node.children as Nodes[];
  const { open, close } = tagsOf(node, at);
  const isRaw = BLOCK_ELEMENTS.has(name) || /^\s*(?:\n|$)/.test(source.slice(open[1], open[1] + 200));
  const isInline = children.every(isPhrasing);
  const inside = source.slice(open[1], close?.[0]);
  if (!isRaw || (!hasMarkdown(children, at) && !/\n[\s>]*\n/.test(inside.trim()))) {
    visitAll(node as Parent, place, at);
    return;
  }
  const isText = children.every(isLineOfHtml);
  if (isInline || (isText && !HOLDS_BLOCKS.has(name) && !/\n[\s>]*\n/.test(inside.trim()))) {
    toHtml(children, at, place);
    return;
  }
  if (isSpaced(node, at)) {
    visitAll(node as Parent, place, at);
    separate(node as Nodes, place, at);
    return;
  }
  const opening = openingOf(node, name, at);
  at.note("changed", open[0], `the content of <${name}> stands between empty lines, where docgen reads Markdown`);
  wrap(node, opening, `</${name}>`, place, at);
}

/** Whether a node may stand within a line of HTML. */
function isLineOfHtml(node: Nodes): boolean {
  if (isPhrasing(node) || node.type === "paragraph") return true;
  return (
    node.type === "mdxJsxFlowElement" &&
    /^[a-z]/.test(node.name ?? "") &&
    (node.children as Nodes[]).every(isLineOfHtml)
  );
}

/** Whether empty lines stand between the tags and what is Markdown inside. */
function isSpaced(node: Element, at: Rewriting): boolean {
  const children = node.children as Nodes[];
  const { open, close } = tagsOf(node, at);
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined || close === undefined) return true;
  const isBlank = (from: number, to: number) => /\n[\s>]*\n/.test(at.source.slice(from, to));
  const isHtml = (child: Nodes) =>
    child.type === "mdxJsxFlowElement" && /^[a-z]/.test(child.name ?? "") && beginsLine(at.source, rangeOf(child)[0]);
  return (
    (isHtml(first) || isBlank(open[1], rangeOf(first)[0])) && (isHtml(last) || isBlank(rangeOf(last)[1], close[0]))
  );
}

function openingOf(node: Element, name: string, at: Rewriting): string {
  const { source, note, site } = at;
  const [start] = rangeOf(node);
  const { open, close } = tagsOf(node, at);
  const own = source.slice(...open);
  const isMultiLine = own.includes("\n") && !BLOCK_ELEMENTS.has(name);
  let isChanged = !isPlainTag(node);
  const { props, unknown } = attributesOf(node, at);
  if (unknown.length > 0)
    note("hand", start, `<${name}>: ${unknown.join(", ")} is left out, as its value needs a program`);
  const parts = Object.entries(props).map(([key, value]) => {
    const plain =
      value instanceof Asset || (typeof value === "string" && ADDRESSES.includes(key))
        ? site.link(String(value))
        : value;
    const text = htmlAttribute(key, plain);
    if (text === undefined) note("hand", start, `<${name}>: ${key} is left out, as HTML has nothing like it`);
    if (typeof value !== "string" || text?.startsWith(` ${key}=`) !== true || plain !== value)
      isChanged ||= value !== true || text !== ` ${key}`;
    return text ?? "";
  });
  if (EMBEDDED.includes(name) && !("title" in props) && !("aria-label" in props)) {
    parts.push(` title="${titleFor(props, name)}"`);
    isChanged = true;
    note("changed", start, `<${name}> has a title, which docgen asks for: see that it says what is shown`);
  }
  isChanged ||= unknown.length > 0;
  if (!isChanged && !isMultiLine && !(close === undefined && !VOID_ELEMENTS.includes(name))) return own;
  if (isChanged) note("changed", start, "attributes are written as HTML has them");
  return `<${name}${parts.join("")}>`;
}

function titleFor(props: Readonly<Record<string, unknown>>, name: string): string {
  const { src } = props;
  if (typeof src !== "string") return name === "iframe" ? "Embedded page" : "Recording";
  const host = /^(?:https?:)?\/\/(?:www\.)?([^/]+)/.exec(src)?.[1];
  return host ?? basename(src, extname(src)).replace(/[^\p{L}\p{N}]+/gu, " ");
}

/** `<style>{`…`}</style>` */
function writeVerbatim(node: Element, name: string, opening: string, at: Rewriting): void {
  const text = node.children.map((child) => {
    if (isExpression(child)) {
      const expression = expressionOf(child);
      const known = expression === undefined ? undefined : evaluate(expression, at.scope);
      return typeof known?.value === "string" ? known.value : undefined;
    }
    return at.source.slice(...rangeOf(child as Nodes));
  });
  const [start] = rangeOf(node);
  if (text.includes(undefined)) at.note("hand", start, `the content of <${name}> needs a program and is left out`);
  at.edits.replace(...rangeOf(node), `${opening}${text.join("\n")}</${name}>`);
}

/** `<pre><code className="language-js">{`…`}</code></pre>` → a fence. */
function writeFence(node: Element, place: Place, at: Rewriting): boolean {
  const [inner, ...others] = (node.children as Nodes[]).filter(
    (child) => !(child.type === "text" && child.value.trim() === ""),
  );
  const code = isElement(inner) && inner.name === "code" ? inner : undefined;
  const holder = code ?? node;
  if (others.length > 0 || (code === undefined && isElement(inner))) return false;
  const text = codeText(holder, at);
  if (text === undefined || node.type !== "mdxJsxFlowElement") return false;
  const { className } = attributesOf(holder, at).props;
  const language = typeof className === "string" ? /\blanguage-(\S+)/.exec(className)?.[1] : undefined;
  at.note("changed", rangeOf(node)[0], "<pre> is a fence");
  replaceBlock(node, fenced(text, language ?? "text"), place, at);
  return true;
}
