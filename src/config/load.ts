import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BuildFailure, build, type Plugin } from "esbuild";
import { Failure } from "../shared/failure.ts";
import type { SiteConfig } from "./schema.ts";
import { validateConfig } from "./validate.ts";

export const CONFIG_FILE = "site.config.ts";

/** A loaded configuration and the files it was made of, for the watcher and the cache. */
export interface LoadedConfig {
  readonly config: SiteConfig;
  /** Absolute paths of `site.config.ts` and everything it imports from the site. */
  readonly files: readonly string[];
  /** Their texts, by path relative to the root, `site.config.ts` first: for messages that name a line. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Bundles, runs and checks `site.config.ts`.
 *
 * @param root absolute path of the site's root folder
 * @throws Failure (exit code 2) that lists every error with the item it belongs to
 */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  const entry = join(root, CONFIG_FILE);
  if (!existsSync(entry)) {
    throw new Failure(
      2,
      `${entry}: not found; a site's root holds ${CONFIG_FILE} and content/ (choose it with --root)`,
    );
  }
  const { code, inputs } = await bundle(root, entry);
  const value = await evaluate(code);
  if (value === undefined) {
    throw new Failure(2, `${CONFIG_FILE}: exports nothing; write "export default defineConfig({ … })"`);
  }
  const result = validateConfig(value);
  if ("errors" in result) {
    throw new Failure(2, result.errors.map((error) => `${CONFIG_FILE}: ${error}`).join("\n"));
  }
  const own = inputs.filter((path) => path !== entry && !path.includes("node_modules"));
  const sources = await Promise.all(
    [entry, ...own].map(async (path) => {
      return [relative(root, path).replaceAll("\\", "/"), await readFile(path, "utf8")] as const;
    }),
  );
  return { config: result.config, files: inputs, sources: new Map(sources) };
}

async function bundle(root: string, entry: string): Promise<{ code: string; inputs: string[] }> {
  try {
    const result = await build({
      entryPoints: [entry],
      absWorkingDir: root,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      write: false,
      metafile: true,
      logLevel: "silent",
      plugins: [resolveDocgen],
    });
    const inputs = Object.keys(result.metafile.inputs).filter((path) => !path.startsWith("docgen:"));
    return { code: result.outputFiles[0]?.text ?? "", inputs: inputs.map((path) => join(root, path)) };
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

/** Runs the bundled module from memory, so that nothing is written beside the site. */
async function evaluate(code: string): Promise<unknown> {
  try {
    const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    return ((await import(url)) as { default?: unknown }).default;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(2, `${CONFIG_FILE}: throws while it is read: ${message}`, { cause: error });
  }
}

/** `docgen/config` is this tool's own, wherever the site stands. */
const resolveDocgen: Plugin = {
  name: "docgen-config",
  setup(api) {
    api.onResolve({ filter: /^docgen\/config$/ }, () => ({ path: "docgen:config", namespace: "docgen" }));
    api.onLoad({ filter: /.*/, namespace: "docgen" }, () => ({
      contents: "export function defineConfig(config) { return config; }",
      loader: "js",
    }));
  },
};
