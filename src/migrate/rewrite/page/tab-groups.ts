import type { Nodes } from "mdast";
import { list, pick } from "../../read/config-values.ts";
import { attributesOf, type Call, elementText, writeComponent } from "./element-tags.ts";
import { contentOf, type Element, isComment, isElement, isExpression } from "./nodes.ts";
import type { Rewriting } from "./rewriting.ts";

const UNKNOWN_VALUES =
  "<Tabs>: the labels and the order in values require running code; give each <TabItem> a label, in that order";

/** Writes `<Tabs>`. @returns false if code lists them */
export function tabs({ node, attributes: { props, unknown }, context, at }: Call): false | undefined {
  // Tabs that code lists are written by that code.
  if (contentOf(node).some((child) => isExpression(child) && !isComment(child))) return false;
  const values = list(props.values);
  const labels = new Map(values.map(({ value, label }) => [String(value), String(label ?? value)]));
  const chosen = values.findLast((tab) => tab.default === true)?.value;
  if (unknown.includes("values")) at.note("hand", node, UNKNOWN_VALUES);
  const kept = pick(props, "groupId defaultValue queryString label");
  if (chosen !== undefined) kept.defaultValue ??= chosen;
  // Those in another order than their items stay: they determine it.
  const items = contentOf(node).filter(isElement);
  const isOrdered = tabsInOrder(node, values, at)
    .filter(isElement)
    .every((item, index) => item === items[index]);
  if (!isOrdered) kept.values = values;
  if (Object.keys(kept).length !== node.attributes.length)
    at.note("changed", node, "removed attributes of <Tabs> that docgen doesn't support");
  writeComponent(node, "Tabs", kept, isOrdered ? { ...context, labels } : context, at);
  return undefined;
}

/** The content of `<Tabs>` in the order of its `values`, in which tabs are shown. */
export function tabsInOrder(node: Element, values: unknown, at: Rewriting): Nodes[] {
  const order = list(values).map(({ value }) => String(value));
  const rank = (item: Nodes) => {
    const place = isElement(item) ? order.indexOf(String(attributesOf(item, at).props.value)) : -1;
    return place < 0 ? order.length : place;
  };
  return contentOf(node).toSorted((a, b) => rank(a) - rank(b));
}

/** Writes `<TabItem>`, with the label that it has in the `values` of its `<Tabs>`. */
export function tabItem({ node, attributes, context, at }: Call): void {
  const kept = pick(attributes.props, "value label default");
  const shown = elementText(node, "label", at)?.replace(/<[^>]*>/g, "");
  const missing = attributes.unknown.filter((name) => name === "value" || (name === "label" && shown === undefined));
  if (missing.length > 0)
    at.note("hand", node, `<TabItem>: ${missing.join(", ")} requires running code; write the result`);
  const label = shown ?? context.labels?.get(String(kept.value));
  const labelled = kept.label === undefined && label !== undefined ? { ...kept, label } : kept;
  writeComponent(node, "TabItem", labelled, { prefix: context.prefix }, at);
}
