const STORAGE_KEY = "docgen.search.recent";
const LIMIT = 5;

/** What the reader has searched for in this browser, newest first; nothing where storage is blocked. */
export function readRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((query) => typeof query === "string").slice(0, LIMIT);
  } catch {
    // Blocked, or not ours.
    return [];
  }
}

/** Keeps a query that has led somewhere, in the first place. */
export function keepRecent(query: string): void {
  const kept = query.trim();
  if (kept === "") return;
  try {
    const others = readRecent().filter((one) => one.toLowerCase() !== kept.toLowerCase());
    localStorage.setItem(STORAGE_KEY, JSON.stringify([kept, ...others].slice(0, LIMIT)));
  } catch {
    // Blocked or full: nothing is kept.
  }
}

/** Forgets all that was kept. */
export function clearRecent(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Blocked: nothing was kept.
  }
}
