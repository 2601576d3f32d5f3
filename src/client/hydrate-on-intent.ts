import { hasModifier, targetIn } from "./dom.ts";
import { clearReloadMark, reloadOnce } from "./reload-once.ts";
import { closePlaceholder, isSearchShortcut, openPlaceholder, SEARCH_BUTTON } from "./search/placeholder.ts";
import { whenIdle } from "./timing.ts";

/** Controls that need React, unlike links, native controls and those with a script of their own. */
const CONTROLS = `#docgen :is(button, ${SEARCH_BUTTON}):not([popovertarget], [data-native]):not(.markdown *)`;

/** Parts of pages that React makes interactive as a whole. */
const INTERACTIVE = "#docgen [data-interactive]";

/** The hydrated page. */
export interface Shell {
  /** Loads what a fetched page needs. @returns a function that shows it */
  readonly prepare: (next: Document) => Promise<() => void>;
  /** Dev mode: updates the page's data, without its article. */
  readonly update: (next: Document) => void;
}

/**
 * Hydrates the page when the reader first interacts with a control that needs React, so that reading alone never loads
 * it; when idle for pages that are interactive as a whole (`data-interactive`), unless they can wait until a pointer, the
 * focus or a dragged file reaches them (`data-interactive="reach"`). Earlier clicks, changes and drops are queued and
 * replayed; the search opens at once, and its input is handed over. A failed load is retried at the next interaction.
 *
 * @param load fetches and runs the client; resolves when the page is hydrated
 */
export function hydrateOnIntent(load: () => Promise<Shell>) {
  const waiting = new AbortController();
  let kept: (() => void)[] = [];
  let shell: Promise<Shell> | undefined;

  const start = async () => {
    if (shell !== undefined) return;
    shell = load();
    try {
      await shell;
    } catch (error) {
      shell = undefined;
      kept = [];
      closePlaceholder();
      // A new deploy may have removed the client's files.
      return reloadOnce(error);
    }
    clearReloadMark();
    waiting.abort();
    for (const replay of kept) replay();
  };
  const take = (event: Event, act: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
    void start();
  };
  const onReach = (event: Event) => {
    if (targetIn(event, `${CONTROLS}, ${INTERACTIVE}`) !== null) void start();
  };
  const onClick = (event: MouseEvent) => {
    const control = targetIn(event, CONTROLS);
    // Left to the browser: the button is a link.
    if (hasModifier(event)) return;
    if (control?.matches(SEARCH_BUTTON) === true) take(event, openPlaceholder);
    else if (control !== null) take(event, () => kept.push(() => control.isConnected && control.click()));
  };
  const onKey = (event: KeyboardEvent) => {
    if (isSearchShortcut(event)) take(event, openPlaceholder);
  };
  const onChange = (event: Event) => {
    const { target } = event;
    if (targetIn(event, INTERACTIVE) === null) return;
    take(event, () => kept.push(() => target?.dispatchEvent(new Event(event.type, { bubbles: true }))));
  };
  const onDrag = (event: DragEvent) => {
    const { target, type, dataTransfer } = event;
    if (targetIn(event, INTERACTIVE) === null) return;
    // The event's own data is gone when it is replayed.
    const copy = new DataTransfer();
    for (const file of dataTransfer?.files ?? []) copy.items.add(file);
    const again = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: copy });
    take(event, () => type === "drop" && kept.push(() => target?.dispatchEvent(again)));
  };
  const options = { capture: true, signal: waiting.signal };
  addEventListener("pointerover", onReach, options);
  addEventListener("focusin", onReach, options);
  addEventListener("click", onClick, options);
  addEventListener("keydown", onKey, options);
  addEventListener("change", onChange, options);
  addEventListener("dragover", onDrag, options);
  addEventListener("drop", onDrag, options);
  const considerPage = () => {
    if (document.querySelector(`${INTERACTIVE}:not([data-interactive="reach"])`) !== null) whenIdle(start);
  };
  considerPage();
  return {
    /** Promise of the hydrated page; undefined before the first interaction, and after a failure. */
    shell: () => shell,
    considerPage,
  };
}
