import { DEV_ARTICLE_EVENT, DEV_SWAP_EVENT } from "../../shared/constants.ts";
import { enhanceMarkdown } from "../enhance/article.ts";
import type { Shell } from "../hydrate-on-intent.ts";
import type { Swap } from "./show.ts";

/** Says that an article is about to be given its behaviour. */
export function announceArticle(): void {
  document.dispatchEvent(new Event(DEV_ARTICLE_EVENT));
}

/**
 * Takes up pages that were swapped in place as they are being written.
 *
 * @param shell React's hold on the page, where it has one
 * @param signal of the page that is shown
 */
export function followEdits(shell: () => Promise<Shell> | undefined, signal: () => AbortSignal): void {
  document.addEventListener(DEV_SWAP_EVENT, (event) => {
    const { next, fresh } = (event as CustomEvent<Swap>).detail;
    const inArticles = fresh.filter((element) => element.closest(".markdown") !== null);
    enhanceMarkdown(within(inArticles), signal());
    shell()?.then(
      ({ update }) => update?.(next),
      () => undefined,
    );
  });
}

/** Elements as the root of a search in which they are found themselves. */
function within(elements: readonly Element[]): ParentNode {
  const all = (selector: string) =>
    elements.flatMap((element) => [
      ...(element.matches(selector) ? [element] : []),
      ...element.querySelectorAll(selector),
    ]);
  const root = { querySelectorAll: all, querySelector: (selector: string) => all(selector)[0] ?? null };
  // Those who enhance an article ask nothing else of it.
  return root as unknown as ParentNode;
}
