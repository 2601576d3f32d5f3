const STORAGE_KEY = "docgen.reloaded";

/**
 * Loads the page again when a part of the client can't be loaded, as after a deploy that has taken
 * the old files away; a second time at the same address it is only told, never done in a loop.
 */
export function reloadOnce(error: unknown): void {
  console.warn(`docgen: a part of this page could not be loaded: ${String(error)}`);
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === location.href) return;
    sessionStorage.setItem(STORAGE_KEY, location.href);
  } catch {
    // Without storage a loop could not be noticed.
    return;
  }
  location.reload();
}

/** Notes that all is well: the next failure may reload again. */
export function reloaded(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was noted.
  }
}
