import { store } from "../../theme/storage.ts";
import { readStoredJson } from "../stored-json.ts";

const STORAGE_KEY = "docgen.search.recent";
const LIMIT = 5;

/** What the reader has searched for in this browser, newest first; nothing where storage is blocked. */
export function readRecent(): readonly string[] {
  const stored = readStoredJson("localStorage", STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((query) => typeof query === "string").slice(0, LIMIT) : [];
}

/** Keeps a query that has led somewhere, in the first place. */
export function keepRecent(query: string): void {
  const kept = query.trim();
  if (kept === "") return;
  const others = readRecent().filter((one) => one.toLowerCase() !== kept.toLowerCase());
  store("localStorage", STORAGE_KEY, JSON.stringify([kept, ...others].slice(0, LIMIT)));
}

/** Forgets all that was kept. */
export function clearRecent(): void {
  store("localStorage", STORAGE_KEY, undefined);
}
