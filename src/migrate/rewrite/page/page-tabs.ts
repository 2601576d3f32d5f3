import type { Nodes } from "mdast";
import { escapeHtml } from "../../../shared/text.ts";
import type { ContentSet } from "../../job.ts";
import { list, pick, record, texts, unknowns } from "../../read/config-values.ts";
import { attributesOf, type Call, elementText, writeComponent } from "./element-tags.ts";
import { childrenOf, contentOf, type Element, isComment, isElement, isExpression, rangeOf } from "./nodes.ts";
import type { Rewriting, TabBlocks } from "./rewriting.ts";

const UNKNOWN_VALUES =
  "<Tabs>: the labels and the order in values need code at run time; give each <TabItem> a label, in that order";

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
    const position = isElement(item) ? order.indexOf(String(attributesOf(item, at).props.value)) : -1;
    return position < 0 ? order.length : position;
  };
  return contentOf(node).toSorted((a, b) => rank(a) - rank(b));
}

/** Writes `<TabItem>`, with the label that it has in the `values` of its `<Tabs>`. */
export function tabItem({ node, attributes, context, at }: Call): void {
  const kept = pick(attributes.props, "value label default");
  const shown = elementText(node, "label", at)?.replace(/<[^>]*>/g, "");
  const missing = attributes.unknown.filter((name) => name === "value" || (name === "label" && shown === undefined));
  if (missing.length > 0)
    at.note("hand", node, `<TabItem>: ${missing.join(", ")} needs code at run time; write the result`);
  const label = shown ?? context.labels?.get(String(kept.value));
  const labelled = kept.label === undefined && label !== undefined ? { ...kept, label } : kept;
  writeComponent(node, "TabItem", labelled, context.isCell === true ? context : { prefix: context.prefix }, at);
}

/** The options of the plugin that makes tabs of fences; undefined if a site doesn't have it. */
export function tabBlocks(sets: readonly ContentSet[]): TabBlocks | undefined {
  const plugins = sets
    .flatMap(({ options }) => unknowns(options.remarkPlugins))
    .map((entry): unknown[] => [entry].flat());
  const entry = plugins.find(([plugin]) => /tab-blocks/.test(String(record(plugin).$package ?? plugin)));
  if (entry === undefined) return undefined;
  const { groupId = "code-examples", labels, sync } = record(entry[1]);
  const named = unknowns(labels).flatMap((pair) => {
    const [language, label] = texts(pair);
    return language === undefined || label === undefined ? [] : [[language, label] as const];
  });
  return {
    labels: new Map([["js", "JavaScript"], ["ts", "TypeScript"], ...named]),
    open: sync === false ? "<Tabs>" : `<Tabs groupId="${escapeHtml(String(groupId))}">`,
  };
}

/** Matches the word that makes a tab of a fence, with its options. */
const TAB = / +tab(?:=(\{[^}\n]*\}|"[^"\n]*"|'[^'\n]*'))?(?=\s)/;

/** Writes `<Tabs>` around fences that follow each other and are marked with `tab`. */
export function writeTabBlocks(parent: Nodes, blocks: TabBlocks, at: Rewriting): void {
  const children = childrenOf(parent);
  const tabIn = (node: Nodes | undefined) => (node?.type === "code" ? TAB.exec(` ${node.meta ?? ""} `) : null);
  for (const [index, node] of children.entries()) {
    writeTabBlocks(node, blocks, at);
    const tab = tabIn(node);
    if (node.type !== "code" || tab === null) continue;
    const [start, end] = rangeOf(node);
    const lang = node.lang ?? "text";
    const label =
      /^["'](.*)["']$|"label": *"([^"]*)"/
        .exec(tab[1] ?? "")
        ?.slice(1)
        .join("") || blocks.labels.get(lang);
    const before = at.source.slice(at.source.lastIndexOf("\n", start - 1) + 1, start).replace(/[^\s>]/g, " ");
    const lines = (...all: readonly string[]) => all.join(`\n${before}`);
    const open = tabIn(children[index - 1]) === null ? [blocks.open] : [];
    const close = tabIn(children[index + 1]) === null ? ["</Tabs>"] : [];
    const from = start + at.source.slice(start).search(TAB);
    at.edits.replace(start, start, lines(...open, `<TabItem value="${escapeHtml(label ?? lang)}">`, "", ""));
    at.edits.replace(from, from + (TAB.exec(at.source.slice(start))?.[0].length ?? 0), "");
    at.edits.replace(end, end, lines("", "", "</TabItem>", ...close));
    at.note("changed", node, "converted a tab fence to <TabItem>");
  }
}
