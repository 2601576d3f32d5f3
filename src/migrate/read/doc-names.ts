import { basename, join } from "node:path";
import { isMapping, type Mapping } from "../../content/data-file.ts";
import { splitPrefix } from "../../content/routes.ts";
import { versionsPlace } from "../../content/version-names.ts";
import type { ContentSet, Job } from "../job.ts";
import { asText, record, texts } from "./config-values.ts";
import { listSilently } from "./list-tree.ts";
import { PAGE } from "./page-limits.ts";
import { readData } from "./read-data.ts";

/** Names of the versions of a set of docs besides the current one. Docusaurus reads no others that have a folder. */
export function versionNames({ id, options }: ContentSet, { root, hasFile }: Pick<Job, "root" | "hasFile">): string[] {
  const file = join(root, basename(versionsPlace(id).path));
  return options.disableVersioning !== true && hasFile(file) ? texts(readData(file)) : [];
}

type DocsOptions = Pick<ContentSet, "options">;

/** What Docusaurus makes of the name of a doc or of a folder in addresses and ids: it has no number prefix. */
export function oldName(name: string, { options }: DocsOptions): string {
  if (options.numberPrefixParser === false) return name;
  return asText(parsedName(name, options).filename) ?? splitPrefix(name).name;
}

/** The position that Docusaurus reads in the name of a doc or of a folder, where docgen reads another or none. */
export function oldPosition(name: string, { options }: DocsOptions): number | undefined {
  const { numberPrefix } = parsedName(name, options);
  return typeof numberPrefix === "number" && numberPrefix !== splitPrefix(name).order ? numberPrefix : undefined;
}

/** What the function of the configuration makes of a name. */
function parsedName(name: string, { numberPrefixParser }: Mapping): Mapping {
  return record(record(record(numberPrefixParser).names)[name]);
}

/**
 * Adds what functions of the configuration make of the names of docs to the options of their sets: `names`, and
 * `folders`, docgen's names of folders by those of Docusaurus.
 */
export async function withParsedNames(job: Job): Promise<Job> {
  const { root, configFile, docusaurus, ask, noteFile } = job;
  const sets = docusaurus.sets.filter(({ kind, options }) => kind === "docs" && isMapping(options.numberPrefixParser));
  if (sets.length === 0) return job;
  const parts = new Map(
    sets.map(({ id, folder }) => {
      const files = [folder, versionsPlace(id).folder].flatMap((from) => listSilently(join(root, from), job));
      return [id, files.filter((file) => PAGE.test(file)).map((file) => file.replace(PAGE, "").split("/"))];
    }),
  );
  const names = [...parts].map(([id, paths]) => [id, [...new Set(paths.flat())]]);
  const outcome = await ask({ names: Object.fromEntries(names) });
  if ("fault" in outcome) {
    const remedy = "set id, slug and sidebar_position in the front matter of docs whose names it parses";
    noteFile(configFile, "hand", `docs.numberPrefixParser fails and is removed: ${outcome.fault}; ${remedy}`);
    return job;
  }
  const parsed = record(outcome.exports);
  const withNames = (set: ContentSet): ContentSet => {
    const byName = parsed[set.id];
    if (byName === undefined || set.kind !== "docs") return set;
    const options = { ...set.options, numberPrefixParser: { names: byName } };
    const folders = (parts.get(set.id) ?? []).flatMap((path) => path.slice(0, -1));
    const byOld = Object.fromEntries(folders.map((name) => [oldName(name, { options }), newName(name)]));
    return { ...set, options: { ...options, numberPrefixParser: { names: byName, folders: byOld } } };
  };
  return { ...job, docusaurus: { ...docusaurus, sets: docusaurus.sets.map(withNames) } };
}

/** The name of a file or a folder without `_` at its beginning, with which docgen publishes no pages. */
export function publicName(name: string): string {
  return name.replace(/^_+(?=[^_])/, "");
}

/** A path whose names don't begin with `_`. */
export function publicPath(path: string): string {
  return path.split("/").map(publicName).join("/");
}

/** docgen's name of a folder in docs: without `_` and a number prefix. */
function newName(name: string): string {
  return splitPrefix(publicName(name)).name;
}

/** docgen's id for a doc: with its names of folders. */
export function newDocId(id: string, set: DocsOptions | undefined): string {
  const folders = record(record(set?.options.numberPrefixParser).folders);
  const parts = id.split("/");
  return [...parts.slice(0, -1).map((name) => asText(folders[name]) ?? newName(name)), ...parts.slice(-1)].join("/");
}

/**
 * An entry of a sidebar with docgen's ids of docs and names of folders. Nothing is left of an empty list, which code
 * writes for entries that a site doesn't have.
 */
export function withNewIds(entry: unknown, set: DocsOptions | undefined): unknown[] {
  if (typeof entry === "string") return [newDocId(entry, set)];
  if (Array.isArray(entry)) return entry.length === 0 ? [] : [entry];
  const { type, id, dirName, link } = record(entry);
  if (type === undefined) return [entry];
  const linked = record(link);
  return [
    {
      ...record(entry),
      ...((type === "doc" || type === "ref") && typeof id === "string" ? { id: newDocId(id, set) } : {}),
      ...(typeof dirName === "string" ? { dirName: publicPath(dirName) } : {}),
      ...(linked.type === "doc" ? { link: { ...linked, id: newDocId(String(linked.id), set) } } : {}),
    },
  ];
}
