import { isAbsolute, join, relative } from "node:path";
import { isMapping, type Mapping } from "../content/data-file.ts";
import { wordSet } from "../shared/text.ts";
import type { Note } from "./rewriting.ts";

/** Anything that a configuration may hold. */
export type Value = Mapping;

/** A set of pages of a Docusaurus site, and where it comes to stand. */
export interface ContentSet {
  readonly kind: "docs" | "blog" | "pages";
  readonly id: string;
  readonly options: Value;
  /** Its folder, relative to the root; may begin with `../`. */
  readonly folder: string;
  /** Folder below `content/`. */
  readonly target: string;
}

/** A configuration of Docusaurus by its parts. */
export interface Docusaurus {
  readonly config: Value;
  readonly themeConfig: Value;
  readonly sets: readonly ContentSet[];
  /** Style sheets, relative to the root. */
  readonly styles: readonly string[];
  /** Options of plugins, and of presets for them, by short name: `client-redirects`. */
  readonly plugins: ReadonlyMap<string, Value>;
  /** Plugins, themes and presets that docgen has nothing for. */
  readonly others: readonly string[];
  readonly staticFolders: readonly string[];
}

/** Parts of Docusaurus that docgen has something for, or needs none. */
const KNOWN = wordSet(
  "client-redirects google-gtag google-analytics google-tag-manager sitemap debug ideal-image pwa svgr css-cascade-layers classic search-algolia live-codeblock mermaid search-local lunr-search rsdoctor faster",
);

/** Reads the parts of a configuration; what is malformed is left out. @param root absolute path of the site's root */
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

/** The plugins that the classic preset stands for. */
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

/** Each set of docs has a folder of its own; docgen has one blog and one set of pages. */
function contentSet(kind: ContentSet["kind"], options: Value, root: string): ContentSet {
  const folder = typeof options.path === "string" ? inside(options.path, root) : kind === "pages" ? "src/pages" : kind;
  const id = typeof options.id === "string" ? options.id : "default";
  return { kind, id, options, folder, target: kind === "docs" && id !== "default" ? id : kind };
}

/** A path of the configuration, relative to the root, with forward slashes. */
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

/** A value that is a mapping; empty for any other. */
export function record(value: unknown): Value {
  return isMapping(value) ? value : {};
}

/** The entries of a value that is a list. */
export function unknowns(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list, or of one. */
export function texts(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === "string");
}

/** The entries of a list as mappings; empty for those that are none. */
export function list(value: unknown): Value[] {
  return unknowns(value).map(record);
}

/** The settings of these names that are set. @param keys apart by blanks */
export function pick(value: Value, keys: string): Record<string, unknown> {
  const kept = keys.split(" ").filter((key) => value[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, value[key]]));
}

/** Notes something of a setting. */
export type NoteSetting = (kind: Note["kind"], key: string, message: string) => void;

/** Notes the settings of a part that are neither read nor needless. @param known the names of those, apart by blanks */
export function tellOthers(part: Value, name: string, known: string, note: NoteSetting): void {
  const names = wordSet(known);
  for (const key of Object.keys(part).filter((one) => part[one] !== undefined && !names.has(one)))
    note("hand", `${name}.${key}`, "is left out: docgen has nothing like it");
}

/** The base URL, with slashes at both ends. */
export function baseUrlOf({ baseUrl = "/" }: Value): string {
  return `/${String(baseUrl)}/`.replace(/^\/+|\/+$/g, "/");
}

/** A value that is a text. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A list or an object that holds something; undefined for any other. */
export function filled<T extends object>(value: T): T | undefined {
  return Object.values(value).some((one) => one !== undefined) ? value : undefined;
}
