import type { PutPart } from "../output/types.ts";
import { renderFullPage } from "../render/llms.ts";

/** A page of the file that holds all of them. */
export interface FullTextPage {
  readonly url: string;
  /** Its Markdown copy. */
  readonly read: () => Promise<string>;
  /** Bytes of the copy as the last build wrote it. */
  readonly lastBytes: number | undefined;
  /** The copy is what it was then. */
  readonly isKept: boolean;
}

/** What ends the file. */
const END = "\n";

/**
 * Writes the file that holds all pages. Of the last build's file the parts that are as they were are
 * copied: of thousands of pages one is read, the edited one.
 *
 * @param last the file of the last build, if it has the same head and the same pages in the same order
 */
export async function writeFullText(
  head: string,
  pages: readonly FullTextPage[],
  last: Buffer | undefined,
  put: PutPart,
): Promise<void> {
  const places = last === undefined ? undefined : placesOf(head, pages, last);
  put(head);
  for (let at = 0; at < pages.length; at++) {
    const page = pages[at] as FullTextPage;
    if (places === undefined || !page.isKept) {
      put(renderFullPage({ url: page.url, markdown: await page.read() }));
      continue;
    }
    const first = at;
    while (pages[at + 1]?.isKept === true) at++;
    put((last as Buffer).subarray(places[first], places[at + 1]));
  }
  put(END);
}

/**
 * Where each page begins in the last build's file, and where the last one ends: a page is its address
 * and its copy without the line break that ends it. Undefined where the file is not made so.
 */
function placesOf(head: string, pages: readonly FullTextPage[], last: Buffer): number[] | undefined {
  const places = [Buffer.byteLength(head)];
  for (const { url, lastBytes } of pages) {
    if (lastBytes === undefined) return undefined;
    places.push(
      (places.at(-1) ?? 0) + Buffer.byteLength(renderFullPage({ url, markdown: "" })) + lastBytes - END.length,
    );
  }
  return (places.at(-1) ?? 0) + END.length === last.length ? places : undefined;
}
