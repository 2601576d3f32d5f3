import { dirname } from "node:path";
import type { Program } from "estree";
import type { Mapping } from "../../content/data-file.ts";
import { loadEsbuild } from "../../shared/esbuild.ts";
import { infoOf } from "../../shared/file-info.ts";
import { readRegular } from "../../shared/regular-file.ts";
import type { Imported, Job, ModuleOutcome } from "../job.ts";
import { record } from "./config-values.ts";
import { MAX_PAGE, PAGE } from "./page-limits.ts";
import { parseModule } from "./parse-mdx.ts";
import { CODE, localPath, moduleFile } from "./run-modules.ts";

type Tree = Pick<Job, "root" | "hasFile">;

/** Path of the imported file; undefined for packages and for files outside the boundary. */
export function localFile(specifier: string, from: string, { root, hasFile }: Tree): string | undefined {
  const isLocal = /^(?:@site|\.{1,2})\//.test(specifier);
  const path = isLocal ? localPath(specifier, root, dirname(from)) : undefined;
  const file = path === undefined ? undefined : moduleFile(path);
  return file !== undefined && hasFile(file) ? file : undefined;
}

/** Resolves an import of a page or module. @param modules the modules that pages import, by path */
export function resolveImport(
  specifier: string,
  from: string,
  tree: Tree,
  modules: ReadonlyMap<string, Imported>,
): Imported {
  const bare = specifier.replace(/^.*!/, "");
  const path = localFile(bare, from, tree);
  if (path === undefined) return { kind: "none" };
  if (bare !== specifier) return { kind: "asset", path };
  if (PAGE.test(path)) return { kind: "partial", path };
  return CODE.test(path) ? (modules.get(path) ?? { kind: "none" }) : { kind: "asset", path };
}

/** Runs the modules that pages and their partials import, and parses their code. */
export async function readModules(job: Job, pages: readonly string[]): Promise<Map<string, Imported>> {
  const paths = new Set<string>();
  const seen = new Set<string>();
  const scan = (source: string) => {
    if (seen.has(source) || (infoOf(source)?.size ?? 0) > MAX_PAGE) return;
    seen.add(source);
    for (const [, from = ""] of readRegular(source)
      .toString("utf8")
      .matchAll(/^\s*(?:import|export)\b[^;"']*?["']([^"'\n]+)["']|\bfrom\s*["']([^"'\n]+)["']/gm)) {
      const file = localFile(from, source, job);
      if (file === undefined) continue;
      if (PAGE.test(file)) scan(file);
      else if (CODE.test(file)) paths.add(file);
    }
  };
  pages.forEach(scan);
  const outcomes = await job.run([...paths]);
  const modules = new Map<string, Imported>();
  for (const path of paths) {
    const exports = exportsOf(outcomes.get(path), path);
    modules.set(path, { kind: "module", path, exports, program: await programOf(path) });
  }
  return modules;
}

function exportsOf(outcome: ModuleOutcome | undefined, path: string): Mapping {
  if (outcome === undefined || "fault" in outcome) return {};
  const exported = record(outcome.exports);
  return path.endsWith(".json") || !("default" in exported)
    ? { ...exported, default: exported.default ?? outcome.exports }
    : exported;
}

async function programOf(path: string): Promise<Program | undefined> {
  if (path.endsWith(".json")) return undefined;
  try {
    const { transform } = await loadEsbuild();
    const source = readRegular(path).toString("utf8");
    const { code } = await transform(source, { loader: "tsx", jsx: "preserve", format: "esm" });
    return parseModule(code) as unknown as Program;
  } catch {
    // Not JavaScript: its exports are unknown.
    return undefined;
  }
}
