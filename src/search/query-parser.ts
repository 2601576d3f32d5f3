import type { TextDeclaration } from "../shared/translate.ts";
import { FIELDS, type Field } from "./index-format.ts";

/** A syntax error in a query. A value, as it is shown to the reader and never thrown. */
export interface QueryError {
  readonly text: TextDeclaration;
  /** Values of the placeholders in the text. */
  readonly values?: Readonly<Record<string, string>>;
  /** The range of the query that is wrong. */
  readonly start: number;
  readonly end: number;
}

/** One word or phrase of a query with its operators. */
export interface Clause {
  readonly text: string;
  readonly isPhrase: boolean;
  /** The last word of the query, with no operator after it: the reader may still be typing it. */
  readonly isPrefix: boolean;
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

interface ClauseResult {
  readonly clause?: Clause;
  readonly error?: QueryError;
  readonly end: number;
}

/** Maximum number of clauses: more than anyone types, as each costs an index lookup. */
const MAX_CLAUSES = 32;
/** Maximum edit distance; a larger one matches too many unrelated words. */
const MAX_DISTANCE = 2;

const UNKNOWN_FIELD = {
  id: "theme.SearchBar.queryError.field",
  message: 'unrecognised field "{name}", possible fields: {fields}',
};
const EXPECTED_TERM = { id: "theme.SearchBar.queryError.term", message: "expected term, found nothing" };
const NO_DISTANCE = { id: "theme.SearchBar.queryError.distance", message: "edit distance must be numeric" };
const NO_BOOST = { id: "theme.SearchBar.queryError.boost", message: "boost must be numeric" };

const LONG_NAME = "sidebarparentcategories";
const CLAUSE = new RegExp(
  [
    // `+word`, `-word`, but not `--option` and `- `.
    "^(?<sign>[+-](?=[^\\s+-])|)",
    // `title:word`; other names not in `https://…`, `C:\…` and `Error: text`.
    `(?:(?<field>${[...FIELDS, LONG_NAME].join("|")}):|(?<unknown>\\p{L}{2,}):(?=[^\\s/:\\\\]))?`,
    '(?:"(?<phrase>[^"]*)(?<quote>"?)|(?<word>(?:\\\\\\S|[^\\s\\\\~^]|\\\\(?=\\s|$))*))',
    "(?<signs>(?:[~^][^\\s~^]*)*)",
  ].join(""),
  "iu",
);

/**
 * Parses a query in lunr's language: `field:word`, `word~1`, `word^2`, `wo*d`, `+must`, `-not`, `\` to escape an
 * operator, and quotes for phrases. A query with a syntax error is parsed as plain words, and the first error is
 * returned with them; nothing is thrown.
 */
export function parseQuery(text: string): ParsedQuery {
  const query = text.trimEnd();
  const clauses: Clause[] = [];
  for (let at = query.search(/\S/); at >= 0 && at < query.length; at += /^\s*/.exec(query.slice(at))?.[0].length ?? 0) {
    const { clause, error, end } = readClause(query, at);
    if (error !== undefined) return { clauses: plainClauses(query), error };
    if (clause !== undefined) clauses.push(clause);
    at = end;
  }
  return { clauses: clauses.slice(0, MAX_CLAUSES) };
}

function readClause(query: string, start: number): ClauseResult {
  const match = CLAUSE.exec(query.slice(start));
  const { sign = "", field, unknown, phrase, quote, word = "", signs = "" } = match?.groups ?? {};
  const end = start + (match?.[0].length ?? 0);
  if (unknown !== undefined) {
    const from = start + sign.length;
    const values = { name: unknown, fields: FIELDS.join(", ") };
    return { error: { text: UNKNOWN_FIELD, values, start: from, end: from + unknown.length }, end };
  }
  const { distance, boost = 1, error } = readSigns(signs, end - signs.length);
  if (error !== undefined) {
    if (phrase !== undefined || word !== "") return { error, end };
    // `~$data.txt` and `^_^` are words that begin with an operator character.
    const [text = ""] = /^\S+/.exec(query.slice(start)) ?? [];
    const endOfWord = start + text.length;
    return { clause: plainClause(text, endOfWord === query.length), end: endOfWord };
  }
  const body = phrase ?? word;
  if (body.trim() === "" || /^[+-]+$/.test(body)) {
    const isLone = field === undefined && signs === "" && (phrase !== undefined || end < query.length);
    return isLone ? { end } : { error: { text: EXPECTED_TERM, start, end }, end };
  }
  const name = field?.toLowerCase();
  const isClosed = phrase === undefined ? signs !== "" : quote === '"';
  const clause: Clause = {
    text: phrase ?? word.replace(/\\(\S)/g, "$1"),
    isPhrase: phrase !== undefined,
    isPrefix: !isClosed && end === query.length,
    presence: sign === "+" ? "required" : sign === "-" ? "prohibited" : "optional",
    ...(name !== undefined && { field: name === LONG_NAME ? "parents" : (name as Field) }),
    ...(distance !== undefined && { distance: Math.min(distance, MAX_DISTANCE) }),
    boost,
    hasWildcard: /(?:^|[^\\])\*/.test(word),
  };
  return { clause, end };
}

/** Parses the operators after a word. @param start their index in the query */
function readSigns(text: string, start: number): { distance?: number; boost?: number; error?: QueryError } {
  const read: ReturnType<typeof readSigns> = {};
  for (const { 0: whole, 1: sign, 2: value = "", index } of text.matchAll(/([~^])([^~^]*)/g)) {
    const isDistance = sign === "~";
    if (!(isDistance ? /^\d+$/ : /^\d+(?:\.\d+)?$/).test(value)) {
      const at = start + index;
      return { error: { text: isDistance ? NO_DISTANCE : NO_BOOST, start: at, end: at + whole.length } };
    }
    read[isDistance ? "distance" : "boost"] ??= Number(value);
  }
  return read;
}

function plainClauses(query: string): Clause[] {
  const words = query.match(/\S+/g) ?? [];
  return words.slice(0, MAX_CLAUSES).map((word, at) => plainClause(word, at === words.length - 1));
}

function plainClause(text: string, isPrefix: boolean): Clause {
  return { text, isPhrase: false, isPrefix, presence: "optional", boost: 1, hasWildcard: false };
}
