import { isMapping, type Mapping } from "../../content/data-file.ts";
import type { FileNote, Job } from "../job.ts";
import { list, record, unknowns } from "../read/config-values.ts";

/** Matches what a build says of an item of a sidebar or of the navbar whose doc isn't there. */
const MISSING = /(docs\[(\d+)\]\.[^:]*\bsidebars\b|navbar\.items\b)[^:]*: no doc "([^"]+)"(.*)$/;

const REMEDY = "create it, or run the script that generates it, then migrate again";

/**
 * Leaves out items for docs that aren't there, and reports them: docs that a script generates often aren't in the
 * repository, and Docusaurus, too, builds no site without them.
 *
 * @param errors of the trial build
 * @returns the configuration without them; undefined if all docs are there
 */
export function withoutMissingDocs(config: Mapping, errors: readonly FileNote[], job: Job): Mapping | undefined {
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
  if (bySet.size === 0 && ofNavbar.size === 0) return undefined;
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
      ? Object.fromEntries(Object.entries(sidebars).map(([name, items]) => [name, itemsWithout(items, ids)]))
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

/** Items of a sidebar without those of some docs; also in the short form, an object of labels with items. */
function itemsWithout(items: unknown, ids: ReadonlySet<string>): unknown {
  if (isMapping(items) && items.type === undefined) {
    const entries = Object.entries(items).map(([label, inner]) => [label, itemsWithout(inner, ids)] as const);
    return Object.fromEntries(entries.filter(([, inner]) => !Array.isArray(inner) || inner.length > 0));
  }
  if (!Array.isArray(items)) return items;
  return unknowns(items).flatMap((item): unknown[] => {
    if (typeof item === "string") return ids.has(item) ? [] : [item];
    if (!isMapping(item)) return [item];
    if (item.type === undefined) {
      const inner = itemsWithout(item, ids);
      return Object.keys(record(inner)).length === 0 ? [] : [inner];
    }
    if ((item.type === "doc" || item.type === "ref") && ids.has(String(item.id))) return [];
    if (item.type !== "category") return [item];
    const { link, ...rest } = item;
    const isLinked = link !== undefined && !(record(link).type === "doc" && ids.has(String(record(link).id)));
    const inner = itemsWithout(item.items, ids);
    const isEmpty = Array.isArray(inner) && inner.length === 0;
    return isEmpty && !isLinked ? [] : [{ ...rest, ...(isLinked ? { link } : {}), items: inner }];
  });
}
