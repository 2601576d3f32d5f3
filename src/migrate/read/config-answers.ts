import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import matter from "gray-matter";
import yaml from "js-yaml";
import { attempt } from "../../shared/attempt.ts";
import type { PluginState } from "../job.ts";
import { moduleFile } from "./module-paths.ts";
import { contentCalls, redirectCalls } from "./module-stubs.ts";
import type { SidebarFunctions } from "./sidebar-items.ts";
import { loadersIn, type WebpackSettings, webpackSettings } from "./webpack-settings.ts";

/** What is used of Sass. */
interface Sass {
  readonly compile: (path: string, options: object) => { readonly css: string };
}

/**
 * Style sheets as CSS, or why they can't be compiled, by path; nothing without the compiler.
 *
 * @param onFault gets what the compiler throws
 */
export function compiledSheets(
  paths: readonly string[],
  load: (name: string) => unknown,
  onFault: (error: unknown) => void,
): Record<string, object> {
  const sass = attempt(() => load("sass") as Sass);
  if (sass === undefined) return {};
  const packages = join(process.cwd(), "node_modules");
  const findFileUrl = (url: string) => (url.startsWith("~") ? pathToFileURL(join(packages, url.slice(1))) : null);
  const logger = { warn: () => undefined, debug: () => undefined };
  const options = { loadPaths: [process.cwd(), packages], importers: [{ findFileUrl }], logger, charset: false };
  const compile = (path: string): object => {
    try {
      return { css: sass.compile(path, options).css };
    } catch (error) {
      onFault(error);
      return { fault: error instanceof Error ? error.message : String(error) };
    }
  };
  return Object.fromEntries(paths.map((path) => [path, compile(path)]));
}

/** The texts of pages that functions of the configuration change, by path: as a whole, or their front matter. */
export async function changedPages(paths: readonly string[], config: unknown): Promise<Record<string, string>> {
  const { markdown } = config as { readonly markdown?: Readonly<Record<string, unknown>> };
  const { preprocessor, parseFrontMatter } = markdown ?? {};
  const call = (value: unknown, page: object) =>
    typeof value === "function" ? (value as (page: object) => unknown)(page) : undefined;
  const changed: Record<string, string> = {};
  for (const filePath of paths) {
    const fileContent = readFileSync(filePath, "utf8");
    const preprocessed = await call(preprocessor, { filePath, fileContent });
    const parsed = await call(parseFrontMatter, { filePath, fileContent, defaultParseFrontMatter });
    const text = withFrontMatter(typeof preprocessed === "string" ? preprocessed : fileContent, fileContent, parsed);
    if (text !== fileContent) changed[filePath] = text;
  }
  return changed;
}

async function defaultParseFrontMatter({ fileContent }: { readonly fileContent: string }): Promise<object> {
  // Without options, its results are shared, but functions change them.
  const { data, content } = matter(fileContent, {});
  return { frontMatter: data, content };
}

/** A page with the front matter that a function returns for its source, if that is other than what it says itself. */
function withFrontMatter(text: string, source: string, parsed: unknown): string {
  const { frontMatter } = (parsed ?? {}) as { readonly frontMatter?: object };
  if (frontMatter === undefined || JSON.stringify(frontMatter) === JSON.stringify(matter(source, {}).data)) return text;
  const day = (_: string, value: unknown) =>
    typeof value === "string" ? value.replace(/T00:00:00\.000Z$/, "") : value;
  return `---\n${yaml.dump(JSON.parse(JSON.stringify(frontMatter, day)), { lineWidth: -1 })}---\n\n${matter(text, {}).content.replace(/^\n+/, "")}`;
}

/** The options of a set of docs, in a preset or in a plugin, that generate its sidebars. */
export function sidebarOptions(config: unknown, set: string): PluginOptions {
  const { presets } = config as { readonly presets?: unknown };
  const options = [...(Array.isArray(presets) ? presets : []), ...pluginsOf(config)].map(optionsOf);
  const all = options.flatMap((of): PluginOptions[] => [of, of.docs ?? {}]);
  const isSet = (of: PluginOptions) =>
    (of.id ?? "default") === set && (typeof of.sidebarItemsGenerator === "function" || of.numberPrefixParser === false);
  return all.find(isSet) ?? {};
}

/**
 * What the site's plugins and themes provide: import aliases, webpack loaders, options for the plugins for redirects
 * and for pages, tags and modules for all pages, and folders with theme components. `states` tells of each plugin the
 * names of its other functions, as `hooks`, and what it throws, as `fault`; both are missing for a plugin from a package.
 */
