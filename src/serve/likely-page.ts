import { stripPrefixes } from "../content/routes.ts";
import type { FoundFile } from "../content/walk.ts";

/**
 * The file that a page is most likely made of, before the site is laid out: the one whose path ends as the
 * address does, in most of its parts.
 *
 * @param address path of the server
 * @returns undefined where no file's path ends so
 */
export function likelyPage(files: readonly FoundFile[], address: string): FoundFile | undefined {
  const asked = partsOf(address);
  const name = asked.at(-1) ?? "";
  const sameAs = ({ path }: FoundFile) =>
    path.includes(name) && MARKDOWN.test(path) ? sameAtEnd(partsOf(path), asked) : 0;
  let likely: FoundFile | undefined;
  let most = 0;
  for (const file of name === "" ? [] : files) {
    const same = sameAs(file);
    if (same <= most) continue;
    likely = file;
    most = same;
  }
  return likely;
}

const MARKDOWN = /\.mdx?$/;

/** Parts of an address or a path, but for what the address of a page leaves out. */
function partsOf(path: string): string[] {
  return stripPrefixes(path.replace(/\.(?:mdx?|html)$/, "").replace(/\/(?:index|readme)?$/i, "")).split("/");
}

function sameAtEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}
