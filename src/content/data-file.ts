import yaml from "js-yaml";
import * as v from "valibot";
import { positionAt } from "../shared/line-at.ts";
import { didYouMean } from "../shared/nearest.ts";
import { type Problem, problemOf, type SyntaxFault } from "../shared/problem.ts";
import { CONTROL_CHARACTER, escapePattern } from "../shared/text.ts";

const NOT_BLANK = "a string that is not blank";
/** A text that readers see. An empty one counts as absent. */
export const filledText = v.pipe(
  v.string(NOT_BLANK),
  v.regex(/^$|\S/, NOT_BLANK),
  v.check((text) => !CONTROL_CHARACTER.test(text), "a string without control characters"),
);

/** The value of a JSON or YAML text, or its syntax error. */
export type Parsed =
  | { readonly value: unknown }
  | { readonly fault: SyntaxFault & { readonly hint?: string | undefined } };

type Place = Pick<Problem, "line" | "column">;

/** A mapping of unknown fields. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping (an object, not a list). */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Schema of a mapping; valibot's object schemas accept arrays too. */
export const mapping = v.custom<Mapping>(isMapping);

type Fields = Readonly<Record<string, v.GenericSchema>>;
/** The valid fields of a mapping; all are optional. */
export type FieldsOf<T extends Fields> = { readonly [Key in keyof T]?: v.InferOutput<T[Key]> };

/** Callbacks for fields that are left out. */
export interface FieldFaults {
  /** @param guess a suggestion to append to the message, or empty */
  readonly onUnknown: (key: string, guess: string) => void;
  /** @param rule message of the schema's first issue */
  readonly onInvalid: (key: string, rule: string) => void;
}

/** Called with what is at fault in a data file, and where; by default an error. */
type ReportFault = (place: Place, message: string, severity?: Problem["severity"]) => void;

/** Collects the problems of a data file. @param code that of all its problems */
export function dataProblems(path: string, code: string): { problems: Problem[]; report: ReportFault } {
  const problems: Problem[] = [];
  const report: ReportFault = (place, message, severity) => {
    problems.push(problemOf({ path, ...place, severity, code, message }));
  };
  return { problems, report };
}

/** Reports fields that are left out. @param owner beginning of the messages */
export function reportFields(report: ReportFault, placeOf: (key: string) => Place, owner = ""): FieldFaults {
  return {
    onUnknown: (key, guess) => report(placeOf(key), `${owner}unknown key "${key}"${guess}`, "warning"),
    onInvalid: (key, rule) => report(placeOf(key), `${owner}"${key}" must be ${rule}`),
  };
}

/** Validates each field of a mapping separately. @returns the valid ones, in the order of the mapping */
export function readFields<T extends Fields>(schemas: T, data: Mapping, faults: FieldFaults): FieldsOf<T> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data)) {
    const schema = Object.hasOwn(schemas, key) ? schemas[key] : undefined;
    const result = schema && v.safeParse(schema, value);
    if (result === undefined) faults.onUnknown(key, didYouMean(key, Object.keys(schemas)));
    else if (result.success) fields[key] = result.output;
    else faults.onInvalid(key, result.issues[0].message);
  }
  return fields as FieldsOf<T>;
}

/** Parses JSON. @returns the value, or a fault with its position */
export function parseJson(source: string): Parsed {
  try {
    const value: unknown = JSON.parse(source);
    const keys = new Set<string>();
    for (const { key, object, index } of jsonKeys(source)) {
      const message = `the key "${key}" is written twice`;
      if (keys.has(`${object} ${key}`))
        return { fault: { ...positionAt(source, index), message, hint: "remove one of the two" } };
      keys.add(`${object} ${key}`);
    }
    return { value };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Most messages of V8 contain the offset; the others are about an unexpected end.
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? source.trimEnd().length);
    const { at = offset, text = message.replace(/ in JSON at position.*/s, "") } = jsonSlip(source, offset) ?? {};
    return { fault: { ...positionAt(source, at), message: `not valid JSON: ${text}` } };
  }
}

