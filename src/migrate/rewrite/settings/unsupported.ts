import type { Mapping } from "../../../content/data-file.ts";
import { wordSet } from "../../../shared/text.ts";
import type { NoteSetting } from "../../job.ts";

/**
 * Adds a note for each setting of a part that is neither read nor needless.
 *
 * @param supported names of those that are, separated by spaces
 */
export function noteUnsupported(part: Mapping, name: string, supported: string, note: NoteSetting): void {
  const names = wordSet(supported);
  for (const key of Object.keys(part).filter((key) => part[key] !== undefined && !names.has(key)))
    note(
      LOOKS.has(key) ? "changed" : "hand",
      name === "" ? key : `${name}.${key}`,
      `is removed: ${/(?:Layout|Item|List|Page|Post)Component$/.test(key) ? "replace parts of docgen's theme (templates/) instead" : "docgen has no equivalent"}`,
    );
}

/** Settings of how Docusaurus' own theme looks or counts, for which nothing has to be done. */
const LOOKS = wordSet(
  "sidebarCollapsed sidebarCollapsible hideable autoCollapseCategories dropdownActiveClassDisabled style id readingTime showLastUpdateTime showLastUpdateAuthor titleDelimiter remarkRehypeOptions",
);

/** Leaves out settings that have their default value. @param defaults values by name */
export function withoutDefaults(part: Mapping, defaults: Mapping): Mapping {
  const entries = Object.entries(part).filter(
    ([key, value]) => !Object.hasOwn(defaults, key) || JSON.stringify(value) !== JSON.stringify(defaults[key]),
  );
  return Object.fromEntries(entries);
}
