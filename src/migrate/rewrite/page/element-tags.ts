import type { Expression } from "estree";
import type { Nodes } from "mdast";
import type { Mapping } from "../../../content/data-file.ts";
import { componentTagAt } from "../../../markdown/component-tag.ts";
import { fenceAround } from "../../../markdown/include.ts";
import { propertyScope } from "./bindings.ts";
import { evaluate, filledTemplate } from "./evaluate-expression.ts";
import { isPhrasing, replaceEnds, separate } from "./markdown-in-html.ts";
import { childrenOf, contentOf, type Element, hasTwice, isElement, isExpression, keyOf, rangeOf } from "./nodes.ts";
import { reasonFor } from "./part-code.ts";
import { expressionOf, knownOf, shortened, valueText, variableFor } from "./rewrite-expression.ts";
import {
  Asset,
  beginsItem,
  beginsLine,
  emptyLine,
  endsLine,
  type NodeContext,
  type Rewriting,
  tagRanges,
  visitAll,
} from "./rewriting.ts";

/** The attributes of an element that are statically known, and the names of the others. */
export interface Attributes {
  readonly props: Mapping;
  readonly unknown: readonly string[];
}

/** A call of a component in a page. */
export interface Call {
  readonly node: Element;
  readonly attributes: Attributes;
  readonly context: NodeContext;
  readonly at: Rewriting;
}

/** Removes the tags of a component that docgen lacks, but not its content. */
export function leaveOut(node: Element, name: string, context: NodeContext, at: Rewriting): void {
  const isFlow = node.type === "mdxJsxFlowElement";
  if (context.html !== undefined) at.incomplete.add(keyOf(context.html));
  const what = `removed <${name}>${node.children.length > 0 ? ", but not its content" : ""}`;
  const remedy = "write what it shows, or add it to components in site.config.ts";
  at.note("hand", node, `${what}, because ${reasonFor(node, at)}; ${remedy}`);
  if (node.children.length > 0) unwrap(node, context, at);
  else at.replace(node, isFlow ? `<!-- <${name}> is left out by docgen migrate -->` : "");
}

/**
 * Writes a call of a component: on lines of its own for a block, else in its line. Attributes that docgen reads as
 * literals stay as they are.
 */
export function writeCall(node: Element, tag: string, props: Mapping, context: NodeContext, at: Rewriting): void {
  if (node.type === "mdxJsxFlowElement" && context.isCell !== true) {
    writeComponent(node, tag, props, context, at);
    return;
  }
  const { close } = tagRanges(node, at);
  const text = openingTag(node, tag, props, at);
  const opening = context.isCell === true ? text.replaceAll("|", "\\|") : text;
  if (close === undefined) at.replace(node, opening);
  else replaceTags(node, opening, `</${tag}>`, at, () => visitAll(node, context, at));
}

/** The opening or only tag of a component; as it is in the page if docgen reads the same values. */
function openingTag(node: Element, tag: string, props: Mapping, at: Rewriting): string {
  const { open, close } = tagRanges(node, at);
  const tagSource = at.source.slice(...open);
  const read = node.name === tag ? componentTagAt(tagSource, 0) : undefined;
  const isSame = read?.codes.length === 0 && JSON.stringify(read.props) === JSON.stringify(props);
  if (isSame && !/\n\s*\n/.test(tagSource) && !hasTwice(node)) return tagSource;
  return `<${tag}${Object.entries(props).map(jsonAttribute).join("")}${close === undefined ? " />" : ">"}`;
}

/** Removes the tags of an element. */
export function unwrap(node: Element, context: NodeContext, at: Rewriting): void {
  if (node.type === "mdxJsxFlowElement" && !childrenOf(node).every(isPhrasing)) wrap(node, "", "", context, at);
  else replaceTags(node, "", "", at, () => visitAll(node, context, at));
}

