import type { Program } from "estree";
import type { Nodes } from "mdast";
import type { MdxJsxAttribute } from "mdast-util-mdx";
import { parseModule } from "../../read/parse-mdx.ts";
import { componentAt } from "./bindings.ts";
import { attributesOf } from "./element-tags.ts";
import { wrapperOf } from "./expand-component.ts";
import { childrenOf, type Element, isElement } from "./nodes.ts";
import { type Rewriting, tagRanges } from "./rewriting.ts";

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
