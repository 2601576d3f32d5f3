import { dirname } from "node:path";
import type { Program } from "estree";
import { type Mapping, parseYaml } from "../../content/data-file.ts";
import { loadEsbuild } from "../../shared/esbuild.ts";
import { infoOf } from "../../shared/file-info.ts";
import type { Imported, Job, ModuleOutcome } from "../job.ts";
import { record } from "./config-values.ts";
import { CODE, lackOf, localPath, moduleFile } from "./module-paths.ts";
import { MAX_PAGE, PAGE } from "./page-files.ts";
import { parseModule } from "./parse-mdx.ts";
import { reExports } from "./re-exports.ts";
import { readFileText } from "./read-data.ts";

type Tree = Pick<Job, "root" | "hasFile" | "aliases">;

/** Matches data files that docgen reads itself. */
export const YAML = /\.ya?ml$/;

/** Path of the imported file; undefined for packages and for files outside the boundary. */
export function localFile(specifier: string, from: string, { root, hasFile, aliases }: Tree): string | undefined {
  const path = localPath(specifier, root, dirname(from), aliases);
  const file = path === undefined ? undefined : moduleFile(path);
  return file !== undefined && hasFile(file) ? file : undefined;
}

/** Matches files that docgen bundles, whatever loaders a plugin has for them. */
const KNOWN_FILE = /\.(?:svg|png|jpe?g|gif|webp|avif|ico|css|s[ac]ss|less)$/i;

/** Resolves an import of a page or module. @param modules the modules that pages import, by path */
export function resolveImport(
  specifier: string,
  from: string,
  tree: Tree & Pick<Job, "loaders">,
  modules: ReadonlyMap<string, ImportedModule>,
): Imported {
  const [, named, bare = ""] = /^(.*!)?(.*?)(?:\?raw)?$/.exec(specifier) ?? [];
  const path = localFile(bare, from, tree);
  if (path === undefined) {
    const isOwn = localPath(bare, tree.root, tree.root, tree.aliases) !== undefined;
    return { kind: "none", reason: isOwn ? `there is no file ${bare}` : `docgen has no ${lackOf(bare, tree).text}` };
  }
  const isOwnKind = CODE.test(path) || PAGE.test(path) || KNOWN_FILE.test(path);
  const loaders = named ?? (isOwnKind ? undefined : tree.loaders.find(({ test }) => test.test(path))?.names);
  if (specifier.endsWith("?raw") || loaders?.includes("raw-loader")) return { kind: "asset", path, isText: true };
  if (YAML.test(path)) {
    const parsed = parseYaml(readFileText(path));
    if ("fault" in parsed) return { kind: "none", reason: `${path} is not YAML: ${parsed.fault.message}` };
    const exports = { ...record(parsed.value), default: parsed.value };
    return { kind: "module", path, exports, program: undefined };
  }
  if (loaders !== undefined) {
    const isFile = /(?:file|url|image|img|lqip)[\w-]*(?:\?[^!]*)?!|^!*$/.test(loaders);
    return isFile ? { kind: "asset", path } : { kind: "none", reason: `docgen has no webpack loader (${loaders})` };
  }
  if (PAGE.test(path)) return { kind: "partial", path };
  return CODE.test(path) ? moduleAt(path, modules) : { kind: "asset", path };
}

type ImportedModule = Extract<Imported, { readonly kind: "module" }>;

/** The module at a path; one that no page imports has not run. */
export function moduleAt(path: string, modules: ReadonlyMap<string, ImportedModule>): ImportedModule {
  return modules.get(path) ?? { kind: "module", path, exports: {}, program: undefined };
}

/** Runs the modules that pages and their partials import, and parses their code. */
export async function readModules(job: Job, pages: readonly string[]): Promise<Map<string, ImportedModule>> {
  const paths = new Set<string>();
  const seen = new Set<string>();
  const scan = (source: string) => {
    if (seen.has(source) || (infoOf(source)?.size ?? 0) > MAX_PAGE) return;
    seen.add(source);
    const text = job.preprocessed?.get(source) ?? readFileText(source);
    // Several imports may share a line.
    for (const [, first = "", from = first] of text.matchAll(
      /^\s*(?:import|export)\b[^;"']*?["']([^"'\n]+)["']|\bfrom\s*["']([^"'\n]+)["']/gm,
    )) {
      // Formatters write \_ also in the names of files.
      const file = localFile(from.replaceAll("\\_", "_"), source, job);
      if (file === undefined) continue;
      if (PAGE.test(file)) scan(file);
      else if (CODE.test(file)) paths.add(file);
    }
  };
  pages.forEach(scan);
  for (const path of paths)
    for (const { specifier } of reExports(path)) {
      const file = localFile(specifier, path, job);
      if (file !== undefined && CODE.test(file)) paths.add(file);
    }
  const outcomes = await job.run([...paths]);
  const modules = new Map<string, ImportedModule>();
  for (const path of paths) {
    const exports = exportsWithDefault(outcomes.get(path), path);
    const program = path.endsWith(".json") ? undefined : (await parsedCode(readFileText(path)))?.program;
    modules.set(path, { kind: "module", path, exports, program });
  }
  return modules;
}

function exportsWithDefault(outcome: ModuleOutcome | undefined, path: string): Mapping {
  if (outcome === undefined || "fault" in outcome) return {};
  const exported = record(outcome.exports);
  return path.endsWith(".json") || !("default" in exported)
    ? { ...exported, default: exported.default ?? outcome.exports }
    : exported;
}

/** The code of a module without types, and its syntax tree; undefined if it isn't JavaScript. */
export async function parsedCode(source: string): Promise<{ code: string; program: Program } | undefined> {
  try {
    const { transform } = await loadEsbuild();
    const { code } = await transform(source, { loader: "tsx", jsx: "preserve", format: "esm" });
    return { code, program: parseModule(code) as unknown as Program };
  } catch {
    // Not JavaScript: its exports are unknown.
    return undefined;
  }
}
