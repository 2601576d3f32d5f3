import fs from "node:fs";
import { stubFor } from "./module-stubs.ts";

/** The part of a plugin's webpack configuration that docgen reads. */
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

/** A plugin that may configure webpack. */
interface Configures {
  readonly configureWebpack?: (...parameters: unknown[]) => WebpackSettings | undefined;
}

/**
 * A plugin's webpack configuration. If it throws, it runs again as if all files existed, as it may check for files that a
 * build creates; aliases of files that don't exist are left out then.
 *
 * @param onFault gets what it throws then, too
 */
export function webpackSettings(plugin: Configures | undefined, onFault: (error: unknown) => void): WebpackSettings {
  const currentBundler = { name: "webpack", instance: stubFor("webpack") };
  const utilities = { currentBundler, getStyleLoaders: () => [], getJSLoader: () => ({}) };
  const ask = (): WebpackSettings => {
    // Plugins return settings, or change those that they get.
    const initial = { resolve: { alias: {} }, module: { rules: [] as WebpackRule[] }, plugins: [], output: {} };
    const { resolve, module } = plugin?.configureWebpack?.(initial, false, utilities, undefined) ?? {};
    const rules = new Set([...initial.module.rules, ...(module?.rules ?? [])]);
    return { resolve: { alias: { ...initial.resolve.alias, ...resolve?.alias } }, module: { rules: [...rules] } };
  };
  try {
    return ask();
  } catch {
    const { existsSync } = fs;
    fs.existsSync = () => true;
    let settings: WebpackSettings = {};
    try {
      settings = ask();
    } catch (error) {
      onFault(error);
    }
    fs.existsSync = existsSync;
    const alias = Object.entries(settings.resolve?.alias ?? {}).filter(([, path]) => existsSync(path));
    return { ...settings, resolve: { alias: Object.fromEntries(alias) } };
  }
}

/** Patterns of files with loaders, and the loaders as a prefix of an import, such as `yaml-loader!`. */
export function loadersIn({ module }: WebpackSettings): object[] {
  return [module?.rules ?? []].flat().flatMap(({ test, type, loader, use = loader }) => {
    if (!(test instanceof RegExp)) return [];
    if (type !== undefined)
      return [{ test: test.source, names: type === "asset/source" ? "raw-loader!" : "file-loader!" }];
    const names = [use].flat().map((entry) => (typeof entry === "object" ? entry.loader : String(entry)));
    return [{ test: test.source, names: `${names.join("!")}!` }];
  });
}
