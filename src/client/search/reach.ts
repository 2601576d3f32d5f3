/** What opens the search. */
export const SEARCH_BUTTON = ".search-button";

/** Runs something each time that the reader reaches for the search, and at once where that has happened. @param signal ends it */
export function onSearchReach(run: () => void, signal: AbortSignal): void {
  const onReach = ({ target }: Event) => {
    if (target instanceof Element && target.closest(SEARCH_BUTTON) !== null) run();
  };
  addEventListener("pointerover", onReach, { signal });
  addEventListener("focusin", onReach, { signal });
  if (document.querySelector(`${SEARCH_BUTTON}:is(:hover, :focus), dialog.search-panel`) !== null) run();
}
