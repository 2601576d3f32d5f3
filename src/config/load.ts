import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { BuildFailure, Plugin } from "esbuild";
import { bundleForNode, type NodeBundle } from "../shared/esbuild.ts";
import { Failure } from "../shared/failure.ts";
import { installHint } from "../shared/install-hint.ts";
import { readRegular } from "../shared/regular-file.ts";
import { CONFIG_FILE, requireConfig } from "./config-file.ts";
import { evaluateConfig } from "./evaluate-config.ts";
import type { SiteConfig } from "./schema.ts";
import { validateConfig } from "./validate.ts";

/** A valid configuration. */
export interface LoadedConfig {
  readonly config: SiteConfig;
  /**
   * Texts of its files, by path relative to the root, `site.config.ts` first. Messages get their positions from them.
   */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Bundles, runs and validates `site.config.ts`.
 *
 * @param root absolute path of the site's root
 * @throws Failure (exit code 2) that lists every error with its item
 */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  const { code, inputs } = await bundleConfig(root);
  return checkConfig(root, inputs, await evaluateAt(root, inputs, code));
}

/** Evaluates a bundle like `evaluateConfig`, with the places of items in messages. @param files absolute paths */
export async function evaluateAt(
  root: string,
  files: readonly string[],
  code: string,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    return await evaluateConfig(code, signal);
  } catch (error) {
    throw await withPlaces(error, readSources(root, files));
  }
}

/**
 * Validates the exported value of a configuration.
 *
 * @param files absolute paths of its files
 * @throws Failure (exit code 2) that lists every error with its item
 */
export async function checkConfig(root: string, files: readonly string[], value: unknown): Promise<LoadedConfig> {
  if (value === undefined) {
    throw new Failure(2, `${CONFIG_FILE}: exports nothing; write "export default defineConfig({ … })"`);
  }
  const sources = readSources(root, files);
  const result = validateConfig(value);
  if ("errors" in result) {
    const failure = new Failure(2, result.errors.map((error) => `${CONFIG_FILE}: ${error}`).join("\n"));
    throw await withPlaces(failure, sources);
  }
  return { config: result.config, sources };
}

/** Adds positions to the messages of a failure, as `placeFailure` does. */
export async function withPlaces(thrown: unknown, sources: LoadedConfig["sources"]): Promise<unknown> {
  const { placeFailure } = await import("./item-place.ts");
  return placeFailure(thrown, sources);
}

function readSources(root: string, files: readonly string[]): Map<string, string> {
  const entry = join(root, CONFIG_FILE);
  const all = [entry, ...files.filter((path) => path !== entry && !path.includes("node_modules") && existsSync(path))];
  return new Map(all.map((path) => [relative(root, path).replaceAll("\\", "/"), readRegular(path).toString("utf8")]));
}

/** Bundles `site.config.ts`. @throws Failure (exit code 2) if it is absent or has syntax errors */
export async function bundleConfig(root: string): Promise<NodeBundle> {
  requireConfig(root);
  try {
    // A relative path, as characters such as "*" in an absolute one would be wildcards.
    return await bundleForNode(root, `./${CONFIG_FILE}`, [resolveDocgen]);
  } catch (error) {
    const { errors = [] } = error as Partial<BuildFailure>;
    if (errors.length === 0) throw error;
    const lines = errors.map(({ text, location }) => {
      const position = location === null ? CONFIG_FILE : `${location.file}:${location.line}:${location.column + 1}`;
      return `${position}: ${text}${remedyOf(text)}`;
    });
    throw new Failure(2, lines.join("\n"), { cause: error });
  }
}

/** What may have caused an error, for the end of its message. */
function remedyOf(text: string): string {
  const install = installHint(/^Could not resolve "(.+)"$/.exec(text)?.[1] ?? "");
  if (install !== undefined) return `; ${install}`;
  if (/^Expected .* but found end of file/.test(text)) return "; a bracket or a quote is not closed";
  return /^Expected "[}\])]" but found/.test(text) ? "; a comma may be missing before it" : "";
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
