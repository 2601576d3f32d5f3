import JSON5 from "json5";
import type { ApiMention, ApiRow } from "../markdown/document.ts";
import { attempt } from "../shared/attempt.ts";
import { groupBy } from "../shared/group-by.ts";
import { type didYouMean, firstGuesses } from "../shared/nearest.ts";
import { once } from "../shared/once.ts";
import { type Problem, type ProblemParts, problemOf } from "../shared/problem.ts";
import type { ApiLibrary, Declaration } from "./declaration.ts";
import { literalsOf, membersOf, namesAndTypes, resolveName } from "./library-names.ts";

/** The name that the code in a row stands for: `Sheets[i].Hidden` → `Hidden`, `"array"` → `array`, `f(x)` → `f`. */
export function rowName(code: string): string {
  const name = code.replace(/\(.*$/s, "").trim();
  return /^(["'`]).*\1$/s.test(name) ? name.slice(1, -1) : name.replace(/^.*\.(?=[^.])/s, "").replaceAll(/["']/g, "");
}

/** Members by name of the types that a table is about; literals of a union count as members. */
function typeMembers(libraries: readonly ApiLibrary[], { names }: ApiMention): Map<string, Declaration[]> {
  const members = new Map<string, Declaration[]>();
  for (const name of names) {
    const resolved = resolveName(libraries, name);
    if (resolved === undefined) continue;
    const { library, declaration } = resolved;
    for (const literal of literalsOf(library, declaration)) members.set(literal, []);
    for (const member of membersOf(library, declaration)) {
      members.set(member.name, [...(members.get(member.name) ?? []), member]);
    }
  }
  return members;
}

/** Joins the tables of a page that are about the same types. */
export function joinTables(mentions: readonly ApiMention[]): ApiMention[] {
  const tables = groupBy(
    mentions.filter(({ kind }) => kind === "options"),
    ({ names }) => names.join(","),
  );
  return [...tables.values()].map((parts) => ({
    ...(parts[0] as ApiMention),
    except: parts.flatMap(({ except }) => except),
    also: parts.flatMap(({ also }) => also),
    rows: parts.flatMap(({ rows }) => rows),
  }));
}

/** The declarations that a table of options describes or leaves out on purpose. */
export function describedMembers(
  libraries: readonly ApiLibrary[],
  table: ApiMention,
): { readonly declaration: Declaration; readonly row: ApiRow | undefined }[] {
  const members = typeMembers(libraries, table);
  const rows = new Map(table.rows.flatMap((row) => row.codes.map((code) => [rowName(code), row] as const)));
  return [...members].flatMap(([name, declarations]) => {
    const row = rows.get(name);
    const isDescribed = row !== undefined || table.except.includes(name);
    return isDescribed ? declarations.map((declaration) => ({ declaration, row })) : [];
  });
}

/** Finds what differs between the tables and signatures of a page and the declarations. */
export function compareMentions(libraries: readonly ApiLibrary[], mentions: readonly ApiMention[]): Problem[] {
  const shown = mentions.filter(({ kind }) => kind !== "heading");
  const guess = firstGuesses();
  const names = once(() => namesAndTypes(libraries));
  const gone = shown.flatMap((mention) =>
    mention.names
      .filter((name) => resolveName(libraries, name) === undefined)
      .map((name) => {
        const message = `the declarations have no "${name}"${guess(name, names())}`;
        return fault(mention, { message, hint: "correct the name, or remove what documents it" });
      }),
  );
  return [...gone, ...joinTables(shown).flatMap((table) => [...differences(libraries, table, guess)])];
}

function fault(mention: ApiMention | ApiRow, parts: Pick<ProblemParts, "message" | "hint">): Problem {
  const { path, line, column } = mention;
  return problemOf({ path, line, column, code: "api", ...parts });
}

function* differences(
  libraries: readonly ApiLibrary[],
  table: ApiMention,
  guess: typeof didYouMean,
): Generator<Problem> {
  const members = typeMembers(libraries, table);
  if (members.size === 0) return;
  const type = table.names.join(", ");
  const seen = new Set<string>();
  const codes = new Set<string>();
  for (const row of table.rows) {
    for (const code of row.codes) {
      const name = rowName(code);
      // A function may have a row for each form of a call.
      if (codes.has(code)) yield fault(row, { message: `"${code}" of ${type} has two rows`, hint: "remove one" });
      codes.add(code);
      seen.add(name);
      if (table.also.includes(name)) continue;
      if (!members.has(name)) {
        const message = `${type} has no "${name}"${guess(name, members.keys())}`;
        yield fault(row, { message, hint: `correct the row, or write also="${name}" if the declarations lack it` });
      } else for (const member of members.get(name) ?? []) yield* contradictions(row, member, type);
    }
  }
  const unknown = [...seen].filter((member) => !members.has(member) && !table.also.includes(member));
  for (const name of members.keys()) {
    if (seen.has(name) || table.except.includes(name)) continue;
    const message = `"${name}" of ${type} has no row${guess(name, unknown)}`;
    yield fault(table, { message, hint: `add one, or write except="${name}"` });
  }
  for (const name of table.except) {
    if (members.has(name) && !seen.has(name)) continue;
    const reason = seen.has(name) ? "has a row" : `is not in ${type}`;
    yield fault(table, { message: `except: "${name}" ${reason}`, hint: "remove it from except" });
  }
  for (const name of table.also) {
    if (!members.has(name) && seen.has(name)) continue;
    const reason = members.has(name) ? `is declared in ${type} now` : "has no row";
    yield fault(table, { message: `also: "${name}" ${reason}`, hint: "remove it from also" });
  }
}

/** What a row says about a member that its declaration says otherwise. */
function* contradictions(
  row: ApiRow,
  { name, isOptional, defaultText }: Declaration,
  type: string,
): Generator<Problem> {
  if (row.isRequired === isOptional) {
    const message = `"${name}" is ${isOptional ? "optional" : "required"} in ${type}`;
    yield fault(row, { message, hint: `write that it is ${isOptional ? "optional" : "required"}` });
  }
  const declared = literalIn(defaultText);
  const written = row.default;
  if (declared === undefined || written === undefined) return;
  const stated = literalIn(written.code ?? written.text);
  if (stated !== undefined && JSON.stringify(stated) === JSON.stringify(declared)) return;
  const message = `the default of "${name}" is ${defaultText} in ${type}, not ${written.code ?? written.text}`;
  yield fault(row, { message, hint: "correct the row" });
}

/** A literal, in a list of its own so that `null` and `undefined` differ from none. */
function literalIn(text: string | undefined): readonly unknown[] | undefined {
  if (text === undefined) return undefined;
  if (text === "undefined") return ["undefined"];
  return attempt(() => [JSON5.parse<unknown>(text)]);
}