/** Replaces the tags of an element, or its only tag. @param visit rewrites the content between them */
export function replaceTags(node: Element, opening: string, closing: string, at: Rewriting, visit: () => void): void {
  const { open, close } = tagRanges(node, at);
  at.edits.replace(...open, opening);
  visit();
  if (close !== undefined) at.edits.replace(...close, closing);
}

/** The line breaks needed between a block and the text before and after it in its lines. */
function gapsAround(
  node: Nodes,
  { prefix }: NodeContext,
  { source }: Rewriting,
): readonly [lead: string, trail: string] {
  const [start, end] = rangeOf(node);
  const gap = emptyLine(prefix);
  // A list item may begin with one empty line, but not with two. docgen requires tags on lines of their own.
  const lead = beginsLine(source, start) ? "" : beginsItem(source, start) ? `\n${prefix}` : gap;
  return [lead, endsLine(source, end) ? "" : gap];
}

const IN_CELL = "a Markdown table cell can't contain blocks; write the table in HTML";

/** Replaces an element by Markdown blocks. */
export function replaceBlock(node: Nodes, text: string, context: NodeContext, at: Rewriting): void {
  if (context.isCell === true) {
    at.note("hand", node, `removed a component: ${IN_CELL}`);
    at.replace(node, "");
    return;
  }
  const [gap, trail] = gapsAround(node, context, at);
  // An included text would continue the paragraph before it.
  const continues = text.startsWith("<Include ") && /[^\s>][ \t]*\n[ \t>]*$/.test(at.source.slice(0, rangeOf(node)[0]));
  const lead = gap === "" && continues ? `\n${context.prefix}` : gap;
  at.replace(node, lead + text.replaceAll("\n", `\n${context.prefix}`) + trail);
}

/** Puts tags around an element's content, each on a line of its own, with an empty line between tag and content. */
export function wrap(node: Element, opening: string, closing: string, context: NodeContext, at: Rewriting): void {
  if (context.isCell === true) {
    at.note("hand", node, `removed the tags of a component: ${IN_CELL}`);
    replaceTags(node, "", "", at, () => visitAll(node, context, at));
    return;
  }
  const [lead, trail] = gapsAround(node, context, at);
  const gap = childrenOf(node).length === 0 ? "" : emptyLine(context.prefix);
  const before = lead + opening + (opening === "" ? "" : gap);
  replaceEnds(node, before, (closing === "" ? "" : gap) + closing + trail, at, () => {
    visitAll(node, context, at);
    separate(node, context, at);
  });
}

/** Writes a component of docgen, with the attributes that docgen supports. */
export function writeComponent(node: Element, tag: string, props: Mapping, context: NodeContext, at: Rewriting): void {
  const { source, edits } = at;
  const { open, close } = tagRanges(node, at);
  const text = openingTag(node, tag, props, at);
  if (close === undefined) {
    replaceBlock(node, text, context, at);
    return;
  }
  const tagSource = source.slice(...open);
  const closing = `</${tag}>`;
  const isAlone = beginsLine(source, open[0]) && endsLine(source, close[1]);
  const isSeparate = isAlone && endsLine(source, open[1]) && beginsLine(source, close[0]);
  const isInline = context.isCell !== true && childrenOf(node).every(isPhrasing);
  if (!isSeparate && (!isInline || source.slice(open[0], close[0]).includes("\n"))) {
    wrap(node, text, closing, context, at);
    return;
  }
  const [lead, trail] = gapsAround(node, context, at);
  if (lead + text !== tagSource) edits.replace(...open, lead + text);
  if (source.slice(...close) !== closing + trail) edits.replace(...close, closing + trail);
  visitAll(node, context, at);
  if (!isInline) separate(node, context, at);
}

