import type { Code, Nodes } from "mdast";
import { escapeHtml } from "../../../shared/text.ts";
import type { ContentSet } from "../../job.ts";
import { record, unknowns } from "../../read/config-values.ts";
import { childrenOf, rangeOf } from "./nodes.ts";
import type { Rewriting } from "./rewriting.ts";

/** What remark-plugin-tab-blocks is told: labels of tabs by language, and the name of the group. */
export interface TabBlocks {
  readonly labels: ReadonlyMap<string, string>;
  readonly group: string | undefined;
}

export const TAB_BLOCKS = /remark-plugin-tab-blocks/;

/** The options of the plugin that makes tabs of fences; undefined if a site doesn't have it. */
export function tabBlocks(sets: readonly ContentSet[]): TabBlocks | undefined {
  for (const entry of sets.flatMap(({ options }) => unknowns(options.remarkPlugins))) {
    const [plugin, options] = Array.isArray(entry) ? unknowns(entry) : [entry];
    if (!TAB_BLOCKS.test(String(record(plugin).$package ?? plugin))) continue;
    const { groupId = "code-examples", labels, sync } = record(options);
    const own = unknowns(labels).map((pair) => unknowns(pair).map(String) as [string, string]);
    const group = sync === false ? undefined : String(groupId);
    return { labels: new Map([["js", "JavaScript"], ["ts", "TypeScript"], ...own]), group };
  }
  return undefined;
}

/** Matches the word that makes a tab of a fence, with its options. */
const TAB = /\s+tab(?:=(\{[^}]*\}|"[^"]*"|'[^']*'))?(?=\s|$)/;

/** Writes `<Tabs>` around fences that follow each other and are marked with `tab`. */
export function writeTabBlocks(parent: Nodes, { labels, group }: TabBlocks, at: Rewriting): void {
  const children = childrenOf(parent);
  for (const child of children) writeTabBlocks(child, { labels, group }, at);
  for (let index = 0; index < children.length; index++) {
    const first = index;
    const tabs: { readonly from: Code; to: Code; readonly label: string }[] = [];
    for (let next = children[index]; next?.type === "code"; next = children[index]) {
      const [whole, value = ""] = TAB.exec(` ${next.meta ?? ""}`) ?? [];
      if (whole === undefined) break;
      const span = Number(/"span":\s*(\d+)/.exec(value)?.[1] ?? 1);
      const label = /"label":\s*"([^"]*)"/.exec(value)?.[1] ?? (value.startsWith("{") ? undefined : value.slice(1, -1));
      const last = children[index + span - 1];
      tabs.push({
        from: next,
        to: last?.type === "code" ? last : next,
        label: label || (labels.get(next.lang ?? "") ?? next.lang ?? "text"),
      });
      index += span;
    }
    if (index === first) continue;
    index -= 1;
    for (const [place, { from, to, label }] of tabs.entries()) {
      const [start] = rangeOf(from);
      const [, end] = rangeOf(to);
      const before = at.source.slice(at.source.lastIndexOf("\n", start - 1) + 1, start).replace(/[^\s>]/g, " ");
      const lines = (...texts: string[]) => texts.join(`\n${before}`);
      const open = place === 0 ? [`<Tabs${group === undefined ? "" : ` groupId="${escapeHtml(group)}"`}>`] : [];
      const close = place === tabs.length - 1 ? ["</Tabs>"] : [];
      const info = start + (/^.*/.exec(at.source.slice(start))?.[0].search(TAB) ?? 0);
      at.edits.replace(start, start, lines(...open, `<TabItem value="${escapeHtml(label)}">`, "", ""));
      at.edits.replace(info, info + (TAB.exec(at.source.slice(info))?.[0].length ?? 0), "");
      at.edits.replace(end, end, lines("", "", "</TabItem>", ...close));
    }
    at.note("changed", children[first] ?? parent, "wrote fences with tab as <Tabs>");
  }
}
