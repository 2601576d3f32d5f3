import { isAbsolute, join, relative } from "node:path";

/** Anything that a configuration may hold. */
export type Value = Readonly<Record<string, unknown>>;

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
const KNOWN = new Set([
  ..."client-redirects google-gtag google-analytics google-tag-manager sitemap debug ideal-image pwa svgr css-cascade-layers".split(
    " ",
  ),
  ..."classic search-algolia live-codeblock mermaid search-local lunr-search rsdoctor faster".split(" "),
]);

/** Reads the parts of a configuration; what is malformed is left out. @param root absolute path of the site's root */
export function readDocusaurus(value: unknown, root: string): Docusaurus {
  const config = record(value);
  const plugins = new Map<string, Value>();
  const others: string[] = [];
  const sets: ContentSet[] = [];
  const styles: string[] = [];
  const take = (name: string, options: unknown) => {
    const short = shortName(name);
    const content = /^content-(docs|blog|pages)$/.exec(short)?.[1] as ContentSet["kind"] | undefined;
    if (content !== undefined) {
      if (options !== false) sets.push(contentSet(content, record(options), root));
    } else if (short === "") return;
    else if (KNOWN.has(short)) plugins.set(short, record(options));
    else if (/search/.test(short)) plugins.set("search-local", record(options));
    else others.push(name);
    if (short === "classic" || short === "theme-classic")
      styles.push(...texts(record(options).customCss).map((path) => inside(path, root)));
  };
  for (const [name, options] of entries(config.presets)) {
    if (shortName(name) !== "classic") {
      take(name, options);
      continue;
    }
    const own = record(options);
    for (const kind of ["docs", "blog", "pages"] as const) take(`content-${kind}`, own[kind] ?? {});
    take("theme-classic", own.theme ?? {});
    const analytics = {
      gtag: "google-gtag",
      googleAnalytics: "google-analytics",
      googleTagManager: "google-tag-manager",
    };
    for (const [key, plugin] of Object.entries(analytics))
      if (own[key] !== undefined && own[key] !== false) take(plugin, own[key]);
  }
  for (const [name, options] of [...entries(config.plugins), ...entries(config.themes)]) take(name, options);
  const staticFolders = config.staticDirectories === undefined ? ["static"] : texts(config.staticDirectories);
  return { config, themeConfig: record(config.themeConfig), sets: named(sets), styles, plugins, others, staticFolders };
}

/** Each set of docs has a folder of its own; docgen has one blog and one set of pages. */
function named(sets: readonly ContentSet[]): ContentSet[] {
  return sets.map((set) => (set.kind === "docs" && set.id !== "default" ? { ...set, target: set.id } : set));
}

function contentSet(kind: ContentSet["kind"], options: Value, root: string): ContentSet {
  const folder = typeof options.path === "string" ? inside(options.path, root) : kind === "pages" ? "src/pages" : kind;
  return { kind, id: typeof options.id === "string" ? options.id : "default", options, folder, target: kind };
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
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((entry): [string, unknown][] => {
    const [name, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry, {}];
    if (typeof name === "string") return [[name, options]];
    const { $package: stubbed, $function: own } = record(name);
    if (typeof stubbed === "string") return [[stubbed, options]];
    return own === undefined ? [] : [[`the plugin ${String(own) || "in docusaurus.config"}`, options]];
  });
}

export function record(value: unknown): Value {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Value) : {};
}

export function texts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === "string");
}

export function list(value: unknown): Value[] {
  return Array.isArray(value) ? (value as unknown[]).map(record) : [];
}
