// ```js run keep="all.xlsx data/rows.csv": files that a sample leaves in its folder, for readers to download
import { encodeRoute } from "../shared/route.ts";
import { type FenceMeta, parseFenceMeta } from "./fence-meta.ts";
import type { SourceLine } from "./include.ts";

/** Folder with the kept files of all pages. */
export const KEPT_FOLDER = "content/static/samples";

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

/** Names of the files that a fence keeps. */
export function keptNames({ options }: Pick<FenceMeta, "options">): string[] {
  return (options.get("keep") ?? "").split(/\s+/).filter(Boolean);
}

/** Names of the files that the samples of a page keep. */
export function keptInPage(lines: readonly SourceLine[]): string[] {
  const names = lines.flatMap(({ text }) => {
    const info = /(?:`{3,}|~{3,})(.*\bkeep=.*)/.exec(text)?.[1];
    return info === undefined ? [] : keptNames(parseFenceMeta(info));
  });
  return [...new Set(names)];
}
