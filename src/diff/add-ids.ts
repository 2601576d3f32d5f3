import { type FixedFile, fixFile } from "../shared/fixed-file.ts";
import { groupBy } from "../shared/group-by.ts";
import type { LostAnchor } from "./diff-types.ts";

const ATX_HEADING = /^[\s>*+\d.):-]*#{1,6}\s/;
const UNDERLINE = /^[\s>]*(?:=+|-+)\s*$/;
const WRITTEN_IDS = /\{#[^{}]+(?=\}\s*(?:#+\s*)?$)/;
/** The end of a heading, where ids belong before it. */
const HEADING_END = /(?:\s+#+)?\s*$/;

/** Adds old ids to renamed headings that something in the site links to, or did. @returns the rewritten files */
export async function addFormerIds(root: string, anchors: readonly LostAnchor[]): Promise<FixedFile[]> {
  const wanted = anchors.flatMap(({ id, renamed, linkedFrom }) => {
    return renamed === undefined || linkedFrom.length === 0 || /[\s{}]/.test(id) ? [] : [{ old: id, ...renamed }];
  });
  const files: FixedFile[] = [];
  for (const [path, inFile] of groupBy(wanted, (heading) => heading.path)) {
    files.push(...(await fixFile(root, path, (source) => withIds(source, inFile))));
  }
  return files;
}

/** A text with further ids of its headings. @param renamed with their current ids, and the old ones to add */
function withIds(
  source: string,
  renamed: readonly { readonly line: number; readonly id: string; readonly old: string }[],
) {
  const lines = source.split("\n");
  for (const [line, headings] of groupBy(renamed, (heading) => heading.line)) {
    const [text = "", next = ""] = lines.slice(line - 1, line + 1);
    if (!ATX_HEADING.test(text) && !UNDERLINE.test(next)) continue;
    const former = headings.map(({ old }) => `#${old}`).join(" ");
    lines[line - 1] = WRITTEN_IDS.test(text)
      ? text.replace(WRITTEN_IDS, (ids) => `${ids} ${former}`)
      : text.replace(HEADING_END, (end) => ` {#${headings[0]?.id} ${former}}${end}`);
  }
  return lines.join("\n");
}
