import yaml from "js-yaml";
import * as v from "valibot";
import { lineAt } from "../shared/line-at.ts";
import { didYouMean } from "../shared/nearest.ts";

/** What a text of JSON or YAML holds, or why it holds nothing. */
export type Parsed = { readonly value: unknown } | { readonly fault: ParseFault };

/** Where a text stops being JSON or YAML, and why. */
export interface ParseFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type Mapping = Readonly<Record<string, unknown>>;

/** True for an object of JSON and a mapping of YAML, unlike a list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Schema of a mapping: those of valibot for objects take lists too. */
export const mapping = v.custom<Mapping>(isMapping);

type Fields = Readonly<Record<string, v.GenericSchema>>;
/** The fields of a mapping that hold; none has to be there. */
export type FieldsOf<T extends Fields> = { readonly [Key in keyof T]?: v.InferOutput<T[Key]> };

/** Told of each field that is left out. */
export interface FieldFaults {
  /** @param guess what the key was most likely meant to be, as an end of the message */
  readonly onUnknown: (key: string, guess: string) => void;
  /** @param rule message of the first issue that the field's schema found */
  readonly onInvalid: (key: string, rule: string) => void;
}

/** Checks each field of a mapping by itself. @returns those that hold, in the order of the mapping */
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

export function parseJson(source: string): Parsed {
  try {
    return { value: JSON.parse(source) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // V8 names the offset in some of its messages; the others are about the end of the text.
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? source.trimEnd().length);
    return { fault: { line: lineAt(source, offset), column: 1, message: `not valid JSON: ${message}` } };
  }
}

/**
 * Reads YAML by its failsafe schema: texts, lists and mappings, no guessing of numbers, dates or booleans.
 *
 * @param parse reads the text; default: all of it is YAML
 */
export function parseYaml(source: string, parse: (text: string) => unknown = loadYaml): Parsed {
  try {
    return { value: parse(source) };
  } catch (error) {
    const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
    const message = `not valid YAML: ${reason ?? (error instanceof Error ? error.message : String(error))}`;
    return { fault: { line: (mark?.line ?? 0) + 1, column: Math.max(0, mark?.column ?? 0) + 1, message } };
  }
}

export function loadYaml(source: string): object {
  return yaml.load(source, { schema: yaml.FAILSAFE_SCHEMA }) as object;
}

/** Line on which a key stands at the top of YAML; 1 where it is written otherwise. */
export function yamlKeyLine(lines: readonly string[], key: string): number {
  return Math.max(1, lines.findIndex((line) => line.replace(/^["']/, "").startsWith(key)) + 1);
}

/** Line on which a key of the outermost object of JSON stands, the last time: that one counts. */
export function jsonKeyLine(source: string, key: string): number {
  let depth = 0;
  let found = 0;
  for (const { 0: token, index } of source.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (!token.startsWith('"')) depth += "{[".includes(token) ? 1 : -1;
    else if (depth === 1 && token.endsWith(":") && JSON.parse(token.slice(0, -1)) === key) found = index;
  }
  return lineAt(source, found);
}
