// ```js run keep="all.xlsx data/rows.csv": files that a sample leaves in its folder, for readers to download
import { encodeRoute } from "../shared/route.ts";
import { type FenceMeta, parseFenceMeta } from "./fence-meta.ts";
import type { SourceLine } from "./include.ts";

/** Folder with the kept files of all pages. */
export const KEPT_FOLDER = "content/static/samples";

/** Not followed by more: in a long run of these, each of them could begin a match. */
const FENCE = /`{3,}|~{3,}/;

/** A file that a sample keeps, with the slot of its link. */
export interface KeptLink {
  readonly name: string;
  readonly slot: number;
}

/** Path of a file that a sample of a page keeps. */
export function keptPath(page: string, name: string): string {
  return `${KEPT_FOLDER}/${pageFolder(page)}/${name}`;
}

/** Address of that file below the site's base URL, as links write it. */
export function keptAddress(page: string, name: string): string {
  return `/${encodeRoute(`samples/${pageFolder(page)}/${name}`)}`;
}

function pageFolder(page: string): string {
  return page.replace(/^content\//, "").replace(/\.\w+$/, "");
}

/** Names of the files that a fence keeps. Those outside the sample's folder are faults of its words. */
export function keptNames(meta: Pick<FenceMeta, "options">): string[] {
  return namesToKeep(meta).filter(isInFolder);
}

/** The names in `keep`, as written. */
export function namesToKeep({ options }: Pick<FenceMeta, "options">): string[] {
  return (options.get("keep") ?? "").split(/\s+/).filter(Boolean);
}

/** Whether the name of a file leads to a sample's own folder. */
export function isInFolder(name: string): boolean {
  return !/[\\:\0]/.test(name) && name.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** Names of the files that the samples of a page keep. */
export function keptInPage(lines: readonly SourceLine[]): string[] {
  const names = lines.flatMap(({ text }) => {
    const fence = FENCE.exec(text);
    const info = fence === null ? "" : text.slice(fence.index + fence[0].length);
    return info.includes("keep=") ? keptNames(parseFenceMeta(info)) : [];
  });
  return [...new Set(names)];
}
