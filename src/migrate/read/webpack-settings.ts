import fs from "node:fs";
import { attempt } from "../../shared/attempt.ts";

/** What is read of what a plugin sets of webpack. */
export interface WebpackSettings {
  readonly resolve?: { readonly alias?: object };
  readonly module?: { readonly rules?: readonly WebpackRule[] };
}

interface WebpackRule {
  readonly test?: unknown;
  readonly type?: string;
  readonly loader?: WebpackLoader;
  readonly use?: WebpackLoader | readonly WebpackLoader[];
}

type WebpackLoader = string | { readonly loader: string };

/** A plugin that may set something of webpack. */
interface Configures {
  readonly configureWebpack?: (...parameters: unknown[]) => WebpackSettings | undefined;
}

/** What a plugin sets of webpack. Where it misses files that a build makes, only names of paths that exist. */
export function webpackSettings(plugin: Configures | undefined): WebpackSettings {
  const utilities = { currentBundler: { name: "webpack" }, getStyleLoaders: () => [], getJSLoader: () => ({}) };
  const ask = () => plugin?.configureWebpack?.({ resolve: {} }, false, utilities, undefined);
  try {
    return ask() ?? {};
  } catch {
    const { existsSync } = fs;
    fs.existsSync = () => true;
    const settings = attempt(ask) ?? {};
    fs.existsSync = existsSync;
    const alias = Object.entries(settings.resolve?.alias ?? {}).filter(([, path]) => existsSync(path));
    return { ...settings, resolve: { alias: Object.fromEntries(alias) } };
  }
}

/** The patterns of files with loaders of their own, with these as they begin names in imports: `yaml-loader!`. */
export function loadersIn({ module }: WebpackSettings): object[] {
  return [module?.rules ?? []].flat().flatMap(({ test, type, loader, use = loader }) => {
    if (!(test instanceof RegExp)) return [];
    if (type !== undefined)
      return [{ test: test.source, names: type === "asset/source" ? "raw-loader!" : "file-loader!" }];
    const names = [use].flat().map((entry) => (typeof entry === "object" ? entry.loader : String(entry)));
    return [{ test: test.source, names: `${names.join("!")}!` }];
  });
}
