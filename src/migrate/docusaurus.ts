import { isAbsolute, join, relative } from "node:path";
import { isMapping, type Mapping } from "../content/data-file.ts";
import { wordSet } from "../shared/text.ts";
import type { Note } from "./rewriting.ts";

/** A mapping of unknown values, as in a configuration. */
export type Value = Mapping;

/** A set of pages of a Docusaurus site, with its place in the new site. */
export interface ContentSet {
  readonly kind: "docs" | "blog" | "pages";
  readonly id: string;
  readonly options: Value;
  /** Folder of the pages, relative to the root; may begin with `../`. */
  readonly folder: string;
  /** Folder of the new site, relative to `content/`. */
  readonly target: string;
}

/** The parts of a Docusaurus configuration. */
export interface Docusaurus {
  readonly config: Value;
  readonly themeConfig: Value;
  readonly sets: readonly ContentSet[];
  /** Paths of style sheets, relative to the root. */
  readonly styles: readonly string[];
  /** Options of plugins, also of those in presets, by short name: `client-redirects`. */
  readonly plugins: ReadonlyMap<string, Value>;
  /** Plugins, themes and presets without an equivalent in docgen. */
  readonly others: readonly string[];
  readonly staticFolders: readonly string[];
}

/** Plugins, themes and presets that docgen has an equivalent for, or doesn't need. */
const KNOWN = wordSet(
  "client-redirects google-gtag google-analytics google-tag-manager sitemap debug ideal-image pwa svgr css-cascade-layers classic search-algolia live-codeblock mermaid search-local lunr-search rsdoctor faster",
);

/** Reads the parts of a configuration; malformed ones are left out. @param root absolute path of the site's root */
export function readDocusaurus(value: unknown, root: string): Docusaurus {
  const config = record(value);
  const plugins = new Map<string, Value>();
  const others: string[] = [];
  const sets: ContentSet[] = [];
  const styles: string[] = [];
  const presets = entries(config.presets).flatMap((entry) =>
    shortName(entry[0]) === "classic" ? classic(entry[1]) : [entry],
  );
  for (const [name, options] of [...presets, ...entries(config.plugins), ...entries(config.themes)]) {
    const short = shortName(name);
    const own = record(options);
    const kind = /^content-(docs|blog|pages)$/.exec(short)?.[1] as ContentSet["kind"] | undefined;
    if (kind !== undefined) {
      if (options !== false) sets.push(contentSet(kind, own, root));
    } else if (KNOWN.has(short)) plugins.set(short, own);
    else if (/search/.test(short)) plugins.set("search-local", own);
    else if (short !== "") others.push(name);
    if (short === "classic") styles.push(...texts(own.customCss).map((path) => inside(path, root)));
  }
  const staticFolders = config.staticDirectories === undefined ? ["static"] : texts(config.staticDirectories);
  return { config, themeConfig: record(config.themeConfig), sets, styles, plugins, others, staticFolders };
}

/** The plugins in the classic preset, with their options. */
function classic(options: unknown): [string, unknown][] {
  const { docs = {}, blog = {}, pages = {}, theme = {}, ...own } = record(options);
  const optional: [string, unknown][] = [
    ["sitemap", own.sitemap],
    ["google-gtag", own.gtag],
    ["google-analytics", own.googleAnalytics],
    ["google-tag-manager", own.googleTagManager],
  ];
  return [
    ["content-docs", docs],
    ["content-blog", blog],
    ["content-pages", pages],
    ["theme-classic", theme],
    ...optional.filter(([, one]) => one !== undefined && one !== false),
  ];
}

/**
 * A set of pages and its place: each set of docs gets a folder of its own, while docgen has one blog and one set of
 * pages.
 */
function contentSet(kind: ContentSet["kind"], options: Value, root: string): ContentSet {
  const folder = typeof options.path === "string" ? inside(options.path, root) : kind === "pages" ? "src/pages" : kind;
  const id = typeof options.id === "string" ? options.id : "default";
  return { kind, id, options, folder, target: kind === "docs" && id !== "default" ? id : kind };
}

/** Converts a path in the configuration to one relative to the root, with forward slashes. */
export function inside(path: string, root: string): string {
  const own = path.startsWith("@site/") ? path.slice(6) : path;
  return relative(root, isAbsolute(own) ? own : join(root, own)).replaceAll("\\", "/");
}

/** `@docusaurus/plugin-client-redirects` → `client-redirects`. */
function shortName(name: string): string {
  return name
    .replace(/^.*node_modules\//, "")
    .replace(/^@docusaurus\//, "")
    .replace(/\/(?:lib|src|dist)\/.*$/, "")
    .replace(/^(?:docusaurus-)?(?:plugin|theme|preset)-/, "");
}

function entries(value: unknown): [string, unknown][] {
  return unknowns(value).flatMap((entry): [string, unknown][] => {
    const [name, options] = Array.isArray(entry) ? unknowns(entry) : [entry, {}];
    if (typeof name === "string") return [[name, options]];
    const { $package: stubbed, $function: own } = record(name);
    if (typeof stubbed === "string") return [[stubbed, options]];
    return own === undefined ? [] : [[`the plugin ${String(own) || "in docusaurus.config"}`, options]];
  });
}

/** Returns a value that is a mapping; an empty mapping for any other. */
export function record(value: unknown): Value {
  return isMapping(value) ? value : {};
}

/** Returns a value that is a list; an empty list for any other. */
export function unknowns(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string, or the strings in a list, as a list. */
export function texts(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === "string");
}

/** Returns the entries of a list as mappings; empty ones for those that aren't. */
export function list(value: unknown): Value[] {
  return unknowns(value).map(record);
}

/** Returns the settings with these names that are set. @param keys names, separated by spaces */
export function pick(value: Value, keys: string): Record<string, unknown> {
  const kept = keys.split(" ").filter((key) => value[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, value[key]]));
}

/** Adds a note about a setting. */
export type NoteSetting = (kind: Note["kind"], key: string, message: string) => void;

/**
 * Adds a note for each setting of a part that is neither read nor needless.
 *
 * @param known names of those that are, separated by spaces
 */
export function tellOthers(part: Value, name: string, known: string, note: NoteSetting): void {
  const names = wordSet(known);
  for (const key of Object.keys(part).filter((one) => part[one] !== undefined && !names.has(one)))
    note("hand", `${name}.${key}`, "is left out: docgen has nothing like it");
}

/** The base URL, with slashes at both ends. */
export function baseUrlOf({ baseUrl = "/" }: Value): string {
  return `/${String(baseUrl)}/`.replace(/^\/+|\/+$/g, "/");
}

/** Returns a value that is a string; undefined for any other. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a list or object that isn't empty; undefined for an empty one. */
export function filled<T extends object>(value: T): T | undefined {
  return Object.values(value).some((one) => one !== undefined) ? value : undefined;
}