/** Common slips in JSON, with their remedies. @param offset where the parser stopped */
function jsonSlip(source: string, offset: number): { readonly at: number; readonly text: string } | undefined {
  const before = source.slice(0, offset).trimEnd();
  const [next = ""] = source.slice(offset);
  if (next === "") return { at: before.length, text: 'the end is missing; close each {, [ and "' };
  if (/,$/.test(before) && /[}\]]/.test(next))
    return { at: before.length - 1, text: `remove the comma: JSON allows none before ${next}` };
  if (/["\d\]}el]$/.test(before) && /["{[\w]/.test(next)) return { at: before.length, text: "a comma is missing here" };
  if (next === "'") return { at: offset, text: 'write double quotes (") instead of single ones' };
  if (next === "/") return { at: offset, text: "remove the comment: JSON has none" };
  if (/[{,]$/.test(before)) return { at: offset, text: 'put the key in double quotes (")' };
  return undefined;
}

/** What js-yaml throws. */
interface YamlError extends Error {
  readonly reason?: string;
  readonly mark?: Pick<Problem, "line" | "column">;
}

/**
 * Parses YAML with its failsafe schema: strings, lists and mappings only; numbers, dates and booleans stay strings.
 *
 * @param parse parses the text; default: as YAML
 */
export function parseYaml(source: string, parse: (text: string) => unknown = loadYaml): Parsed {
  try {
    return { value: parse(source) };
  } catch (error) {
    const { message: text, reason = text, mark } = error as YamlError;
    const line = (mark?.line ?? 0) + 1;
    const column = Math.max(0, mark?.column ?? 0) + 1;
    const message = `not valid YAML: ${reason.split(";", 1)[0]}`;
    const hint = yamlHint(reason, source.split("\n")[line - 1] ?? "");
    return { fault: openValue(source, line) ?? { line, column, message, hint } };
  }
}

/** What to write in place of common slips in YAML. @param text the line where the parser stopped */
function yamlHint(reason: string, text: string): string | undefined {
  if (/^\s*[\w-]+:\s+[^"'].*:(\s|$)/.test(text)) return "quote a value that contains a colon";
  if (/:\s+[@`%*!&|>]/.test(text)) return "put the value in quotes";
  if (reason.startsWith("duplicated")) return "remove one of the two";
  if (/escape|hexadecimal/.test(reason)) return "write \\\\ for a backslash, or put the value in single quotes";
  if (reason.startsWith("bad indentation")) return "indent keys of the same level alike";
  return /multiline key|separator/.test(reason)
    ? "write each key as key: value, with a space after the colon and nothing after a closing quote or bracket"
    : undefined;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** The quote or bracket that a value of YAML opens and no line before a fault closes: the parser only notices later. */
function openValue(source: string, faultLine: number): SyntaxFault | undefined {
  const lines = source.split("\n").slice(0, faultLine);
  for (const [index, text] of lines.entries()) {
    const [, start = "", mark = "", rest = ""] = /^([\s-]*(?:[\w-]+:\s+)?)(["'[{])(.*)$/.exec(text) ?? [];
    const isBracket = mark in CLOSING;
    const end = CLOSING[mark] ?? mark;
    const plain = mark === '"' ? rest.replace(/\\./g, "") : rest.replace(mark === "'" ? "''" : /(["']).*?\1/g, "");
    const openings = isBracket ? plain.split(mark).length : 1;
    if (mark === "" || plain.split(end).length > openings) continue;
    const later = lines.slice(index + 1);
    const next = isBracket ? later.findIndex((line) => /^[\w-]+:/.test(line)) : -1;
    if (later.slice(0, next < 0 ? later.length : next).some((line) => line.trimEnd().endsWith(end))) continue;
    const message = `not valid YAML: the value is not closed, end it with ${end}`;
    return { line: index + 1, column: start.length + 1, message };
  }
  return undefined;
}

/** Parses YAML with its failsafe schema. @throws YAMLException for invalid YAML */
export function loadYaml(source: string): object {
  return yaml.load(source, { schema: yaml.FAILSAFE_SCHEMA }) as object;
}

/**
 * Parses YAML that must be a mapping.
 *
 * @param report called with what is at fault, and where
 * @param kind what the values are, with an example
 * @returns undefined if the text as a whole is at fault
 */
export function readMapping(
  source: string,
  report: (place: Place, message: string) => void,
  kind: string,
): Mapping | undefined {
  const parsed = parseYaml(source);
  const data = "fault" in parsed ? undefined : (parsed.value ?? {});
  if (isMapping(data)) return data;
  if ("fault" in parsed) report(parsed.fault, parsed.fault.message);
  else report({ line: 1, column: 1 }, `must be a mapping of keys to ${kind}`);
  return undefined;
}

/** Position of a key of YAML, or of a key below it; of the outer one if the other isn't found. Default: the beginning. */
export function yamlKeyPlace(source: string, ...keys: readonly string[]): Place {
  let offset = 0;
  let end = source.length;
  for (const [depth, key] of keys.entries()) {
    const before = depth === 0 ? "^" : "(?:^[ \\t-]+|[{,][ \\t]*)";
    const match = new RegExp(`(?<=${before})["']?${escapePattern(key)}["']?[ \\t]*:`, "m").exec(
      source.slice(offset, end),
    );
    if (match === null) break;
    offset += match.index;
    // The lines below a top-level key are indented, or items of a list.
    if (depth === 0) end = offset + (/\n[^\s#-]/.exec(source.slice(offset))?.index ?? end);
  }
  return positionAt(source, offset);
}

/** Position of a top-level key of JSON. Default: the beginning. */
export function jsonKeyPlace(source: string, key: string): Place {
  const place = jsonKeys(source).find((other) => other.object === 0 && other.key === key);
  return positionAt(source, place?.index ?? 0);
}

/** The keys of valid JSON, with the number of their object: that of the outermost one is 0. */
function jsonKeys(
  source: string,
): { readonly key: string; readonly object: number | undefined; readonly index: number }[] {
  const open: number[] = [];
  let objects = 0;
  return Array.from(source.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)).flatMap(({ 0: token, index }) => {
    if (token.endsWith(":")) return [{ key: JSON.parse(token.slice(0, -1)) as string, object: open.at(-1), index }];
    if ("{[".includes(token)) open.push(objects++);
    else if ("}]".includes(token)) open.pop();
    return [];
  });
}
