import { splitPrefix } from "../../content/routes.ts";
import type { ContentSet } from "../job.ts";
import { record, unknowns } from "./config-values.ts";

/** Whether number prefixes are part of addresses in a set of docs. */
export function keepsPrefixes({ options }: Pick<ContentSet, "options">): boolean {
  return options.numberPrefixParser === false;
}

/** docgen's id for a doc: without the number prefixes of its folders, which the id has if `keepsPrefixes`. */
export function newDocId(id: string): string {
  const parts = id.split("/");
  return [...parts.slice(0, -1).map((name) => splitPrefix(name).name), ...parts.slice(-1)].join("/");
}

/** Entries of a sidebar with docgen's ids of docs. */
export function withNewIds(entries: unknown): unknown {
  if (typeof entries === "string") return newDocId(entries);
  if (Array.isArray(entries)) return unknowns(entries).map(withNewIds);
  const entry = record(entries);
  const { type, id, items, link } = entry;
  // A category may be written in short form: its label with its entries.
  if (type === undefined)
    return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, withNewIds(value)]));
  const linked = record(link);
  return {
    ...entry,
    ...((type === "doc" || type === "ref") && typeof id === "string" ? { id: newDocId(id) } : {}),
    ...(items === undefined ? {} : { items: withNewIds(items) }),
    ...(linked.type === "doc" ? { link: { ...linked, id: newDocId(String(linked.id)) } } : {}),
  };
}