export async function givenByPlugins(config: unknown, load: (path: string) => unknown): Promise<object> {
  const aliases: Record<string, unknown> = {};
  const entries = pluginsOf(config);
  const states: PluginState[] = [];
  const tags: unknown[] = [];
  const loaders: object[] = [];
  const [modules, themes]: [string[], string[]] = [[], []];
  const contents: unknown[] = [];
  for (const entry of entries) {
    const count = contentCalls.length;
    let fault: string | undefined;
    const onFault = (error: unknown): undefined => {
      [fault] = String(error instanceof Error ? error.message : error).split("\n");
    };
    const plugin = await sitePlugin(entry, config, load).catch(onFault);
    const [called] = [entry].flat() as readonly (string | { readonly toJSON?: unknown })[];
    // A stub is one of these plugins itself.
    if (typeof called === "string" || called?.toJSON === undefined) contents.push(...contentCalls.slice(count));
    const webpack = webpackSettings(plugin, onFault);
    Object.assign(aliases, optionsOf(entry).alias, webpack.resolve?.alias);
    loaders.push(...(attempt(() => loadersIn(webpack)) ?? []));
    const tagged = attempt(() => plugin?.injectHtmlTags?.({ content: undefined }));
    if (tagged) tags.push(tagged);
    const file = typeof called === "string" ? moduleFile(resolve(called)) : undefined;
    const inPlugin = (path: string) => (file !== undefined && /^\.\.?\//.test(path) ? join(dirname(file), path) : path);
    modules.push(...[attempt(() => plugin?.getClientModules?.()) ?? []].flat().map(inPlugin));
    themes.push(...[attempt(() => plugin?.getThemePath?.()) ?? []].flat().map(inPlugin));
    const functions = Object.entries(plugin ?? {}).flatMap(([key, value]) => (typeof value === "function" ? key : []));
    // Modules get the global data; other hooks may add pages.
    const loaded = String(plugin?.contentLoaded);
    const isData = /\bsetGlobalData\b/.test(loaded) && !/\b(?:addRoute|createData)\b/.test(loaded);
    const migrated = [
      tagged ? "injectHtmlTags" : "",
      "getClientModules",
      "getThemePath",
      ...(isData ? ["loadContent", "contentLoaded"] : []),
    ];
    states.push({ hooks: plugin && functions.filter((key) => !migrated.includes(key)), fault });
  }
  return { aliases, loaders, redirects: passedOn(entries), contents, states, tags, modules, themes };
}

/** Options of a plugin that are read. */
export interface PluginOptions extends SidebarFunctions {
  readonly id?: string;
  readonly alias?: object;
  readonly createRedirects?: unknown;
  readonly docs?: PluginOptions;
}

/** Options with which plugins that have run called the plugin for redirects; it may be one of them itself. */
function passedOn(entries: readonly unknown[]): PluginOptions[] {
  return redirectCalls.filter((options) => !entries.some((entry) => optionsOf(entry) === options));
}

function optionsOf(entry: unknown): PluginOptions {
  return ((Array.isArray(entry) ? entry[1] : undefined) ?? {}) as PluginOptions;
}

/** What a plugin of the site is asked for. */
interface SitePlugin {
  readonly name: string;
  readonly configureWebpack?: (...parameters: unknown[]) => WebpackSettings | undefined;
  readonly injectHtmlTags?: (loaded: object) => object;
  readonly getClientModules?: () => readonly string[];
  readonly getThemePath?: () => string;
  readonly loadContent?: () => unknown;
  readonly contentLoaded?: (loaded: object) => unknown;
}

/**
 * The data that the own plugins of a site give to all pages, by plugin and id; those of packages are stubs and give none.
 *
 * @param onFault gets what a plugin throws
 */
export async function globalData(
  config: unknown,
  load: (path: string) => unknown,
  onFault: (error: unknown) => void,
): Promise<unknown> {
  const data: Record<string, Record<string, unknown>> = {};
  for (const entry of pluginsOf(config)) {
    try {
      const plugin = await sitePlugin(entry, config, load);
      if (plugin === undefined) continue;
      const content = await plugin.loadContent?.();
      const setGlobalData = (value: unknown) => {
        data[plugin.name] = { ...data[plugin.name], [optionsOf(entry).id ?? "default"]: value };
      };
      const actions = { setGlobalData, addRoute: () => undefined, createData: async (name: string) => name };
      await plugin.contentLoaded?.({ content, allContent: {}, actions });
    } catch (error) {
      // Components that need its data are reported.
      onFault(error);
    }
  }
  return data;
}

/** A plugin of the site's own; undefined for the name of a package. */
async function sitePlugin(
  entry: unknown,
  config: unknown,
  load: (path: string) => unknown,
): Promise<SitePlugin | undefined> {
  const [plugin, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
  const exported = typeof plugin === "string" && /^[./]/.test(plugin) ? await load(plugin) : plugin;
  const create = (exported as { readonly default?: unknown } | undefined)?.default ?? exported;
  if (typeof create !== "function") return undefined;
  const context = { siteDir: process.cwd(), siteConfig: config, ...(config as object) };
  return (await (create as (...parameters: unknown[]) => unknown)(context, options ?? {})) as SitePlugin;
}

function pluginsOf(config: unknown): readonly unknown[] {
  const { plugins, themes } = config as { readonly plugins?: unknown; readonly themes?: unknown };
  return [plugins, themes].flatMap((entries) => (Array.isArray(entries) ? entries : []));
}

/** The redirects that the configuration creates to addresses, also by plugins of the site. */
export async function redirectsTo(
  routes: readonly string[],
  config: unknown,
  load: (path: string) => unknown,
): Promise<unknown> {
  const entries = pluginsOf(config);
  for (const entry of entries) await sitePlugin(entry, config, load).catch(() => undefined);
  const creators = [...entries.map(optionsOf), ...passedOn(entries)].flatMap(({ createRedirects }) =>
    typeof createRedirects === "function" ? [createRedirects as (route: string) => unknown] : [],
  );
  return routes.flatMap((to) =>
    creators.flatMap((create) =>
      [create(to)].flat().flatMap((from) => (typeof from === "string" ? [{ from, to }] : [])),
    ),
  );
}
