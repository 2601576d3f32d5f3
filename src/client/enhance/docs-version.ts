import { DOCS_VERSIONS_ID } from "../../theme/element-ids.ts";
import { readStored, writeStored } from "../../theme/storage.ts";
import type { DocsVersionsData } from "../../theme/theme-types.ts";
import { targetIn } from "../dom.ts";
import { ownKey } from "../page.ts";

/** Local storage key of the preferred version of a set of docs. */
const keyOf = (plugin: string) => ownKey(`docs-preferred-version-${plugin}`);

/** Stores the version of the docs chosen from a menu or a banner. Call once. */
export function keepDocsVersion(): void {
  addEventListener("click", (event) => {
    const { docsVersion = "" } = targetIn(event, "[data-docs-version]")?.dataset ?? {};
    const [, plugin, name] = /^(.*):(.*)$/.exec(docsVersion) ?? [];
    if (plugin !== undefined && name !== undefined) writeStored("localStorage", keyOf(plugin), name);
  });
}

/**
 * Sets the navbar's version links to the page's version of the docs; outside the docs to the preferred version. Call it
 * for each new page: React doesn't track these changes.
 */
export function showDocsVersions(): void {
  for (const docs of docsVersions()) {
    const preferred = preferredVersion(docs) ?? docs.last;
    for (const element of document.querySelectorAll<HTMLElement>("[data-preferred-version]")) {
      const { preferredVersion: plugin, preferredParts = "", ownVersion = preferred } = element.dataset;
      const [, label, url] = docs.versions.find(([name]) => name === ownVersion) ?? [];
      if (plugin !== docs.plugin || label === undefined || url === undefined) continue;
      if (preferredParts.includes("label")) element.textContent = label;
      if (preferredParts.includes("url")) element.setAttribute("href", url);
    }
  }
}

/** Tags of the search indexes for a page: outside the docs those of the preferred versions. */
export function preferredSearchTags(tags: readonly string[]): string[] {
  const replaced = new Map(
    docsVersions().flatMap((docs): [string, string][] => {
      const isOwn = document.querySelector<HTMLElement>("[data-docs]")?.dataset.docs === docs.plugin;
      const preferred = isOwn ? undefined : preferredVersion(docs);
      return preferred === undefined ? [] : [[`docs-${docs.plugin}-${docs.last}`, `docs-${docs.plugin}-${preferred}`]];
    }),
  );
  return tags.map((tag) => replaced.get(tag) ?? tag);
}

/** The versions of each set of docs, from the page's data; empty if there is no choice. */
function docsVersions(): DocsVersionsData {
  const block = document.getElementById(DOCS_VERSIONS_ID)?.textContent;
  return block === undefined || block === null ? [] : (JSON.parse(block) as DocsVersionsData);
}

/** The version of a set of docs chosen last; undefined if it no longer exists. */
function preferredVersion({ plugin, versions }: DocsVersionsData[number]): string | undefined {
  const key = keyOf(plugin);
  const stored = readStored("localStorage", key);
  if (stored === undefined || versions.some(([name]) => name === stored)) return stored;
  writeStored("localStorage", key, undefined);
  return undefined;
}
