import type { Position } from "../shared/problem.ts";

/** A type that another one takes members from: `extends Base`, `& Base`, `Omit<Base, "a">`. */
export interface BaseType {
  readonly name: string;
  /** The utility type around it. */
  readonly utility: "Partial" | "Required" | "Pick" | "Omit" | undefined;
  /** Keys of `Pick` and `Omit`. */
  readonly keys: readonly string[];
}

/** Something that a library's type declarations declare: an export, or a member of one. */
export interface Declaration extends Pick<Position, "path" | "line"> {
  readonly name: string;
  readonly kind: "function" | "value" | "interface" | "class" | "enum" | "type" | "namespace";
  /** The code of each overload, without `export` and `declare`. */
  readonly texts: readonly string[];
  readonly isOptional: boolean;
  /** What `@default` says in its comment. */
  readonly defaultText: string | undefined;
  /** Names of a function's parameters, of all overloads. */
  readonly parameters: readonly string[];
  /** Members that it declares itself. */
  readonly members: readonly Declaration[];
  readonly bases: readonly BaseType[];
  /** Name of its type; undefined if that isn't just a name. */
  readonly type: string | undefined;
  /** Strings and numbers of a union: `"a" | "b"`. */
  readonly literals: readonly string[];
}

/** The declarations of a library, read from one file and those that it imports. */
export interface ApiLibrary {
  /** Name of the library in code: `XLSX`. */
  readonly name: string;
  readonly exports: ReadonlyMap<string, Declaration>;
  /** Everything that is declared, whether it is exported or not. */
  readonly all: ReadonlyMap<string, Declaration>;
  /** How often each type is named. */
  readonly uses: ReadonlyMap<string, number>;
  /** Places of code that isn't understood. */
  readonly faults: readonly Pick<Position, "path" | "line">[];
}

/** Joins declarations of one name: overloads of a function, parts of an interface. */
export function mergeDeclarations(declarations: readonly Declaration[]): Declaration[] {
  const merged = new Map<string, Declaration>();
  for (const next of declarations) {
    const first = merged.get(next.name);
    if (first === undefined) merged.set(next.name, { ...next, members: mergeDeclarations(next.members) });
    else {
      merged.set(next.name, {
        ...first,
        texts: [...first.texts, ...next.texts],
        defaultText: first.defaultText ?? next.defaultText,
        parameters: [...new Set([...first.parameters, ...next.parameters])],
        members: mergeDeclarations([...first.members, ...next.members]),
        bases: [...first.bases, ...next.bases],
        literals: [...first.literals, ...next.literals],
      });
    }
  }
  return [...merged.values()];
}

/** Longer declarations have a line for each parameter. */
const MAX_LENGTH = 80;

/** The code that shows a declaration, by overload: calls and values with their full name, types as they are written. */
export function declarationCode(declaration: Declaration, name: string): string[] {
  const { kind, texts } = declaration;
  if (kind !== "function" && kind !== "value") return [...texts];
  return texts.map((text) => wrapped(name + text.slice(nameEnd(text, declaration))));
}

function nameEnd(text: string, { name }: Declaration): number {
  const quoted = [`"${name}"`, `'${name}'`, name].find((part) => text.includes(part)) ?? "";
  return text.indexOf(quoted) + quoted.length;
}

function wrapped(code: string): string {
  if (code.length <= MAX_LENGTH || code.includes("\n")) return code;
  const open = indexAtTop(code, 0, "(");
  const close = open < 0 ? -1 : indexAtTop(code, open + 1, ")");
  if (close < 0) return code;
  const parameters: string[] = [];
  for (let from = open + 1; from < close; ) {
    const comma = indexAtTop(code, from, ",");
    const to = comma < 0 || comma > close ? close : comma;
    parameters.push(code.slice(from, to).trim());
    from = to + 1;
  }
  if (parameters.length === 0) return code;
  return `${code.slice(0, open + 1)}\n${parameters.map((text) => `  ${text},\n`).join("")}${code.slice(close)}`;
}

/** Index of a sign outside of brackets; -1 if there is none. */
function indexAtTop(code: string, from: number, sign: string): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const here = code[at] ?? "";
    if (depth === 0 && here === sign) return at;
    if ("([{<".includes(here)) depth += 1;
    // `=>` closes nothing.
    else if (")]}".includes(here) || (here === ">" && code[at - 1] !== "=")) depth -= 1;
    if (depth < 0) return -1;
  }
  return -1;
}
