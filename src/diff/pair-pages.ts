import type { Tree, TreePage } from "./diff-types.ts";
import { commonWords } from "./word-diff.ts";

/** Share of words that pages with the same title must have in common to be the same page. */
const MIN_SAME = 0.5;

/** A page of the old site with what it is in the new one. */
export interface PagePair {
  readonly before: TreePage;
  readonly after: TreePage;
}

/** The pages of two sites, by what has become of them. */
export interface PairedPages {
  /** At the same address. */
  readonly kept: readonly PagePair[];
  readonly moved: readonly (PagePair & { readonly isRedirected: boolean })[];
  readonly removed: readonly TreePage[];
  readonly added: readonly TreePage[];
}

/**
 * Pairs the pages of two sites. A page has moved if its source has another address, if its old address redirects to a
 * new page, or if a new page has its title and most of its words.
 */
export async function pairPages(before: Tree, after: Tree): Promise<PairedPages> {
  const byAddress = new Map(after.pages.map((page) => [page.address, page]));
  const isOld = new Set(before.pages.map(({ address }) => address));
  const fresh = new Map(after.pages.flatMap((page) => (isOld.has(page.address) ? [] : [[page.address, page]])));
  const kept: PagePair[] = [];
  const moved: PairedPages["moved"][number][] = [];
  const removed: TreePage[] = [];
  const gone = before.pages.filter((page) => {
    const same = byAddress.get(page.address);
    if (same !== undefined) kept.push({ before: page, after: same });
    return same === undefined;
  });
  for (const page of gone) {
    const target = after.follow(page.address, page.locale);
    const others = [...fresh.values()].filter(({ locale }) => locale === page.locale);
    const now =
      others.find(({ path, isCopy }) => !isCopy && path === page.path) ??
      fresh.get(target ?? "") ??
      (await firstSame(page, others));
    if (now === undefined) removed.push(page);
    else {
      fresh.delete(now.address);
      moved.push({ before: page, after: now, isRedirected: target !== undefined });
    }
  }
  return { kept, moved, removed, added: [...fresh.values()] };
}

/** The first page with the same title and mostly the same words. */
async function firstSame(page: TreePage, others: readonly TreePage[]): Promise<TreePage | undefined> {
  const { document } = await page.read();
  for (const other of others) {
    if (document === undefined || other.title !== page.title) continue;
    const { document: text } = await other.read();
    if (text !== undefined && commonWords(document.copy, text.copy) >= MIN_SAME) return other;
  }
  return undefined;
}
