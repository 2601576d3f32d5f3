import { isAbsolute, join, relative } from "node:path";
import { isMapping, type Mapping } from "../../content/data-file.ts";
import type { ContentSet, ModuleOutcome } from "../job.ts";

/** Converts a path in the configuration to one relative to the root, with forward slashes. */
export function sitePath(path: string, root: string): string {
  const bare = path.startsWith("@site/") ? path.slice(6) : path;
  return relative(root, isAbsolute(bare) ? bare : join(root, bare)).replaceAll("\\", "/");
}

/** Returns a value that is a mapping; an empty mapping for any other. */
export function record(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

/** Returns what a module exports as a mapping; an empty mapping if it fails. */
export function moduleExports(outcome: ModuleOutcome): Mapping {
  return "fault" in outcome ? {} : record(outcome.exports);
}

/** Returns a value that is a list; an empty list for any other. */
export function unknowns(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string, or the strings in a list, as a list. */
export function texts(value: unknown): string[] {
  return [value].flat().filter((entry): entry is string => typeof entry === "string");
}

/** Returns the entries of a list as mappings; empty ones for those that aren't. */
export function list(value: unknown): Mapping[] {
  return unknowns(value).map(record);
}

/** Returns the settings with these names that are set. @param keys names, separated by spaces */
export function pick(value: Mapping, keys: string): Record<string, unknown> {
  const kept = keys.split(" ").filter((key) => value[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, value[key]]));
}

/** The address of a set of pages below the base URL, without slashes at its ends. */
export function routeBaseOf({ kind, options }: Pick<ContentSet, "kind" | "options">): string {
  return String(options.routeBasePath ?? (kind === "pages" ? "" : kind)).replace(/^\/+|\/+$/g, "");
}

/** The base URL, with slashes at both ends. */
export function baseUrlOf({ baseUrl = "/" }: Mapping): string {
  return `/${String(baseUrl)}/`.replace(/^\/+|\/+$/g, "/");
}

/** Returns a value that is a string; undefined for any other. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a list or object that isn't empty; undefined for an empty one. */
export function filled<T extends object>(value: T): T | undefined {
  return Object.values(value).some((entry) => entry !== undefined) ? value : undefined;
}

/** Folder and path of the page for which functions of a configuration give an address. */
export const SAMPLE_PAGE = { dir: "docgen-folder", path: "docgen-part/docgen-page.md" };
