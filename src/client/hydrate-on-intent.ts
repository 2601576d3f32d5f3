import { reloaded, reloadOnce } from "./reload-once.ts";
import { closeStandIn, isSearchShortcut, openStandIn, SEARCH_BUTTON } from "./search/open.ts";
import { whenIdle } from "./timing.ts";

/** Controls that React gives life to; links, native controls and those that a script serves work without it. */
const CONTROLS = "#docgen button:not([popovertarget], [data-native]):not(.markdown *)";

/** React's hold on the page. */
export interface Shell {
  /** Loads what a fetched page needs. @returns shows it */
  readonly prepare: (next: Document) => Promise<() => void>;
  /** While pages are being written: takes up what a page says of itself, its article left as it is. */
  readonly update: (next: Document) => void;
}

/**
 * Loads the React client when the reader first reaches for one of its controls, so that a reader
 * who only reads never pays for it; at once where a page is interactive as a whole. Clicks and
 * changes that come before it is ready are kept and given to it afterwards; the search opens at once,
 * and what is typed is handed over. What could not be loaded is tried again at the next reach.
 *
 * @param load fetches and runs the client; resolved when the page is hydrated
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
      closeStandIn();
      // A new deploy may have taken the client's files away.
      return reloadOnce(error);
    }
    reloaded();
    waiting.abort();
    for (const replay of kept) replay();
  };
  const keep = (event: Event, replay: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(replay);
    void start();
  };
  const openSearch = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    openStandIn();
    void start();
  };
  const onReach = (event: Event) => {
    if (controlOf(event) !== undefined) void start();
  };
  const onClick = (event: Event) => {
    const control = controlOf(event);
    if (control?.matches(SEARCH_BUTTON) === true) openSearch(event);
    else if (control !== undefined) keep(event, () => control.isConnected && control.click());
  };
  const onKey = (event: KeyboardEvent) => {
    if (isSearchShortcut(event)) openSearch(event);
  };
  const onChange = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest("#docgen [data-interactive]") === null) return;
    keep(event, () => target.dispatchEvent(new Event(event.type, { bubbles: true })));
  };
  const options = { capture: true, signal: waiting.signal };
  addEventListener("pointerover", onReach, options);
  addEventListener("focusin", onReach, options);
  addEventListener("click", onClick, options);
  addEventListener("keydown", onKey, options);
  addEventListener("change", onChange, options);
  /** Hydrates a page that is interactive as a whole when the browser is idle. */
  const considerPage = () => {
    if (document.querySelector("#docgen [data-interactive]") !== null) whenIdle(start);
  };
  considerPage();
  return {
    /** The shell, loaded or on its way; undefined before the reader reaches for a control, and after a failure. */
    shell: () => shell,
    considerPage,
  };
}

function controlOf(event: Event): HTMLElement | undefined {
  return event.target instanceof Element ? (event.target.closest<HTMLElement>(CONTROLS) ?? undefined) : undefined;
}
