import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Elements that a block of code has at least when it is highlighted: the shortest have eight lines. */
const LEAST_SPANS = 8;

/**
 * What is wrong with an output: pages that are missing, that lack their own word or code that is highlighted.
 * @param mark what the edited page must hold
 * @returns one line, or undefined when all is there
 */
export function faultOf(peer, { output, pages, edited }, mark) {
  if (peer.states !== undefined) return undefined;
  const missing = [];
  const plain = [];
  for (const page of pages) {
    const file = join(output, peer.page(page.id));
    const html = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (!html.includes(page.own)) missing.push(page.id);
    else if (highlightedBlocks(html) < page.fences) plain.push(page.id);
    if (mark !== undefined && page === edited && !html.includes(mark)) return "stale: the edit is missing";
  }
  if (missing.length > 0) return `${missing.length} pages are missing, first ${missing[0]}`;
  if (plain.length > 0) return `${plain.length} pages lack highlighted code, first ${plain[0]}`;
  return undefined;
}

function highlightedBlocks(html) {
  const blocks = html
    .split("<pre")
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf("</pre>")));
  return blocks.filter((block) => block.split("<span").length - 1 >= LEAST_SPANS).length;
}