export function jsonAttribute([name, value]: [string, unknown]): string {
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return ` ${name}`;
  const plain = value instanceof Asset ? String(value) : value;
  if (typeof plain === "string" && !/["\n]/.test(plain)) return ` ${name}="${plain}"`;
  if (typeof plain === "string" && !/['\n]/.test(plain)) return ` ${name}='${plain}'`;
  return ` ${name}={${JSON.stringify(plain)}}`;
}

/** The text of a code element with a template literal, or with nothing but text; undefined for others. */
export function codeText(node: Element, at: Rewriting): string | undefined {
  return joined(childrenOf(node), (child) => {
    if (child.type === "text") return child.value.trim() === "" ? "" : child.value;
    if (child.type !== "paragraph") return expressionText(child, at);
    // A tag that MDX could not parse.
    if (child.children.some((part) => part.type === "text" && part.value.includes("\uE001"))) return undefined;
    if (child.children.every(({ type }) => type === "text")) return at.source.slice(...rangeOf(child));
    return joined(child.children, (part) => (part.type === "text" ? part.value : expressionText(part, at)));
  });
}

/** What holds the code of a `<pre>` that is a block: its `<code>`, or itself; undefined if there is more in it. */
export function codeHolder(node: Element): Element | undefined {
  const [inner, ...others] = contentOf(node);
  const holder = isElement(inner) ? inner : node;
  const isCode = others.length === 0 && (holder === node || holder.name === "code");
  return isCode && node.type === "mdxJsxFlowElement" ? holder : undefined;
}

/** Joins the texts of nodes; undefined if any has none. */
function joined(nodes: readonly Nodes[], textOf: (node: Nodes) => string | undefined): string | undefined {
  const parts = nodes.map(textOf);
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** The text of an expression in code; undefined for other nodes, and if it isn't statically known. */
function expressionText(node: Nodes, at: Rewriting): string | undefined {
  if (!isExpression(node)) return undefined;
  const expression = expressionOf(node);
  if (expression === undefined) return "";
  if (expression.type !== "TemplateLiteral") return plainText(expression, at);
  // Imported values in a template literal become variables.
  const values = expression.expressions.map((inner) => {
    const text = plainText(inner, at);
    return text !== undefined && inner.type === "Identifier" ? (variableFor(inner, text, at) ?? text) : text;
  });
  return values.includes(undefined) ? undefined : filledTemplate(expression, values);
}

function plainText(expression: Expression, at: Rewriting): string | undefined {
  const constant = evaluate(expression, at.scope);
  return constant === undefined || typeof constant.value === "object" ? undefined : String(constant.value);
}

/** A code fence, with a marker longer than any in the code. */
export function fenced(code: string, info: string): string {
  const mark = fenceAround(code);
  return `${mark}${info}\n${code.replace(/^\n/, "").replace(/\n\s*$/, "")}\n${mark}`;
}

/** Reads the attributes of an element. */
export function attributesOf(node: Element, at: Rewriting): Attributes {
  const props: Record<string, unknown> = {};
  const unknown: string[] = [];
  const scope = propertyScope(node.name ?? "", at);
  for (const attribute of node.attributes) {
    if (attribute.type === "mdxJsxExpressionAttribute") {
      const expression = expressionOf(attribute);
      const [spread] = expression?.type === "ObjectExpression" ? expression.properties : [];
      const constant = spread?.type === "SpreadElement" ? evaluate(spread.argument, at.scope) : undefined;
      if (constant === undefined) unknown.push(`{${shortened(attribute.value)}}`);
      else Object.assign(props, constant.value);
      continue;
    }
    const { name, value } = attribute;
    const constant = typeof value === "object" && value !== null ? knownOf(value, { scope }) : { value: value ?? true };
    if (constant === undefined) unknown.push(name);
    else props[name] = constant.value;
  }
  return { props, unknown };
}

/** The HTML of an attribute with elements as its value; undefined if it isn't statically known. */
export function elementText(node: Element, name: string, at: Rewriting): string | undefined {
  const attribute = node.attributes.find((other) => other.type === "mdxJsxAttribute" && other.name === name);
  return typeof attribute?.value === "object" && attribute.value !== null ? valueText(attribute.value, at) : undefined;
}
