import { readStoredJson, writeStored } from "../../theme/storage.ts";
import { ownKey } from "../site-tag.ts";

const STORAGE_KEY = ownKey("docgen.search.recent");
const LIMIT = 5;

/** Recent searches of this browser, newest first; empty if storage is blocked. */
export function readRecent(): readonly string[] {
  const stored = readStoredJson("localStorage", STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((query) => typeof query === "string").slice(0, LIMIT) : [];
}

/** Adds a query that had results, as the newest. */
export function keepRecent(query: string): void {
  const kept = query.trim();
  if (kept === "") return;
  const others = readRecent().filter((query) => query.toLowerCase() !== kept.toLowerCase());
  writeStored("localStorage", STORAGE_KEY, JSON.stringify([kept, ...others].slice(0, LIMIT)));
}

/** Deletes all recent searches. */
export function clearRecent(): void {
  writeStored("localStorage", STORAGE_KEY, undefined);
}
