import { readStored, writeStored } from "../theme/storage.ts";

const STORAGE_KEY = "docgen.reloaded";

/**
 * Reloads the page when a part of the client can't be loaded, as after a deploy that removed old files; another failure
 * at the same address is only logged, to avoid a loop. Offline the reader keeps the page.
 */
export function reloadOnce(error: unknown): void {
  console.warn(`docgen: a part of this page could not be loaded: ${String(error)}`);
  if (!navigator.onLine || readStored("sessionStorage", STORAGE_KEY) === location.href) return;
  // Without storage a loop couldn't be detected.
  if (writeStored("sessionStorage", STORAGE_KEY, location.href)) location.reload();
}

/** Called on success: the next failure may reload again. */
export function clearReloadMark(): void {
  writeStored("sessionStorage", STORAGE_KEY, undefined);
}
