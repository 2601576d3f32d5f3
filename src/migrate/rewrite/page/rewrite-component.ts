import type { Program } from "estree";
import type { Nodes, Paragraph } from "mdast";
import type { MdxJsxAttribute } from "mdast-util-mdx";
import type { Mapping } from "../../../content/data-file.ts";
import { escapePattern } from "../../../shared/text.ts";
import { parseModule } from "../../read/parse-mdx.ts";
import { componentAt } from "./bindings.ts";
import { COMPONENTS } from "./docusaurus-components.ts";
import { type Attributes, attributesOf, leaveOut, replaceBlock, replaceTags, wrap, writeCall } from "./element-tags.ts";
import { CHILDREN, expandComponent, INCLUDED, wrapperOf } from "./expand-component.ts";
import { attributesText, BLOCK_ELEMENTS } from "./html-text.ts";
import { hasMarkdown, isPhrasing, toHtml } from "./markdown-in-html.ts";
import { childrenOf, contentOf, type Element, isElement, isExpression, rangeOf } from "./nodes.ts";
import { componentOfPage, partOf, reasonFor, reasonOf } from "./part-code.ts";
import { contentProps } from "./partial-content.ts";
import { expressionOf, knownOf, withIncludes } from "./rewrite-expression.ts";
import { beginsLine, type NodeContext, type Rewriting, tagRanges, visitAll } from "./rewriting.ts";
import { type Binding, UNKNOWN_PROPS } from "./scope.ts";

/** Rewrites a component of Docusaurus, of the site or of the page. */
export function visitComponent(node: Element, name: string, context: NodeContext, at: Rewriting): void {
  const binding = at.bindings.get(name);
  const attributes = attributesOf(node, at);
  const { props, unknown } = attributes;
  if (binding?.kind === "partial") {
    const text = at.site.textOf(binding.path);
    const needed = unknown.filter((prop) => readsProp(text, prop));
    if (needed.length > 0)
      at.note("hand", node, `<${name}>: ${needed.join(", ")} needs code at run time; write the result in the partial`);
    const content = readsProp(text, "children") ? contentProps(node, binding.path, context, at) : {};
    at.note("changed", node, "replaced a partial with <Include>");
    const partialProps = { ...props, ...content, ...(unknown.length > 0 && { [UNKNOWN_PROPS]: true }) };
    replaceBlock(node, `<Include file="${at.site.include(binding.path, partialProps)}" />`, context, at);
    return;
  }
  if (binding?.kind === "asset" && binding.path.endsWith(".svg") && unknown.length === 0) {
    const { title = "", ...others } = props;
    at.note("changed", node, "replaced an SVG component with <img>");
    at.replace(node, `<img${attributesText({ src: at.site.address(binding.path), alt: title, ...others })}>`);
    return;
  }
  const rewriteCall = binding === undefined || binding.kind === "theme" ? COMPONENTS[binding?.name ?? name] : undefined;
  if (rewriteCall !== undefined) {
    if (rewriteCall({ node, attributes, context, at }) === false && !writePart(node, context, at))
      leaveOut(node, name, context, at);
    return;
  }
  const usesParts = usesOfContent(node, binding, at).length > 0;
  if ((needsContentAsCode(node, at) || usesParts) && writePart(node, context, at, usesParts)) return;
  const isPossible = context.html === undefined && unknown.length === 0;
  if (isPossible && writeTag(node, props, importedTag(name, binding, at), context, at)) {
    for (const message of usesOfContent(node, binding, at)) at.note("hand", node, `<${name}> ${message}`);
    return;
  }
  const html = componentHtml(node, attributes, at);
  const hasPartial = html !== undefined && html.search(INCLUDED) >= 0;
  if (html !== undefined && !(hasPartial && context.html !== undefined)) {
    at.note("changed", node, `replaced <${name}> with ${hasPartial ? "<Include>" : "the HTML that it renders"}`);
    const [before = "", after] = html.split(CHILDREN);
    if (!hasPartial) putHtml(node, html, context, at);
    else if (after === undefined) replaceBlock(node, withIncludes(html, at), context, at);
    else wrap(node, withIncludes(before, at), withIncludes(after, at), context, at);
    return;
  }
  const isDefined = context.html === undefined && binding !== undefined && binding.kind !== "value";
  const tag = isDefined ? (importedTag(name, binding, at) ?? componentOfPage(name, at)) : undefined;
  if ((isPossible && writeTag(node, props, tag, context, at)) || writePart(node, context, at)) return;
  if (!writeTag(node, props, tag, context, at)) leaveOut(node, name, context, at);
  else if (reasonOf(name, at) === undefined)
    at.note("hand", node, `<${name}>: removed ${unknown.join(", ")}, because ${reasonFor(node, at)}; write the values`);
}

/** Whether a partial reads a prop, or props as a whole. @param prop its name, or a spread in braces */
function readsProp(text: string, prop: string): boolean {
  const name = prop.startsWith("{") ? "" : `${escapePattern(prop)}\\b`;
  return new RegExp(`\\bprops(?:\\??\\.${name}|\\b(?!\\??\\.))`).test(text);
}

/**
 * Whether the content of a component can't be Markdown: it is a function, or an expression for a text of several lines,
 * such as the code of a file, which would be one paragraph.
 */
function needsContentAsCode(node: Element, at: Rewriting): boolean {
  const [only, ...others] = contentOf(node);
  if (only === undefined || others.length > 0 || !isExpression(only)) return false;
  if (/Function/.test(expressionOf(only)?.type ?? "")) return true;
  const value = knownOf(only, at)?.value;
  return typeof value === "string" && value.trim().includes("\n");
}

