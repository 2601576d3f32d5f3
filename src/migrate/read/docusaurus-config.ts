import { existsSync } from "node:fs";
import { join } from "node:path";
import { MAIN_BLOG } from "../../content/blog.ts";
import type { Mapping } from "../../content/data-file.ts";
import { wordSet } from "../../shared/text.ts";
import type { ContentSet, Docusaurus, OtherPlugin, PluginState } from "../job.ts";
import { asText, list, record, routeBaseOf, sitePath, texts, unknowns } from "./config-values.ts";

/** Plugins, themes and presets that docgen has an equivalent for, or doesn't need. */
const KNOWN = wordSet(
  "google-gtag google-analytics google-tag-manager sitemap debug ideal-image pwa svgr css-cascade-layers image-zoom medium-zoom zooming classic search-algolia live-codeblock mermaid search-local lunr-search rsdoctor faster sass less llms llms-txt github-codeblock node-polyfills module-alias umami matomo plausible goatcounter",
);

/**
 * Reads the parts of a configuration; malformed ones are left out.
 *
 * @param root absolute path of the site's root
 * @param fromPlugins what plugins of the site give, see `givenByPlugins`
 */
export function readDocusaurus(value: unknown, root: string, fromPlugins: Mapping): Docusaurus {
  const read = record(value);
  const config: Mapping = { ...read, clientModules: [...texts(read.clientModules), ...texts(fromPlugins.modules)] };
  const plugins = new Map<string, Mapping>();
  const others: OtherPlugin[] = [];
  const sets: ContentSet[] = [];
  const styles: string[] = [];
  const ofRedirects = list(fromPlugins.redirects);
  // Plugins that are functions may have the same name, or none.
  const states = new Map<string, PluginState>();
  for (const [index, state] of list(fromPlugins.states).entries())
    for (const [name] of entries([...unknowns(config.plugins), ...unknowns(config.themes)].slice(index, index + 1))) {
      const { hooks, fault } = states.get(name) ?? {};
      const all = Array.isArray(state.hooks) ? [...new Set([...(hooks ?? []), ...texts(state.hooks)])] : hooks;
      states.set(name, { hooks: all, fault: fault ?? asText(state.fault) });
    }
  const presets = entries(config.presets).flatMap((entry) => {
    if (!isClassic(entry)) return [entry];
    if (shortName(entry[0]) !== "classic")
      others.push({ key: "presets", name: `the part of ${entry[0]} beyond preset-classic` });
    return classic(entry[1]);
  });
  const named = (key: OtherPlugin["key"], all: readonly [string, unknown][]) =>
    all.map(([name, options]) => [name, options, key] as const);
  for (const [name, options, key] of [
    ...named("presets", presets),
    ...named("plugins", entries(config.plugins)),
    ...named("themes", entries(config.themes)),
  ]) {
    const short = shortName(name);
    const settings = record(options);
    const kind = /^content-(docs|blog|pages)$/.exec(short)?.[1] as ContentSet["kind"] | undefined;
    if (kind !== undefined) {
      if (options !== false) sets.push(contentSet(kind, settings, root));
    } else if (short === "client-redirects") ofRedirects.push(settings);
    else if (short === "gtm-plugin") plugins.set("google-tag-manager", { containerId: settings.id });
    else if (KNOWN.has(short)) plugins.set(short, settings);
    else if (/search/.test(short)) plugins.set("search-local", settings);
    // docgen writes llms.txt itself.
    else if (short !== "" && !/llms/i.test(name)) others.push({ key, name, ...states.get(name) });
    if (short === "classic") styles.push(...texts(settings.customCss).map((path) => sitePath(path, root)));
  }
  for (const entry of unknowns(fromPlugins.contents)) {
    const [kind, options] = unknowns(entry);
    const set = contentSet(kind as ContentSet["kind"], record(options), root);
    // The plugin may generate its pages.
    if (existsSync(join(root, set.folder))) sets.push(set);
  }
  styles.push(
    ...texts(config.clientModules)
      .filter(isStyleSheet)
      .map((path) => sitePath(path, root)),
  );
  if (ofRedirects.length > 0) plugins.set("client-redirects", joined(ofRedirects));
  const staticNames = config.staticDirectories === undefined ? ["static"] : texts(config.staticDirectories);
  const staticFolders = staticNames.map((name) => join(root, sitePath(name, root)));
  const themeConfig = record(config.themeConfig);
  const pluginTags = list(fromPlugins.tags);
  return { config, themeConfig, sets: withBlogFolders(sets), styles, plugins, others, pluginTags, staticFolders };
}

