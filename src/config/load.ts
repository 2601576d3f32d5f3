import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { BuildFailure, Plugin } from "esbuild";
import { bundleForNode, type NodeBundle } from "../shared/esbuild.ts";
import { Failure } from "../shared/failure.ts";
import { readRegular } from "../shared/regular-file.ts";
import { CONFIG_FILE, requireConfig } from "./config-file.ts";
import { isConstant } from "./constant.ts";
import { evaluateConfig } from "./evaluate.ts";
import type { SiteConfig } from "./schema.ts";
import { validateConfig } from "./validate.ts";

/** A bundled configuration, as it is stored between builds. */
export interface BundledConfig extends NodeBundle {
  /** Its value, if the code is a constant: the output of `v8.serialize` in base64. */
  readonly constant?: string | undefined;
}

/** A loaded configuration and the files it was made of, for the watcher and the cache. */
export interface LoadedConfig extends BundledConfig {
  readonly config: SiteConfig;
  /** Their contents, by path relative to the root, `site.config.ts` first: for messages that name a line. */
  readonly sources: ReadonlyMap<string, string>;
  /** The exported value. */
  readonly value: unknown;
}

/**
 * Bundles, runs and checks `site.config.ts`.
 *
 * @param root absolute path of the site's root folder
 * @param bundled the stored bundle of an earlier build, if none of its files has changed
 * @throws Failure (exit code 2) that lists every error with the item it belongs to
 */
export async function loadConfig(root: string, bundled?: BundledConfig): Promise<LoadedConfig> {
  const entry = join(root, CONFIG_FILE);
  const { code, files, constant } = bundled ?? (await bundleConfig(root));
  const value = constant === undefined ? await evaluateConfig(code) : deserialize(Buffer.from(constant, "base64"));
  if (value === undefined) {
    throw new Failure(2, `${CONFIG_FILE}: exports nothing; write "export default defineConfig({ … })"`);
  }
  const sources = readSources(root, entry, files);
  const result = validateConfig(value);
  if ("errors" in result) {
    const failure = new Failure(2, result.errors.map((error) => `${CONFIG_FILE}: ${error}`).join("\n"));
    throw await withPlaces(failure, sources);
  }
  const kept = constant ?? (isConstant(code) ? serialize(value).toString("base64") : undefined);
  return { config: result.config, files, sources, code, value, constant: kept };
}

/** What was thrown for a configuration, with the places of the items that its messages name. */
export async function withPlaces(thrown: unknown, sources: LoadedConfig["sources"]): Promise<unknown> {
  const { placeFailure } = await import("./item-place.ts");
  return placeFailure(thrown, sources);
}

function readSources(root: string, entry: string, files: readonly string[]): Map<string, string> {
  const own = [entry, ...files.filter((path) => path !== entry && !path.includes("node_modules") && existsSync(path))];
  return new Map(own.map((path) => [relative(root, path).replaceAll("\\", "/"), readRegular(path).toString("utf8")]));
}

/** Bundles `site.config.ts`. @throws Failure (exit code 2) where it is absent, or esbuild finds it faulty */
export async function bundleConfig(root: string): Promise<BundledConfig> {
  requireConfig(root);
  try {
    // Relative, as characters such as "*" in an absolute path would be wildcards.
    return await bundleForNode(root, `./${CONFIG_FILE}`, [resolveDocgen]);
  } catch (error) {
    const { errors = [] } = error as Partial<BuildFailure>;
    if (errors.length === 0) throw error;
    const lines = errors.map(({ text, location }) => {
      const place = location === null ? CONFIG_FILE : `${location.file}:${location.line}:${location.column + 1}`;
      return `${place}: ${text}`;
    });
    throw new Failure(2, lines.join("\n"), { cause: error });
  }
}

/** `docgen/config` resolves to this installation, wherever the site is. */
const resolveDocgen: Plugin = {
  name: "docgen-config",
  setup(api) {
    api.onResolve({ filter: /^docgen\/config$/ }, () => ({ path: "docgen:config", namespace: "docgen" }));
    api.onLoad({ filter: /.*/, namespace: "docgen" }, () => ({
      contents: `
        export function defineConfig(config) { return config; }
        export function report(env, line, fault) { env.page.report(line, fault); }`,
      loader: "js",
    }));
  },
};
