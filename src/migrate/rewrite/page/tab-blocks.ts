import type { Nodes } from "mdast";
import { escapeHtml } from "../../../shared/text.ts";
import type { ContentSet } from "../../job.ts";
import { record, texts, unknowns } from "../../read/config-values.ts";
import { childrenOf, rangeOf } from "./nodes.ts";
import type { Rewriting, TabBlocks } from "./rewriting.ts";

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
    at.note("changed", node, "wrote a fence with tab as <TabItem>");
  }
}
