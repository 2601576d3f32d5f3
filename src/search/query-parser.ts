import type { QueryError } from "./answer.ts";
import { FIELDS, type Field } from "./packed-index.ts";

/** One word or phrase of a query with what its signs say. */
export interface Clause {
  readonly text: string;
  /** Where the clause's own text stands in the query. */
  readonly start: number;
  readonly end: number;
  readonly isPhrase: boolean;
  /** It ends the query and has no sign after it: the reader may still be typing. */
  readonly isOpen: boolean;
  readonly presence: "optional" | "required" | "prohibited";
  readonly field?: Field;
  readonly distance?: number;
  readonly boost: number;
  readonly hasWildcard: boolean;
}

export interface ParsedQuery {
  readonly clauses: readonly Clause[];
  readonly error?: QueryError;
}

/** More words than anybody types; each costs a walk through the index. */
const MAX_CLAUSES = 32;
/** Farther words have nothing to do with what was typed, and there are too many of them. */
const MAX_DISTANCE = 2;

const UNKNOWN_FIELD = {
  id: "theme.SearchBar.queryError.field",
  message: 'unrecognised field "{name}", possible fields: {fields}',
};
const EXPECTED_TERM = { id: "theme.SearchBar.queryError.term", message: "expected term, found nothing" };
const NO_DISTANCE = { id: "theme.SearchBar.queryError.distance", message: "edit distance must be numeric" };
const NO_BOOST = { id: "theme.SearchBar.queryError.boost", message: "boost must be numeric" };

