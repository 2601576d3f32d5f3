import { basename, join } from "node:path";
import { splitPrefix } from "../../content/routes.ts";
import { versionsPlace } from "../../content/versions.ts";
import type { ContentSet, Job } from "../job.ts";
import { record, texts } from "./config-values.ts";
import { readData } from "./read-data.ts";

/** Names of the versions of a set of docs besides the current one. Docusaurus reads no others that have a folder. */
export function versionNames({ id, options }: ContentSet, { root, hasFile }: Pick<Job, "root" | "hasFile">): string[] {
  const file = join(root, basename(versionsPlace(id).path));
  const listed = options.disableVersioning !== true && hasFile(file) ? texts(readData(file)) : [];
  return listed.filter((name) => name !== "current");
}

/** The name of a doc or a folder in Docusaurus' addresses and ids: without a number prefix. */
export function oldName(name: string, { options }: Pick<ContentSet, "options">): string {
  return options.numberPrefixParser === false ? name : splitPrefix(name).name;
}

/** A name without leading underscores: docgen publishes no pages whose names begin with one. */
function publicName(name: string): string {
  return name.replace(/^_+(?=[^_])/, "");
}

/** A path whose names don't begin with `_`. */
export function publicPath(path: string): string {
  return path.split("/").map(publicName).join("/");
}

/** docgen's id for a doc: with its names of folders, which have no `_` and no number prefix. */
export function newDocId(id: string): string {
  const parts = id.split("/");
  return [...parts.slice(0, -1).map((name) => splitPrefix(publicName(name)).name), ...parts.slice(-1)].join("/");
}

/**
 * An entry of a sidebar with docgen's ids of docs and names of folders. Nothing is left of an empty list, which code
 * writes for entries that a site doesn't have.
 */
export function withNewIds(entry: unknown): unknown[] {
  if (typeof entry === "string") return [newDocId(entry)];
  if (Array.isArray(entry)) return entry.length === 0 ? [] : [entry];
  const { type, id, dirName, link } = record(entry);
  if (type === undefined) return [entry];
  const linked = record(link);
  return [
    {
      ...record(entry),
      ...((type === "doc" || type === "ref") && typeof id === "string" ? { id: newDocId(id) } : {}),
      ...(typeof dirName === "string" ? { dirName: publicPath(dirName) } : {}),
      ...(linked.type === "doc" ? { link: { ...linked, id: newDocId(String(linked.id)) } } : {}),
    },
  ];
}
