import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { BuildFailure, Plugin } from "esbuild";
import { bundleForNode, type NodeBundle } from "../shared/esbuild.ts";
import { Failure } from "../shared/failure.ts";
import { installHint } from "../shared/install-hint.ts";
import { readRegular } from "../shared/regular-file.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { createCodeThread } from "../shared/user-code/code-thread.ts";
import { type CodeFault, originOf } from "../shared/user-code/fault.ts";
import { CONFIG_FILE, requireConfig } from "./config-file.ts";
import type { ConfigAnswer, ConfigTask } from "./config-worker.ts";
import type { SiteConfig } from "./schema.ts";
import { validateConfig } from "./validate.ts";

/** A valid configuration. */
export interface LoadedConfig {
  readonly config: SiteConfig;
  /** Texts of its files, by path relative to the root, `site.config.ts` first: positions of messages come from them. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Bundles, runs and validates `site.config.ts`. @throws Failure (exit code 2) that lists every error with its item */
export async function loadConfig(root: string): Promise<LoadedConfig> {
  const bundle = await bundleConfig(root);
  return checkConfig(root, bundle.inputs, await evaluateConfig(root, bundle));
}

/** Validates an exported value. @param files absolute paths @throws Failure (exit code 2) that lists every error */
export async function checkConfig(root: string, files: readonly string[], value: unknown): Promise<LoadedConfig> {
  if (value === undefined) {
    throw new Failure(2, `${CONFIG_FILE}: exports nothing; write "export default defineConfig({ … })"`);
  }
  const sources = readSources(root, files);
  const result = validateConfig(value);
  if ("errors" in result) throw await failureOf(result.errors, sources);
  return { config: result.config, sources };
}

/** The failure with these errors, each of which begins with its item. */
function failureOf(errors: readonly string[], sources: LoadedConfig["sources"]): Promise<unknown> {
  return withPlaces(new Failure(2, errors.map((error) => `${CONFIG_FILE}: ${error}`).join("\n")), sources);
}

/** Adds positions to the messages of a failure, as `placeFailure` does. */
export async function withPlaces(thrown: unknown, sources: LoadedConfig["sources"]): Promise<unknown> {
  const { placeFailure } = await import("./item-place.ts");
  return placeFailure(thrown, sources);
}

function readSources(root: string, files: readonly string[]): Map<string, string> {
  const entry = join(root, CONFIG_FILE);
  const all = [entry, ...files.filter((path) => path !== entry && !path.includes("node_modules"))].filter(existsSync);
  return new Map(all.map((path) => [relative(root, path).replaceAll("\\", "/"), readRegular(path).toString("utf8")]));
}

/** Bundles `site.config.ts`. @throws Failure (exit code 2) if it is absent or has syntax errors */
export async function bundleConfig(root: string): Promise<NodeBundle> {
  requireConfig(root);
  try {
    // A relative path, as characters such as "*" in an absolute one would be wildcards.
    const bundle = await bundleForNode(root, `./${CONFIG_FILE}`, [resolveDocgen]);
    if (!bundle.circle.startsWith(CONFIG_FILE)) return bundle;
    throw new Failure(2, `${CONFIG_FILE}: imports itself: ${bundle.circle}; move what they share to another file`);
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
  if (text.startsWith("Duplicate key")) return "; remove one of the two";
  return /^Expected "[}\])]" but found/.test(text) ? "; a comma may be missing before it" : "";
}

/** `docgen/config` resolves to this installation, wherever the site is. */
const resolveDocgen: Plugin = {
  name: "docgen-config",
  setup(api) {
    // JavaScript takes the last of two equal keys in silence.
    api.initialOptions.logOverride = { "duplicate-object-key": "error" };
    api.onResolve({ filter: /^docgen\/config$/ }, () => ({ path: "docgen:config", namespace: "docgen" }));
    api.onLoad({ filter: /.*/, namespace: "docgen" }, () => ({
      contents: `
        export function defineConfig(config) { return config; }
        export function report(env, line, fault) { env.page.report(line, fault); }`,
      loader: "js",
    }));
  },
};

const WORKER = join(TOOL_ROOT, "dist/config/config-worker.js");

/**
 * Evaluates a bundled configuration in a thread of its own, as it may block, wait forever or end its process.
 *
 * @param signal terminates the thread
 * @returns the exported value
 * @throws Failure (exit code 2) if it throws, exceeds a limit, ends the process or exports something other than plain
 *   data
 */
export async function evaluateConfig(
  root: string,
  { inputs, code, circle }: Pick<NodeBundle, "inputs" | "code" | "circle">,
  signal?: AbortSignal,
): Promise<unknown> {
  const faults: CodeFault[] = [];
  const thread = createCodeThread<ConfigTask, ConfigAnswer>(WORKER, (fault) => {
    faults.push(fault);
    // After a fault in the background, a promise that the configuration awaits may never settle.
    void thread.close();
  });
  signal?.addEventListener("abort", () => void thread.close(), { once: true });
  const outcome = await thread.ask(CONFIG_FILE, { name: CONFIG_FILE, code });
  await thread.end();
  const fault = faults[0] ?? ("fault" in outcome ? outcome.fault : undefined);
  if (fault !== undefined)
    throw new Failure(2, faultText(fault, code) + (circle && `; files import each other: ${circle}`));
  if ("fault" in outcome) return undefined;
  if ("value" in outcome.value) return outcome.value.value;
  // Code that posts to the thread's port can forge an answer of any shape.
  const { errors = ["configuration: has no value"] } = outcome.value;
  throw await failureOf(errors, readSources(root, inputs));
}

function faultText({ kind, message, stack, owner }: CodeFault, code: string): string {
  const origin = originOf(stack, owner, code);
  const isOwn = origin?.source === CONFIG_FILE;
  const position = isOwn ? `${CONFIG_FILE}:${origin.line}:${origin.column}` : CONFIG_FILE;
  const elsewhere = origin === undefined || isOwn ? "" : ` (${origin.source}:${origin.line}:${origin.column})`;
  const text = {
    unusable: message,
    throws: `throws while it is read: ${message}`,
    background: `throws in code that it does not await: ${message}`,
    exit: "ends the process; throw an error instead",
    time: `takes longer than ${message} to load; DOCGEN_TIME_LIMIT sets the limit in seconds`,
    memory: `uses more than ${message} of memory`,
  }[kind];
  return `${position}: ${text}${elsewhere}`;
}
