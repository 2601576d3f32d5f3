import type { ApiMention } from "../markdown/document.ts";
import { groupBy } from "../shared/group-by.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { describedMembers, joinTables, rowName } from "./compare-options.ts";
import type { ApiLibrary, Declaration } from "./declaration.ts";
import { type ApiName, apiNames, membersOf, resolveName } from "./library-names.ts";

/** The mentions of a page. */
export interface MentionsOfPage {
  readonly route: string;
  readonly mentions: readonly ApiMention[];
}

const placeOf = ({ path, line, name }: Declaration) => `${path}:${line}:${name}`;
const parameterPlace = (declaration: Declaration, name: string) => `${placeOf(declaration)}(${name})`;

/** The names of an API, with what finds those of a declaration and those that a heading means. */
function nameIndex(libraries: readonly ApiLibrary[]) {
  const all = libraries.flatMap(apiNames);
  const byPlace = groupBy(all, ({ declaration }) => placeOf(declaration));
  const values = all.filter(({ isValue }) => isValue);
  const byEnd = groupBy(values, ({ name }) => name.replace(/^.*\./, ""));
  const ofDeclaration = (declaration: Declaration) => byPlace.get(placeOf(declaration)) ?? [];
  const meaning = (written: string): readonly ApiName[] | undefined => {
    const resolved = resolveName(libraries, written);
    return resolved && ofDeclaration(resolved.declaration);
  };
  return {
    ofDeclaration,
    meaning,
    /** A name that is written without its object counts if only one function or value has it. */
    inHeading: (written: string): readonly ApiName[] => {
      const name = written.replace(/\(.*$/s, "");
      const others = byEnd.get(name) ?? [];
      return meaning(name) ?? (others.length === 1 ? others : []);
    },
  };
}

/** Where each name is documented best: by its signature, else a row of options, else a heading. */
export function documentedAddresses(
  libraries: readonly ApiLibrary[],
  pages: readonly MentionsOfPage[],
): Record<string, string> {
  const index = nameIndex(libraries);
  const ranked: Record<ApiMention["kind"], Map<string, string>> = {
    signature: new Map(),
    options: new Map(),
    heading: new Map(),
  };
  for (const { route, mentions } of pages) {
    const add = (kind: ApiMention["kind"], names: readonly ApiName[], id: string) => {
      const address = id === "" ? route : `${route}#${id}`;
      for (const { name } of names) if (!ranked[kind].has(name)) ranked[kind].set(name, address);
    };
    for (const { kind, names, id } of mentions) {
      const declarations = names.map((name) =>
        kind === "heading" ? index.inHeading(name) : (index.meaning(name) ?? []),
      );
      add(kind, declarations.flat(), id);
    }
    for (const table of joinTables(mentions)) {
      for (const { declaration, row } of describedMembers(libraries, table)) {
        if (row !== undefined) add("options", index.ofDeclaration(declaration), row.id);
      }
    }
  }
  return Object.fromEntries([...ranked.heading, ...ranked.options, ...ranked.signature]);
}

/** A part of the API that no page names. */
export interface UndocumentedName {
  /** With the name of the library; a parameter as `XLSX.read(data)`. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** Finds the names, and the parameters of functions, that no page names. */
export function undocumentedNames(
  libraries: readonly ApiLibrary[],
  pages: readonly MentionsOfPage[],
): UndocumentedName[] {
  const index = nameIndex(libraries);
  /** Places of declarations, and of their parameters. */
  const named = new Set<string>();
  const nameParameters = (declaration: Declaration, names: readonly string[]) => {
    for (const name of names) named.add(parameterPlace(declaration, name));
  };
  const nameCall = (declaration: Declaration, code: string) => {
    named.add(placeOf(declaration));
    nameParameters(declaration, /\(([\s\S]*)\)/.exec(code)?.[1]?.match(/[A-Za-z_$][\w$]*/g) ?? []);
  };
  for (const mention of pages.flatMap(({ mentions }) => mentions)) {
    for (const name of mention.names) {
      if (mention.kind === "heading") {
        for (const { declaration } of index.inHeading(name)) nameCall(declaration, name);
        continue;
      }
      const resolved = resolveName(libraries, name);
      if (resolved === undefined) continue;
      named.add(placeOf(resolved.declaration));
      if (mention.kind === "options") continue;
      nameParameters(resolved.declaration, resolved.declaration.parameters);
      // The code of a type shows its members.
      for (const member of shownMembers(resolved.declaration)) named.add(placeOf(member));
    }
  }
  for (const table of pages.flatMap(({ mentions }) => joinTables(mentions))) {
    for (const { declaration, row } of describedMembers(libraries, table)) {
      const code = row?.codes.find((cellCode) => rowName(cellCode) === declaration.name) ?? "";
      nameCall(declaration, code);
    }
  }
  return libraries.flatMap((library) => missingIn(library, named));
}

function shownMembers({ members }: Declaration): Declaration[] {
  return members.flatMap((member) => [member, ...shownMembers(member)]);
}

function missingIn(library: ApiLibrary, named: ReadonlySet<string>): UndocumentedName[] {
  const isNamed = (declaration: Declaration): boolean => {
    if (named.has(placeOf(declaration))) return true;
    // A type whose members are all described needs no mention of its own.
    const members =
      declaration.kind === "interface" || declaration.type !== undefined ? membersOf(library, declaration) : [];
    return members.length > 0 && members.every(isNamed);
  };
  return apiNames(library).flatMap(({ name, declaration }) => {
    const { path, line } = declaration;
    if (!isNamed(declaration)) return [{ name, path, line }];
    const unnamed = declaration.parameters.filter((parameter) => !named.has(parameterPlace(declaration, parameter)));
    return unnamed.map((parameter) => ({ name: `${name}(${parameter})`, path, line }));
  });
}

/** File with the names that are known to be undocumented, at the root of the site. */
export const DEBT_FILE = "api-debt.txt";

/** Compares what is undocumented with what is known to be: names, one a line, each with a reason after `#`. */
export function compareDebt(missing: readonly UndocumentedName[], debt: string): Problem[] {
  const lines = debt.split(/\r?\n/).map((text, index) => ({ name: text.replace(/#.*$/, "").trim(), line: index + 1 }));
  const listedNames = new Set(lines.map(({ name }) => name));
  const names = new Set(missing.map(({ name }) => name));
  const fresh = missing.filter(({ name }) => !listedNames.has(name));
  const paid = lines.filter(({ name }) => name !== "" && !names.has(name));
  return [
    ...fresh.map(undocumented),
    ...paid.map(({ name, line }) => {
      const texts = { message: `"${name}" is documented, or no longer declared`, hint: "remove the line" };
      return problemOf({ path: DEBT_FILE, line, severity: "warning", code: "api-debt", ...texts });
    }),
  ];
}

function undocumented({ name, path, line }: UndocumentedName): Problem {
  const message = `no page documents ${name}`;
  const hint = `name it in a heading, a row of <Options of=…> or a <Signature>, or add it to ${DEBT_FILE}`;
  return problemOf({ path, line, severity: "warning", code: "api-undocumented", message, hint });
}

/** The debt with a line for each name. Lines that stay are unchanged, and so are comments and empty lines. */
export function updateDebt(missing: readonly UndocumentedName[], debt: string): string {
  const names = new Set(missing.map(({ name }) => name));
  const kept = debt.split("\n").filter((line) => {
    const name = line.replace(/#.*/s, "").trim();
    return name === "" || names.delete(name);
  });
  kept.splice(kept.at(-1) === "" ? -1 : kept.length, 0, ...names);
  return kept.join("\n");
}
