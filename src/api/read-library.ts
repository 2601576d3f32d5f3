import { dirname, join } from "node:path/posix";
import { type ApiLibrary, type Declaration, mergeDeclarations } from "./declaration.ts";
import { type DeclarationFile, parseDeclarations } from "./parse-declarations.ts";

/**
 * Reads the type declarations of a library.
 *
 * @param entry path of its main file
 * @param read returns the text of a file; undefined if there is none
 */
export function readLibrary(name: string, entry: string, read: (path: string) => string | undefined): ApiLibrary {
  const files = new Map<string, DeclarationFile>();
  const exportsOf = new Map<string, ReadonlyMap<string, string>>();
  const visit = (path: string): ReadonlyMap<string, string> => {
    const knownExports = exportsOf.get(path);
    if (knownExports !== undefined) return knownExports;
    const exported = new Map<string, string>();
    exportsOf.set(path, exported);
    const text = read(path);
    if (text === undefined) return exported;
    const file = parseDeclarations(path, text);
    files.set(path, file);
    for (const { specifier, isAll } of file.modules) {
      if (!specifier.startsWith(".")) continue;
      const inner = candidates(join(dirname(path), specifier)).find((candidate) => read(candidate) !== undefined);
      const names = inner === undefined ? [] : visit(inner);
      if (isAll) for (const [alias, declared] of names) exported.set(alias, declared);
    }
    for (const [alias, declared] of file.exported) exported.set(alias, declared);
    return exported;
  };
  const names = visit(entry);
  const merged = mergeDeclarations([...files.values()].flatMap(({ declared }) => declared));
  const all = new Map(merged.map((declaration) => [declaration.name, declaration]));
  const exports = new Map<string, Declaration>();
  for (const [alias, declared] of names) {
    const declaration = all.get(declared);
    if (declaration !== undefined) exports.set(alias, { ...declaration, name: alias });
  }
  const { assigned } = files.get(entry) ?? {};
  for (const member of all.get(assigned ?? "")?.members ?? []) {
    exports.set(member.name, member);
    // In its namespace, types name each other without it.
    if (!all.has(member.name)) all.set(member.name, member);
  }
  const uses = new Map<string, number>();
  for (const use of [...files.values()].flatMap((file) => file.uses)) uses.set(use, (uses.get(use) ?? 0) + 1);
  const faults = [...files].flatMap(([path, file]) => file.faults.map((line) => ({ path, line })));
  return { name, exports, all, uses, faults };
}

/** Paths of the declarations that a module specifier may mean. */
function candidates(path: string): string[] {
  const stem = path.replace(/(?:\.d)?\.([cm]?)[jt]s$/, "");
  const kind = /\.([cm])[jt]s$/.exec(path)?.[1] ?? "";
  return [`${stem}.d.${kind}ts`, `${path}.d.ts`, `${path}/index.d.ts`];
}
