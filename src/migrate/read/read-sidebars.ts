import { join } from "node:path";
import { isMapping, type Mapping, parseJson } from "../../content/data-file.ts";
import { versionsPlace } from "../../content/version-names.ts";
import { namesIn } from "../../shared/file-info.ts";
import type { Job } from "../job.ts";
import { record, sitePath, texts, unknowns } from "./config-values.ts";
import { withNewIds } from "./doc-names.ts";
import { moduleFile } from "./run-modules.ts";

/** The sidebars of a site. */
export interface SidebarsOfSite {
  /** Sidebars of each set of docs, by the set's id; those of its versions by set and version (`id version`). */
  readonly written: ReadonlyMap<string, Mapping>;
  /** docgen's name for a sidebar. @param set id of the set of docs */
  readonly nameOf: (set: string, name: string) => string;
  readonly has: (set: string, name: string) => boolean;
}

/** Docusaurus' name for the sidebar of docs without configured ones. */
export const DEFAULT_SIDEBAR = "defaultSidebar";

interface SidebarsFile {
  readonly set: string;
  /** Undefined for the current docs. */
  readonly version?: string | undefined;
  readonly path: string;
}

/**
 * Reads the configured sidebars of each set of docs. In docgen, sidebar names are unique across sets: one whose name is
 * taken is renamed.
 */
export async function readSidebars({
  root,
  configFile,
  docusaurus,
  run,
  hasFile,
  noteFile,
}: Job): Promise<SidebarsOfSite> {
  const sets = docusaurus.sets.filter(({ kind }) => kind === "docs");
  const files: SidebarsFile[] = [];
  for (const { id, options } of sets) {
    if (options.sidebarPath === false) continue;
    for (const name of texts(options.sidebarPath).slice(0, 1)) {
      const named = join(root, sitePath(name, root));
      const path = moduleFile(named) ?? named;
      if (hasFile(path)) files.push({ set: id, path });
      else noteFile(configFile, "hand", `sidebars are not migrated: there is no ${sitePath(name, root)}`);
    }
    files.push(...versionedSidebars(root, id).filter(({ path }) => hasFile(path)));
  }
  const outcomes = await run([...new Set(files.map(({ path }) => path))]);
  const sidebarsRead = files.flatMap(({ set, version, path }) => {
    const outcome = outcomes.get(path) ?? { fault: "has no result" };
    if ("exports" in outcome) {
      const exported = record(record(outcome.exports).default ?? outcome.exports);
      return [{ set, version, sidebars: withoutVersion(exported, version) }];
    }
    noteFile(sitePath(path, root), "hand", `sidebars are not migrated: ${outcome.fault}`);
    return [];
  });
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id } of sets) {
    const named = sidebarsRead.filter(({ set }) => set === id).flatMap(({ sidebars }) => Object.keys(sidebars));
    const names = [...new Set(named.length === 0 ? [DEFAULT_SIDEBAR] : named)];
    for (const name of names) renamed.set(`${id} ${name}`, taken.has(name) ? `${id}-${name}` : name);
    for (const name of names) taken.add(renamed.get(`${id} ${name}`) ?? name);
  }
  const nameOf = (set: string, name: string) => renamed.get(`${set} ${name}`) ?? name;
  const written = sidebarsRead.map(({ set, version, sidebars }): [string, Mapping] => {
    const entries = Object.entries(sidebars).map(([name, items]) => [
      nameOf(set, name),
      withoutEmpty(withNewIds(items)),
    ]);
    return [version === undefined ? set : `${set} ${version}`, Object.fromEntries(entries)];
  });
  return { written: new Map(written), nameOf, has: (set, name) => renamed.has(`${set} ${name}`) };
}

/** Leaves out empty lists in lists of items, which code writes for items that a site doesn't have. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((item) => !Array.isArray(item) || item.length > 0).map((item) => withoutEmpty(item));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutEmpty(part)]));
}

/**
 * Removes the version before names and ids in a version's sidebars, `version-1.0/intro`, as written by Docusaurus 2.
 */
function withoutVersion(sidebars: Mapping, version: string | undefined): Mapping {
  if (version === undefined) return sidebars;
  const parsed = parseJson(JSON.stringify(sidebars).replaceAll(`"version-${version}/`, '"'));
  return "value" in parsed ? record(parsed.value) : sidebars;
}

/** Files in `versioned_sidebars` for a set of docs, with their versions. */
function versionedSidebars(root: string, set: string): SidebarsFile[] {
  const folder = join(root, versionsPlace(set).folder.replace(/docs$/, "sidebars"));
  return namesIn(folder).flatMap((file): SidebarsFile[] => {
    const version = /^version-(.+)-sidebars\.json$/.exec(file)?.[1];
    return version === undefined ? [] : [{ set, version, path: join(folder, file) }];
  });
}

/** The id of the first doc in a sidebar's entries; undefined if the folders determine it. */
export function firstDoc(entries: unknown): string | undefined {
  for (const entry of unknowns(entries)) {
    if (typeof entry === "string") return entry;
    const { type, id, items, link } = record(entry);
    if (type === "autogenerated") return undefined;
    if ((type === "doc" || type === "ref") && typeof id === "string") return id;
    if (record(link).type === "doc") return String(record(link).id);
    // A category may be written in short form: its label with its entries.
    const inner = firstDoc(type === undefined ? Object.values(record(entry)).flat() : items);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
