import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changedLines, type FixedFile } from "../shared/fixed-file.ts";
import { groupBy } from "../shared/group-by.ts";
import type { LostAnchor } from "./diff-types.ts";

const ATX_HEADING = /^[\s>*+\d.):-]*#{1,6}\s/;
const UNDERLINE = /^[\s>]*(?:=+|-+)\s*$/;
const WRITTEN_IDS = /\{#[^{}]+(?=\}\s*(?:#+\s*)?$)/;
/** The end of a heading, where ids belong before it. */
const HEADING_END = /(?:\s+#+)?\s*$/;

/**
 * Adds old ids to headings that were renamed and that something in the site, as it is or as it was, links to.
 *
 * @returns the rewritten files
 */
export async function addFormerIds(root: string, anchors: readonly LostAnchor[]): Promise<FixedFile[]> {
  const wanted = anchors.flatMap(({ id, renamed, linkedFrom }) => {
    return renamed === undefined || linkedFrom.length === 0 || /[\s{}]/.test(id) ? [] : [{ old: id, ...renamed }];
  });
  const files: FixedFile[] = [];
  for (const [path, inFile] of groupBy(wanted, (heading) => heading.path)) {
    // Texts made from data have no file.
    const source = await readFile(join(root, path), "utf8").catch(() => "");
    const lines = source.split("\n");
    for (const [line, headings] of groupBy(inFile, (heading) => heading.line)) {
      const [text = "", next = ""] = lines.slice(line - 1, line + 1);
      if (!ATX_HEADING.test(text) && !UNDERLINE.test(next)) continue;
      const former = headings.map(({ old }) => `#${old}`).join(" ");
      lines[line - 1] = WRITTEN_IDS.test(text)
        ? text.replace(WRITTEN_IDS, (ids) => `${ids} ${former}`)
        : text.replace(HEADING_END, (end) => ` {#${headings[0]?.id} ${former}}${end}`);
    }
    const fixed = lines.join("\n");
    if (fixed === source) continue;
    await writeFile(join(root, path), fixed);
    files.push({ path, lines: changedLines(source, fixed) });
  }
  return files;
}
