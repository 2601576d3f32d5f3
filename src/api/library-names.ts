import type { ApiLibrary, BaseType, Declaration } from "./declaration.ts";

/** A name of a library's API. */
export interface ApiName {
  /** With the name of the library: `XLSX.utils.sheet_to_json`. */
  readonly name: string;
  readonly declaration: Declaration;
  /** Whether code can use it when the program runs, unlike a type. */
  readonly isValue: boolean;
}

/** All names of a library's API: exports, and members of namespaces, objects, classes, enums and types. */
export function apiNames(library: ApiLibrary): readonly ApiName[] {
  const inObjects = new Set<string>();
  const names: ApiName[] = [];
  const add = (name: string, declaration: Declaration, isValue: boolean) => {
    names.push({ name, declaration, isValue });
    const type = isValue && declaration.kind === "value" ? objectType(library, declaration) : undefined;
    if (type !== undefined) inObjects.add(type.name);
    const isOwn = isValue || declaration.kind === "type" || declaration.kind === "interface";
    const members = type?.members ?? (isOwn ? declaration.members : []);
    for (const member of members) add(`${name}.${member.name}`, member, isValue);
  };
  for (const [name, declaration] of library.exports) {
    add(`${library.name}.${name}`, declaration, !["interface", "type"].includes(declaration.kind));
  }
  // The type of one object only is that object's: its members are named by the object.
  return names.filter(({ name, isValue }) => isValue || !inObjects.has(name.split(".")[1] ?? ""));
}

/** The type of an object, if nothing else has that type. */
function objectType({ all, uses }: ApiLibrary, { type = "" }: Declaration): Declaration | undefined {
  const declaration = all.get(type);
  return declaration?.kind === "namespace" || uses.get(type) === 1 ? declaration : undefined;
}

/** What a name in a page means. */
export interface ResolvedName {
  readonly library: ApiLibrary;
  readonly declaration: Declaration;
  /** With the name of the library. */
  readonly name: string;
}

/** Finds what a name means: `utils.sheet_to_json`, `XLSX.read`, `ParsingOptions.type`; undefined if it is gone. */
export function resolveName(libraries: readonly ApiLibrary[], written: string): ResolvedName | undefined {
  for (const library of libraries) {
    const [first = "", ...path] = (
      written.startsWith(`${library.name}.`) ? written.slice(library.name.length + 1) : written
    ).split(".");
    let declaration = library.exports.get(first) ?? library.all.get(first);
    const key = path.join(".");
    if (declaration !== undefined && path.length > 0) {
      // A key may contain dots itself.
      declaration =
        memberOf(library, declaration, key) ??
        path.reduce<Declaration | undefined>((owner, name) => owner && memberOf(library, owner, name), declaration);
    }
    if (declaration !== undefined) return { library, declaration, name: [library.name, first, ...path].join(".") };
  }
  return undefined;
}

/** Members by name, of each declaration that pages have named. */
const namedMembers = new WeakMap<Declaration, ReadonlyMap<string, Declaration>>();

function memberOf(library: ApiLibrary, owner: Declaration, key: string): Declaration | undefined {
  const members = namedMembers.get(owner) ?? new Map(membersOf(library, owner).map((member) => [member.name, member]));
  namedMembers.set(owner, members);
  return members.get(key);
}

/** The names of APIs, without those of their libraries, and of types. */
export function namesAndTypes(libraries: readonly ApiLibrary[]): ReadonlySet<string> {
  const names = libraries.flatMap((library) =>
    apiNames(library).map(({ name }) => name.slice(library.name.length + 1)),
  );
  return new Set([...names, ...libraries.flatMap(({ all }) => [...all.keys()])]);
}

/** The members of a declaration: its own, those of its type, and inherited ones. */
export function membersOf(library: ApiLibrary, declaration: Declaration, seen: readonly string[] = []): Declaration[] {
  const { name, type, bases, members } = declaration;
  if (seen.includes(name)) return [];
  const next = [...seen, name];
  const inherited = [...bases, ...(type === undefined ? [] : [{ name: type, utility: undefined, keys: [] }])];
  const byName = new Map<string, Declaration>();
  for (const base of inherited) {
    const owner = library.all.get(base.name);
    const ofBase = owner === undefined ? [] : membersOf(library, owner, next);
    for (const member of ofBase.flatMap((inherited) => taken(inherited, base))) byName.set(member.name, member);
  }
  for (const member of members) byName.set(member.name, member);
  return [...byName.values()];
}

function taken(member: Declaration, { utility, keys }: BaseType): Declaration[] {
  if (utility === "Omit" || utility === "Pick") {
    return keys.includes(member.name) === (utility === "Pick") ? [member] : [];
  }
  return [utility === undefined ? member : { ...member, isOptional: utility === "Partial" }];
}

/** Literals of a union, or of the type that a member names. */
export function literalsOf({ all }: ApiLibrary, { literals, type }: Declaration): readonly string[] {
  return literals.length > 0 ? literals : (all.get(type ?? "")?.literals ?? []);
}
