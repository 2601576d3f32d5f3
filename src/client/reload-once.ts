import { readStored, store } from "../theme/storage.ts";

const STORAGE_KEY = "docgen.reloaded";

/**
 * Loads the page again when a part of the client can't be loaded, as after a deploy that has taken
 * the old files away; a second time at the same address it is only told, never done in a loop.
 */
export function reloadOnce(error: unknown): void {
  console.warn(`docgen: a part of this page could not be loaded: ${String(error)}`);
  if (readStored("sessionStorage", STORAGE_KEY) === location.href) return;
  // Without storage a loop could not be noticed.
  if (store("sessionStorage", STORAGE_KEY, location.href)) location.reload();
}

/** Notes that all is well: the next failure may reload again. */
export function reloaded(): void {
  store("sessionStorage", STORAGE_KEY, undefined);
}
