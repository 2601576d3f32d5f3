import { isMapping } from "../../content/data-file.ts";
import { splitPrefix } from "../../content/routes.ts";
import type { ContentSet } from "../job.ts";
import { record, unknowns } from "./config-values.ts";

/** What Docusaurus makes of the name of a doc or of a folder in addresses and ids: it has no number prefix. */
export function oldName(name: string, { options }: Pick<ContentSet, "options">): string {
  return options.numberPrefixParser === false ? name : splitPrefix(name).name;
}

/** The name of a file or a folder without `_` at its beginning, with which docgen publishes no pages. */
export function publicName(name: string): string {
  return name.replace(/^_+(?=[^_])/, "");
}

/** A path whose names don't begin with `_`. */
export function publicPath(path: string): string {
  return path.split("/").map(publicName).join("/");
}

/** docgen's id for a doc: the names of its folders have no number prefixes and don't begin with `_`. */
export function newDocId(id: string): string {
  const parts = id.split("/");
  return [...parts.slice(0, -1).map((name) => splitPrefix(publicName(name)).name), ...parts.slice(-1)].join("/");
}

/** Entries of a sidebar with docgen's ids of docs and names of folders. */
export function withNewIds(entries: unknown): unknown {
  if (typeof entries === "string") return newDocId(entries);
  if (Array.isArray(entries)) return unknowns(entries).map(withNewIds);
  if (!isMapping(entries)) return entries;
  const { type, id, dirName, items, link } = entries;
  // A category may be written in short form: its label with its entries.
  if (type === undefined)
    return Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [key, typeof value === "string" ? value : withNewIds(value)]),
    );
  const linked = record(link);
  return {
    ...entries,
    ...((type === "doc" || type === "ref") && typeof id === "string" ? { id: newDocId(id) } : {}),
    ...(typeof dirName === "string" ? { dirName: publicPath(dirName) } : {}),
    ...(items === undefined ? {} : { items: withNewIds(items) }),
    ...(linked.type === "doc" ? { link: { ...linked, id: newDocId(String(linked.id)) } } : {}),
  };
}
