import { isMapping, type Mapping } from "../../content/data-file.ts";
import type { FileNote, Job } from "../job.ts";
import { list, record } from "../read/config-values.ts";
import { mapEntries } from "../read/read-sidebars.ts";

/** Matches what a build says of an item of a sidebar or of the navbar whose doc isn't there. */
const MISSING = /(docs\[(\d+)\]\.[^:]*\bsidebars\b|navbar\.items\b)[^:]*: no doc "([^"]+)"(.*)$/;

const REMEDY = "create it, or run the script that generates it, then migrate again";

/**
 * Leaves out items for docs that aren't there, and reports them: docs that a script generates often aren't in the
 * repository, and Docusaurus, too, builds no site without them.
 *
 * @param errors of the trial build
 * @returns the configuration without them; the same if all docs are there
 */
export function withoutMissingDocs(config: Mapping, errors: readonly FileNote[], job: Job): Mapping {
  const bySet = new Map<number, Set<string>>();
  const ofNavbar = new Set<string>();
  for (const { message } of errors) {
    const [, , set, id = "", hint = ""] = MISSING.exec(message) ?? [];
    if (id === "") continue;
    const ids = set === undefined ? ofNavbar : (bySet.get(Number(set)) ?? new Set());
    if (set !== undefined) bySet.set(Number(set), ids);
    const place = set === undefined ? "navbar" : "sidebars";
    const what = `the item of the doc "${id}" is removed: there is no such doc`;
    if (!ids.has(id)) job.noteFile(job.configFile, "hand", `${place}: ${what}${hint}; ${REMEDY}`);
    ids.add(id);
  }
  if (bySet.size === 0 && ofNavbar.size === 0) return config;
  const { docs, navbar } = config;
  const items = list(record(navbar).items).filter(({ docId }) => !ofNavbar.has(String(docId)));
  return {
    ...config,
    docs: list(docs).map((set, index) => withoutIds(set, bySet.get(index) ?? new Set())),
    ...(isMapping(navbar) ? { navbar: { ...navbar, items } } : {}),
  };
}

/** A set of docs whose sidebars, also those of its versions, have no items for some docs. */
function withoutIds(set: Mapping, ids: ReadonlySet<string>): Mapping {
  if (ids.size === 0) return set;
  const ofAll = (sidebars: unknown): Mapping | undefined =>
    isMapping(sidebars)
      ? Object.fromEntries(Object.entries(sidebars).map(([name, items]) => [name, withoutDocs(items, ids)]))
      : undefined;
  const versions = Object.entries(record(set.versions)).map(([name, options]) => {
    return [name, { ...record(options), sidebars: ofAll(record(options).sidebars) }];
  });
  return {
    ...set,
    sidebars: ofAll(set.sidebars),
    ...(set.versions === undefined ? {} : { versions: Object.fromEntries(versions) }),
  };
}

/** Entries of a sidebar without those of some docs, and without categories that are empty then. */
function withoutDocs(entries: unknown, ids: ReadonlySet<string>): unknown {
  return mapEntries(entries, (entry) => {
    if (!isMapping(entry)) return ids.has(String(entry)) ? [] : [entry];
    const { type, id, link, ...rest } = entry;
    if (type === undefined) return Object.keys(entry).length === 0 ? [] : [entry];
    if (type !== "category") return (type === "doc" || type === "ref") && ids.has(String(id)) ? [] : [entry];
    const isLinked = link !== undefined && !(record(link).type === "doc" && ids.has(String(record(link).id)));
    if (isLinked) return [entry];
    return Object.keys(Object(rest.items)).length === 0 ? [] : [{ type, ...rest }];
  });
}
