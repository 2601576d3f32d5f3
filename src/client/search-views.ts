import { SEARCH_VIEWS_EVENT, VIEW_EVENTS_BATCH, VIEW_EVENTS_DEBOUNCE_MS } from "../shared/constants.ts";

/**
 * Tells of search results that were shown, for analytics where it is configured: gathered until
 * nothing new was shown for a while, in groups of a fixed size.
 */
export function createSearchViews(): (routes: readonly string[]) => void {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    while (waiting.length > 0) {
      const detail = waiting.splice(0, VIEW_EVENTS_BATCH);
      document.dispatchEvent(new CustomEvent(SEARCH_VIEWS_EVENT, { detail }));
    }
  };
  return (routes) => {
    waiting = [...new Set([...waiting, ...routes])];
    clearTimeout(timer);
    timer = setTimeout(send, VIEW_EVENTS_DEBOUNCE_MS);
  };
}