/** `+word`, `-word`, but not `--option` and `- `. */
const PRESENCE = /^([+-])(?=[^\s+-])/;
/** `title:word`; not `https://…`, `C:\…` and `Error: text`. */
const FIELD = /^(\p{L}{2,}):(?=[^\s/:\\]|$)/u;
const KNOWN_FIELD = /^(\p{L}{2,}):/u;
const PHRASE = /^"([^"]*)("?)/;
const BODY = /^(?:\\\S|[^\s\\~^]|\\(?=\s|$))*/;
const SIGN = /^([~^])([^\s~^]*)/;
const NAMES: ReadonlyMap<string, Field> = new Map([
  ...FIELDS.map((field) => [field as string, field] as const),
  ["sidebarparentcategories", "parents"],
]);

/**
 * Reads a query in lunr's language: `field:word`, `word~1`, `word^2`, `wo*d`, `+must`, `-not`, `\` before a
 * sign that is meant as such, and quotes for phrases. A query that breaks the rules is read as plain
 * words, and the first error stands beside them; nothing is thrown.
 */
export function parseQuery(query: string): ParsedQuery {
  const clauses: Clause[] = [];
  const errors: QueryError[] = [];
  let at = 0;
  while (clauses.length < MAX_CLAUSES) {
    at += /^\s*/.exec(query.slice(at))?.[0].length ?? 0;
    if (at >= query.length) break;
    const { clause, error, end } = readClause(query, at);
    if (clause !== undefined) clauses.push(clause);
    if (error !== undefined) errors.push(error);
    at = end;
  }
  const [error] = errors;
  return error === undefined ? { clauses } : { clauses: plainClauses(query), error };
}

interface Reading {
  readonly clause?: Clause;
  readonly error?: QueryError;
  /** Where the next clause begins. */
  readonly end: number;
}

function readClause(query: string, start: number): Reading {
  let at = start;
  const take = (pattern: RegExp) => {
    const match = pattern.exec(query.slice(at));
    at += match?.[0].length ?? 0;
    return match;
  };
  const sign = take(PRESENCE)?.[1];
  const name = fieldName(query.slice(at));
  const field = name === undefined ? undefined : NAMES.get(name.toLowerCase());
  if (name !== undefined && field === undefined) return unknownField(query, name, at);
  if (name !== undefined) take(KNOWN_FIELD);
  const phrase = take(PHRASE);
  const textStart = phrase === null ? at : at - phrase[0].length + 1;
  const body = phrase?.[1] ?? take(BODY)?.[0] ?? "";
  const textEnd = textStart + body.length;
  const signs = readSigns(query, at);
  if (body === "" && phrase === null && signs.values.length > 0 && signs.error !== undefined) {
    // `~$data.xlsx` and `^_^` are words that begin with a sign, not signs after a word.
    const end = start + (/^\S+/.exec(query.slice(start))?.[0].length ?? 1);
    return { clause: plainClause(query, start, end), end };
  }
  const end = signs.end;
  if (signs.error !== undefined) return { error: signs.error, end };
  if (body.trim() === "" || /^[+-]+$/.test(body)) {
    const isLone =
      field === undefined && signs.values.length === 0 && (phrase !== null || end < query.trimEnd().length);
    return isLone ? { end } : { error: { text: EXPECTED_TERM, start, end }, end };
  }
  const distance = signs.values.find(([which]) => which === "~")?.[1];
  const boost = signs.values.find(([which]) => which === "^")?.[1] ?? 1;
  const isClosed = phrase === null ? signs.values.length > 0 : phrase[2] === '"';
  const clause: Clause = {
    text: phrase === null ? body.replace(/\\(\S)/g, "$1") : body,
    start: textStart,
    end: textEnd,
    isPhrase: phrase !== null,
    isOpen: !isClosed && end >= query.trimEnd().length,
    presence: sign === "+" ? "required" : sign === "-" ? "prohibited" : "optional",
    ...(field !== undefined && { field }),
    ...(distance !== undefined && { distance: Math.min(distance, MAX_DISTANCE) }),
    boost,
    hasWildcard: phrase === null && /(?<!\\)\*/.test(body),
  };
  return { clause, end };
}

/** The field that a clause names; an unknown one only where a word follows it at once. */
function fieldName(rest: string): string | undefined {
  const known = KNOWN_FIELD.exec(rest)?.[1];
  return known !== undefined && NAMES.has(known.toLowerCase()) ? known : FIELD.exec(rest)?.[1];
}

function unknownField(query: string, name: string, start: number): Reading {
  const end = start + (/^\S+/.exec(query.slice(start))?.[0].length ?? 1);
  // A colon at a word's end is punctuation.
  if (start + name.length + 1 === end) return { clause: plainClause(query, start, end), end };
  const values = { name, fields: FIELDS.join(", ") };
  return { error: { text: UNKNOWN_FIELD, values, start, end: start + name.length }, end };
}

interface Signs {
  readonly values: readonly [sign: string, value: number][];
  readonly error?: QueryError;
  readonly end: number;
}

function readSigns(query: string, start: number): Signs {
  const values: [string, number][] = [];
  let error: QueryError | undefined;
  let at = start;
  for (let match = SIGN.exec(query.slice(at)); match !== null; match = SIGN.exec(query.slice(at))) {
    const [whole, sign = "", value = ""] = match;
    const isNumeric = sign === "~" ? /^\d+$/.test(value) : /^\d+(?:\.\d+)?$/.test(value);
    const text = sign === "~" ? NO_DISTANCE : NO_BOOST;
    if (!isNumeric) error ??= { text, start: at, end: at + whole.length };
    values.push([sign, Number(value)]);
    at += whole.length;
  }
  return error === undefined ? { values, end: at } : { values, error, end: at };
}

function plainClauses(query: string): Clause[] {
  const words = [...query.matchAll(/\S+/g)].slice(0, MAX_CLAUSES);
  return words.map(({ 0: word, index }) => plainClause(query, index, index + word.length));
}

function plainClause(query: string, start: number, end: number): Clause {
  const isOpen = end >= query.trimEnd().length;
  const text = query.slice(start, end);
  return { text, start, end, isPhrase: false, isOpen, presence: "optional", boost: 1, hasWildcard: false };
}