/** Whether a module that runs on every page is a style sheet. */
export function isStyleSheet(path: string): boolean {
  return /\.(?:css|s[ac]ss|less)$/.test(path);
}

/** The options of several plugins for redirects as those of one. */
function joined(all: readonly Mapping[]): Mapping {
  const ofAll = (key: string) =>
    all.flatMap((options): unknown[] => (options[key] === undefined ? [] : [options[key]].flat()));
  return {
    redirects: ofAll("redirects"),
    fromExtensions: ofAll("fromExtensions"),
    toExtensions: ofAll("toExtensions"),
    createRedirects: ofAll("createRedirects")[0],
  };
}

/** Whether a preset is Docusaurus' own, or one that has its options, as it wraps that. */
function isClassic([name, options]: [string, unknown]): boolean {
  const { docs, blog } = record(options);
  return shortName(name) === "classic" || docs !== undefined || blog !== undefined;
}

function classic(options: unknown): [string, unknown][] {
  const { docs = {}, blog = {}, pages = {}, theme = {}, ...rest } = record(options);
  const optional: [string, unknown][] = [
    ["sitemap", rest.sitemap],
    ["google-gtag", rest.gtag],
    ["google-analytics", rest.googleAnalytics],
    ["google-tag-manager", rest.googleTagManager],
  ];
  return [
    ["content-docs", docs],
    ["content-blog", blog],
    ["content-pages", pages],
    ["theme-classic", theme],
    ...optional.filter(([, settings]) => settings !== undefined && settings !== false),
  ];
}

/** Gives each blog besides the main one a folder of its own, with the name of its id. */
function withBlogFolders(sets: readonly ContentSet[]): ContentSet[] {
  const blogs = sets.filter(({ kind }) => kind === "blog");
  const main = blogs.find(({ id }) => id === "default") ?? blogs[0];
  const others = sets.filter(({ kind }) => kind !== "blog").map(({ target }) => target);
  const taken = new Set([...OWN_FOLDERS, ...others]);
  return sets.map((set) =>
    set.kind !== "blog" || set === main ? set : { ...set, target: taken.has(set.id) ? `${set.id}-blog` : set.id },
  );
}

/** Folders of the new site that have a meaning of their own. */
const OWN_FOLDERS = [MAIN_BLOG, "docs", "pages", "static", "i18n"];

/** A set of pages and its place: each set of docs gets a folder of its own, others that of their address. */
function contentSet(kind: ContentSet["kind"], options: Mapping, root: string): ContentSet {
  const folder =
    typeof options.path === "string" ? sitePath(options.path, root) : kind === "pages" ? "src/pages" : kind;
  const id = typeof options.id === "string" ? options.id : "default";
  const target = kind === "docs" && id !== "default" ? id : kind;
  const base = kind === "pages" ? routeBaseOf({ kind, options }) : "";
  return { kind, id, options, folder, target: base === "" ? target : `${target}/${base}` };
}

/** `@docusaurus/plugin-client-redirects` → `client-redirects`. */
function shortName(name: string): string {
  return name
    .replace(/^.*node_modules\//, "")
    .replace(/^@[\w-]+\//, "")
    .replace(/\/(?:lib|src|dist|build)\/.*$/, "")
    .replace(/^(?:docusaurus-)?(?:(?:plugin|theme|preset)-|(?=gtm-plugin))/, "");
}

function entries(value: unknown): [string, unknown][] {
  return unknowns(value).flatMap((entry): [string, unknown][] => {
    const [name, options] = Array.isArray(entry) ? unknowns(entry) : [entry, {}];
    if (typeof name === "string") return [[name, options]];
    const { $package: stubbed, $function: inline } = record(name);
    if (typeof stubbed === "string") return [[stubbed, options]];
    return inline === undefined ? [] : [[`the plugin ${String(inline) || "in docusaurus.config"}`, options]];
  });
}