/** What components do with the content between their tags that docgen can't, as it renders that by itself. */
const CONTENT_USES: readonly (readonly [code: RegExp, message: string])[] = [
  [
    /\bChildren\.(?:toArray|map|forEach|count|only)\b|\bchildren(?:\??\.(?:map|filter|find|forEach|props|length)\b|\[)/,
    "reads the elements between its tags, but docgen passes them as one block of HTML: check what it shows, or rewrite it",
  ],
  [
    /<[\w.]+\.Provider\b/,
    "provides a React context, which docgen doesn't pass to components between its tags: check what they show",
  ],
];

/** What the module of an imported component does with its content besides showing it. */
function usesOfContent(node: Element, binding: Binding | undefined, { site }: Rewriting): string[] {
  if (binding?.kind !== "component" || binding.from === undefined || contentOf(node).length === 0) return [];
  const code = site.textOf(binding.from.path);
  return CONTENT_USES.flatMap(([use, message]) => (use.test(code) ? [message] : []));
}

/** The tag of an imported component, which becomes one of the site's; undefined for others. */
function importedTag(name: string, binding: Binding | undefined, { site }: Rewriting): string | undefined {
  if (binding?.kind !== "component" || binding.from === undefined) return undefined;
  return site.component(name, binding.from.path, binding.from.exported);
}

/** Writes a call of a component of the site. @returns whether there is one */
function writeTag(
  node: Element,
  props: Mapping,
  tag: string | undefined,
  context: NodeContext,
  at: Rewriting,
): boolean {
  if (tag === undefined) return false;
  at.note("changed", node, `registered <${tag}> as a component in site.config.ts`);
  at.became.set(node, "tags");
  writeCall(node, tag, props, context, at);
  return true;
}

/**
 * Replaces what needs code at run time by a component of the site.
 *
 * @param needsContent see `partOf`
 * @returns whether that is possible
 */
export function writePart(
  node: Element | Paragraph,
  context: NodeContext,
  at: Rewriting,
  needsContent = false,
): boolean {
  const part = context.html === undefined ? partOf(node, at, needsContent) : undefined;
  if (part === undefined) return false;
  at.note("changed", node, `moved the code to <${part.tag}>, a component of the site`);
  at.became.set(node, part.hasContent ? "tags" : "whole");
  if (part.hasContent && isElement(node)) writeCall(node, part.tag, {}, context, at);
  else if (node.type === "mdxJsxTextElement") at.replace(node, `<${part.tag} />`);
  else replaceBlock(node, `<${part.tag} />`, context, at);
  return true;
}

/** The HTML of a component, with `CHILDREN` at most once; undefined if it isn't statically known. */
export function componentHtml(
  node: Element,
  { props, unknown }: Attributes,
  { bindings }: Rewriting,
): string | undefined {
  const component = componentAt(node.name ?? "", bindings);
  if (component === undefined || unknown.length > 0) return undefined;
  const html = expandComponent(component, { ...props, children: node.children.length === 0 ? undefined : CHILDREN });
  return html === undefined || html.split(CHILDREN).length > 2 ? undefined : html;
}

/** Replaces the tags of a component by its HTML. */
function putHtml(node: Element, html: string, context: NodeContext, at: Rewriting): void {
  const [before = "", after = ""] = html.split(CHILDREN);
  const children = childrenOf(node);
  const isBlock = BLOCK_ELEMENTS.has(/^<([a-z][a-z0-9]*)/.exec(before)?.[1] ?? "");
  if (children.length === 0 || !html.includes(CHILDREN)) at.replace(node, html);
  else if (!children.every(isPhrasing)) wrap(node, before, after, context, at);
  else
    replaceTags(node, before, after, at, () => {
      if (isBlock && beginsLine(at.source, rangeOf(node)[0]) && hasMarkdown(children, at))
        toHtml(children, at, context);
      else visitAll(node, context, at);
    });
}

/** Begins names of components of Docusaurus that stand in for others. */
const THEME = "Theme";

/**
 * Puts components of Docusaurus in the place of components that only give these their content, with attributes: those
 * that wrap `<Tabs>` couldn't tell its tabs in docgen, which renders what is between the tags by itself.
 */
export function replaceWrappers(node: Nodes, at: Rewriting): void {
  if (isElement(node)) replaceWrapper(node, at);
  for (const child of childrenOf(node)) replaceWrappers(child, at);
}

function replaceWrapper(node: Element, at: Rewriting): void {
  const component = componentAt(node.name ?? "", at.bindings);
  if (component === undefined || node.children.length === 0) return;
  const { props, unknown } = attributesOf(node, at);
  const wrapper = unknown.length > 0 ? undefined : wrapperOf(component, props);
  if (wrapper === undefined) return;
  const end = tagRanges(node, at).open[1] - 1;
  const point = { line: 1, column: 1, offset: end };
  const attributes = Object.entries(wrapper.props).map(([name, value]): MdxJsxAttribute => {
    const text = JSON.stringify(value);
    const data = { estree: parseModule(`(${text})`) as Program };
    const position = { start: point, end: point };
    return {
      type: "mdxJsxAttribute",
      name,
      value: { type: "mdxJsxAttributeValueExpression", value: text, data },
      position,
    };
  });
  at.note("changed", node, `replaced <${node.name}> with <${wrapper.name}>, which it shows`);
  Object.assign(node, { name: THEME + wrapper.name, attributes });
  at.bindings.set(THEME + wrapper.name, { kind: "theme", name: wrapper.name });
}
