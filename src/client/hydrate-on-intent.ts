/** Controls that React gives life to; links, native controls and those that a script serves work without it. */
const CONTROLS = "#docgen button:not([popovertarget], [data-native]):not(.markdown *)";

/**
 * Loads the React client when the reader first reaches for one of its controls, so that a reader
 * who only reads never pays for it; at once where a page is interactive as a whole. Clicks and
 * shortcuts that come before it is ready are kept and given to it afterwards.
 *
 * @param load fetches and runs the client; `ready` is resolved when the page is hydrated
 */
export function hydrateOnIntent(load: () => Promise<{ readonly ready: Promise<void> }>): void {
  const kept: (() => void)[] = [];
  let started = false;

  const start = async () => {
    if (started) return;
    started = true;
    try {
      await (await load()).ready;
    } finally {
      stop();
    }
    for (const replay of kept) replay();
  };
  const keep = (event: Event, replay: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(replay);
    void start();
  };
  const onReach = (event: Event) => {
    if (controlOf(event) !== undefined) void start();
  };
  const onClick = (event: Event) => {
    const control = controlOf(event);
    if (control !== undefined) keep(event, () => control.isConnected && control.click());
  };
  const onKey = (event: KeyboardEvent) => {
    if (isSearchShortcut(event)) keep(event, () => document.dispatchEvent(new KeyboardEvent("keydown", event)));
  };
  const listeners: readonly (readonly [string, (event: never) => void])[] = [
    ["pointerover", onReach],
    ["focusin", onReach],
    ["click", onClick],
    ["keydown", onKey],
  ];
  const stop = () => {
    for (const [type, listener] of listeners) removeEventListener(type, listener as EventListener, true);
  };
  for (const [type, listener] of listeners) addEventListener(type, listener as EventListener, true);
  if (document.querySelector("#docgen [data-interactive]") !== null) whenIdle(start);
}

/** `/` outside a text field, and Ctrl or Cmd with K anywhere, open the search. */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === "k") return event.ctrlKey || event.metaKey;
  const isTyping =
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
  return event.key === "/" && !isTyping;
}

function controlOf(event: Event): HTMLElement | undefined {
  return event.target instanceof Element ? (event.target.closest<HTMLElement>(CONTROLS) ?? undefined) : undefined;
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run);
  else setTimeout(run, 1);
}
