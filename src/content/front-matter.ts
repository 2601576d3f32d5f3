import matter from "gray-matter";
import * as v from "valibot";
import { lineAt } from "../shared/line-at.ts";
import { type Problem, type ProblemParts, problemOf } from "../shared/problem.ts";
import { isMapping, loadYaml, type Mapping, type Parsed, parseYaml, readFields, yamlKeyPlace } from "./data-file.ts";
import { FRONT_MATTER, type FrontMatter } from "./front-matter-schema.ts";

/** A page's text split into front matter and body. */
export interface ParsedSource {
  readonly frontMatter: FrontMatter;
  /** See `linesOf`. */
  readonly keyLines: Readonly<Record<string, number>>;
  readonly body: string;
  readonly bodyLine: number;
  readonly problems: readonly Problem[];
}

const MAX_LENGTH = 65_536;
const MAX_NODES = 1000;
const MAX_DEPTH = 20;
const YAML_HINT = "write YAML between --- lines";
const FORBIDDEN_KEYS = ["__proto__", "constructor", "prototype", "<<"];

/**
 * Splits a page into front matter and body, and validates the front matter. The type of a value depends on its key, so
 * that `title: 1:30` stays a string.
 *
 * @param path for messages
 * @param source text with `\n` line endings
 */
export function parseFrontMatter(path: string, source: string): ParsedSource {
  const language = /^---(.*)\n/.exec(source)?.[1]?.trim();
  if (language === undefined || /^-+$/.test(language)) {
    return { frontMatter: {}, keyLines: {}, body: source, bodyLine: 1, problems: lateFrontMatter(path, source) };
  }
  const closing = /\n---[ \t]*(\n|$)/.exec(source);
  const bodyStart = closing === null ? source.length : closing.index + closing[0].length;
  const head = source.slice(0, bodyStart);
  const data =
    closing === null ? fault("front matter is not closed", "close it with a line of ---") : read(head, language);
  const rest = { body: source.slice(bodyStart), bodyLine: lineAt(source, bodyStart) };
  const problem = (details: Omit<ProblemParts, "path" | "code">) =>
    problemOf({ path, code: "front-matter", ...details });
  if ("fault" in data) return { frontMatter: {}, keyLines: {}, ...rest, problems: [problem(data.fault)] };
  const problems: Problem[] = [];
  const frontMatter = readFields(FRONT_MATTER, data.value, {
    onUnknown: (key, guess) => {
      const { line } = yamlKeyPlace(head, key);
      const isForbidden = FORBIDDEN_KEYS.includes(key);
      const message = isForbidden
        ? `front matter key "${key}" is not allowed`
        : `unknown front matter key "${key}"${guess}`;
      problems.push(problem({ line, severity: isForbidden ? "error" : "warning", message }));
    },
    onInvalid: (key, rule) => {
      const { line } = yamlKeyPlace(head, key);
      const message = `front matter key "${key}" must be ${rule}, but is ${describe(data.value[key])}`;
      problems.push(problem({ line, message, hint: remedyFor(key, rule, data.value[key]) }));
    },
  });
  const keyLines = linesOf(head, Object.keys(frontMatter), data.value);
  return { frontMatter, keyLines, ...rest, problems };
}

