import type { Imported } from "../job.ts";
import { readFileText } from "./read-data.ts";

/** Matches imports, which may share a line with others and with comments. */
export const IMPORT =
  /(?:^|(?<=;|\*\/)[^\S\n]*)(?:(import|export)\s+((?:[^\s;"'=(]+\s+)*?(?:[^\s;"'=(]*\})?)from\s*["']([^"']+)["']|import\s*["']([^"']+)["'])(?:;|(?=[^\S\n]*(?:$|\/[/*])))/gm;

/** Resolves a module specifier. @param from path of the module that contains it */
export type Resolve = (specifier: string, from: string) => Imported;

/** Maximum number of modules to follow an export through, as they may form a circle. */
const MAX_PASSED = 9;

/** Matches an export of names that a module has imported: `export { A, B as C };`, `export default A;`. */
const PASSED_ON = /^export\s+(?:\{([^}]*)\}|default\s+([\w$]+))[^\S\n]*(?:;|$)/gm;

/** The exports of a module that only re-exports those of others, as clauses of imports; empty for any other module. */
export function reExports(path: string): { readonly clause: string; readonly specifier: string }[] {
  const source = readFileText(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const rest = source.replace(IMPORT, "");
  const statements = [...source.matchAll(IMPORT)].map(([, word, clause = "", specifier = ""]) => {
    return { word, clause, specifier };
  });
  if (rest.replace(PASSED_ON, "").trim() !== "" || statements.some(({ word }) => word === undefined)) return [];
  const passedOn = [...rest.matchAll(PASSED_ON)].flatMap(([, names, only]) =>
    names === undefined ? [{ exported: String(only), local: "default" }] : (entriesOf(`{${names}}`) ?? []),
  );
  return statements.flatMap(({ word, clause, specifier }) => {
    if (word === "export") return [{ clause, specifier }];
    const imported = entriesOf(clause) ?? [];
    return passedOn.flatMap(({ exported: name, local }) => {
      const entry = imported.find((other) => other.local === name);
      return entry === undefined ? [] : [{ clause: `{ ${entry.exported} as ${local} }`, specifier }];
    });
  });
}

/** Where an export of a module is written: modules that only export what others do are passed over. */
export function exportOrigin(
  path: string,
  exported: string,
  resolve: Resolve,
  passed = 0,
): { readonly path: string; readonly exported: string } {
  for (const { clause, specifier } of passed > MAX_PASSED ? [] : reExports(path)) {
    const imported = resolve(specifier, path);
    if (imported.kind !== "module") continue;
    const named = entriesOf(clause)?.find(({ local }) => local === exported);
    if (named !== undefined) return exportOrigin(imported.path, named.exported, resolve, passed + 1);
    if (clause.trim() !== "*" || exported === "default") continue;
    const origin = exportOrigin(imported.path, exported, resolve, passed + 1);
    if (new RegExp(`^export\\b.*\\b${exported}\\b`, "m").test(readFileText(origin.path))) return origin;
  }
  return { path, exported };
}

/**
 * Splits the names of an import by the modules that they come from.
 *
 * @param clause as in the import: `{ A, B as C }`
 * @returns the clauses, with the paths of these modules
 */
export function clausesByOrigin(clause: string, path: string, resolve: Resolve): [path: string, clause: string][] {
  const clauses = new Map<string, string[]>();
  for (const { exported: name, local } of entriesOf(clause) ?? []) {
    const origin = exportOrigin(path, name, resolve);
    const entry = origin.exported === local ? local : `${origin.exported} as ${local}`;
    clauses.set(origin.path, [...(clauses.get(origin.path) ?? []), entry]);
  }
  if (clauses.size === 0 || (clauses.size === 1 && clauses.has(path))) return [[path, clause]];
  return [...clauses].map(([from, entries]) => [from, `{ ${entries.join(", ")} }`]);
}

/** The names in a clause of an import or export, without types; undefined if it imports a module as a whole. */
export function entriesOf(clause: string): { readonly exported: string; readonly local: string }[] | undefined {
  const [, first, names] = /^\s*([\w$]+)?\s*,?\s*(?:\{([^}]*)\})?\s*$/.exec(clause) ?? [];
  if (first === undefined && names === undefined) return undefined;
  const entries = [...(first === undefined ? [] : [`default as ${first}`]), ...(names ?? "").split(",")];
  return entries.flatMap((entry) => {
    const [, exported, local = exported] = /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(entry) ?? [];
    return exported === undefined || local === undefined ? [] : [{ exported, local }];
  });
}
