import yaml from "js-yaml";
import * as v from "valibot";
import { positionAt } from "../shared/line-at.ts";
import { didYouMean } from "../shared/nearest.ts";
import type { Problem, SyntaxFault } from "../shared/problem.ts";

/** The value of a JSON or YAML text, or its syntax error. */
export type Parsed = { readonly value: unknown } | { readonly fault: SyntaxFault };

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
    return { value: JSON.parse(source) };
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

/**
 * Parses YAML with its failsafe schema: strings, lists and mappings only; numbers, dates and booleans stay strings.
 *
 * @param parse parses the text; default: as YAML
 */
export function parseYaml(source: string, parse: (text: string) => unknown = loadYaml): Parsed {
  try {
    return { value: parse(source) };
  } catch (error) {
    const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
    const message = `not valid YAML: ${reason ?? (error instanceof Error ? error.message : String(error))}`;
    const line = (mark?.line ?? 0) + 1;
    return { fault: openQuote(source, line) ?? { line, column: Math.max(0, mark?.column ?? 0) + 1, message } };
  }
}

/** The quote that a value of YAML opens and no line before a fault closes: the parser only notices at the end. */
function openQuote(source: string, faultLine: number): SyntaxFault | undefined {
  const lines = source.split("\n").slice(0, faultLine);
  for (const [index, text] of lines.entries()) {
    const [, start = "", quote = "", rest = ""] = /^([\s-]*(?:[\w-]+:\s+)?)(["'])(.*)$/.exec(text) ?? [];
    const plain = quote === "'" ? rest.replaceAll("''", "") : rest.replace(/\\./g, "");
    if (quote === "" || plain.includes(quote)) continue;
    if (lines.slice(index + 1).some((later) => later.trimEnd().endsWith(quote))) continue;
    const message = `not valid YAML: the value is not closed, end it with ${quote}`;
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
  report: (line: number, message: string, severity?: Problem["severity"], column?: number) => void,
  kind: string,
): Mapping | undefined {
  const parsed = parseYaml(source);
  if ("fault" in parsed) {
    report(parsed.fault.line, parsed.fault.message, "error", parsed.fault.column);
    return undefined;
  }
  const data = parsed.value ?? {};
  if (!isMapping(data)) {
    report(1, `must be a mapping of keys to ${kind}`);
    return undefined;
  }
  return data;
}

/** Line of a top-level key of YAML; 1 if not found. */
export function yamlKeyLine(lines: readonly string[], key: string): number {
  return Math.max(1, lines.findIndex((line) => line.replace(/^["']/, "").startsWith(key)) + 1);
}

/** Position of a top-level key of JSON; if it occurs twice, of the last one, which wins. Default: the beginning. */
export function jsonKeyPlace(source: string, key: string): { readonly line: number; readonly column: number } {
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of source.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (!token.startsWith('"')) depth += "{[".includes(token) ? 1 : -1;
    else if (depth === 1 && token.endsWith(":") && JSON.parse(token.slice(0, -1)) === key) start = index;
  }
  return positionAt(source, start);
}