/** Lines of keys, and of the texts in a list below its key, such as `aliases: /old`. */
function linesOf(head: string, keys: readonly string[], data: Mapping): Record<string, number> {
  const lines = head.split("\n");
  const entries = keys.flatMap((key): [string, number][] => {
    const { line } = yamlKeyPlace(head, key);
    const [items, below] = [data[key], lines.slice(line)];
    const texts = Array.isArray(items) ? items.filter((item) => typeof item === "string") : [];
    const end = texts.length === 0 ? 0 : below.findIndex((text) => /^(?:[^\s#\]-]|---)/.test(text));
    const written = below.slice(0, end).map((text) => text.split(/[[\],]/).map(plainText));
    const placed = texts.map((item): [string, number] => {
      return [`${key}: ${item}`, line + 1 + written.findIndex((parts) => parts.includes(item))];
    });
    return [[key, line], ...placed.filter(([, at]) => at > line)];
  });
  return Object.fromEntries(entries);
}

/** An item of a list in YAML without its dash, quotes and comment. */
function plainText(item: string): string {
  return item.replace(/^[\s-]+|\s+#.*$|\s+$/g, "").replace(/^(["'])(.*)\1$/, "$2");
}

/** Line of a text in a list of the front matter; if it isn't known, that of the list's key. */
export function itemLine(keyLines: ParsedSource["keyLines"], key: string, item: string): number {
  return keyLines[`${key}: ${item}`] ?? keyLines[key] ?? 1;
}

/** What to write instead of a value of the wrong type; undefined if the rule says it. */
function remedyFor(key: string, rule: string, value: unknown): string | undefined {
  if (rule === "true or false") {
    if (/^(?:no|off|0)$/i.test(String(value))) return `write ${key}: false`;
    return /^(?:yes|on|1)$/i.test(String(value)) ? `write ${key}: true` : `write ${key}: true or ${key}: false`;
  }
  if (rule.startsWith("a number")) return `write a number such as ${key}: 2`;
  if (rule.startsWith("a list") && typeof value === "string") return `write ${key}: [${value}]`;
  if (rule.startsWith("a string") && typeof value !== "string") return `put the value in quotes: ${key}: "…"`;
  return undefined;
}

/** Warns of front matter below empty lines: it would be text, and `draft: true` would have no effect. */
function lateFrontMatter(path: string, source: string): Problem[] {
  const [whole = "", blank = ""] = /^(\s*\n)---[ \t]*\n(?:[ \t-].*\n|\w+:.*\n)+---[ \t]*(?:\n|$)/.exec(source) ?? [];
  if (!Object.keys(FRONT_MATTER).some((key) => whole.includes(`\n${key}:`))) return [];
  const hint = "remove the empty lines above it";
  const message = "front matter must start on the first line of a page: docgen treats this as text";
  return [problemOf({ path, code: "front-matter", line: blank.split("\n").length, message, hint })];
}

/** Parses front matter. @returns the mapping without keys that have no value, or a fault */
function read(head: string, language: string): { readonly value: Mapping } | Fault {
  if (/^(js|javascript|coffee)/i.test(language)) {
    return fault("JavaScript front matter is not supported: it would run code", YAML_HINT);
  }
  if (language !== "" && language !== "yaml") {
    return fault(`front matter in "${language}" is not supported`, YAML_HINT);
  }
  if (head.lastIndexOf("\n---") > MAX_LENGTH) return fault("front matter is larger than 64 kB");
  const parsed = parseYaml(head, (text) => matter(text, { engines: { yaml: loadYaml } }).data);
  if ("fault" in parsed) return { fault: { ...parsed.fault, message: `front matter is ${parsed.fault.message}` } };
  const data = isNull(parsed.value) ? {} : parsed.value;
  if (!isMapping(data)) return fault("front matter must be a mapping of keys to values", undefined, 2);
  if (!isSmall(data)) {
    const message = `front matter contains more than ${MAX_NODES} values or is nested deeper than ${MAX_DEPTH} levels`;
    return fault(message, undefined, 2);
  }
  const entries = Object.entries(data).map(([key, value]) => [key, isNull(value) ? null : value] as const);
  return { value: Object.fromEntries(entries.filter(([key, value]) => value !== null || !isAbsentWhenNull(key))) };
}

type Fault = Extract<Parsed, { readonly fault: unknown }>;

function fault(message: string, hint?: string, line = 1): Fault {
  return { fault: { line, column: 1, message, hint } };
}

/** Whether a known key with the value null counts as absent. */
function isAbsentWhenNull(key: string): boolean {
  return Object.hasOwn(FRONT_MATTER, key) && !v.is(FRONT_MATTER[key as keyof FrontMatter], null);
}

function isNull(value: unknown): boolean {
  return value === undefined || value === null || ["", "null", "~"].includes(value as string);
}

/** Limits the size of the data. Counts expanded aliases, and stops at the limit: nested ones could exhaust memory. */
function isSmall(root: unknown): boolean {
  let nodes = 0;
  const walk = (value: unknown, depth: number): boolean => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH) return false;
    if (typeof value !== "object" || value === null) return true;
    return Object.values(value).every((item) => walk(item, depth + 1));
  };
  return walk(root, 0);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value).slice(0, 100);
}
