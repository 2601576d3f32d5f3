import { DOCS_VERSION_KEY_PREFIX } from "../shared/constants.ts";
import { DOCS_VERSIONS_ID } from "../theme/ids.ts";
import type { DocsVersionsData } from "../theme/types.ts";

/** The versions of the docs as the page lists them; none where there is no choice. */
export function docsVersions(): DocsVersionsData {
  const block = document.getElementById(DOCS_VERSIONS_ID)?.textContent;
  return block === undefined || block === null ? [] : (JSON.parse(block) as DocsVersionsData);
}

/** The version of a set of docs that the reader chose last; one that no longer exists is forgotten. */
export function preferredVersion({ plugin, versions }: DocsVersionsData[number]): string | undefined {
  const key = DOCS_VERSION_KEY_PREFIX + plugin;
  try {
    const stored = localStorage.getItem(key) ?? undefined;
    if (stored === undefined || versions.some(([name]) => name === stored)) return stored;
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing is preferred.
  }
  return undefined;
}

/** Keeps the reader's choice. */
export function storePreferredVersion(plugin: string, name: string): void {
  try {
    localStorage.setItem(DOCS_VERSION_KEY_PREFIX + plugin, name);
  } catch {
    // Storage is blocked or full: the choice is where the reader goes now.
  }
}
