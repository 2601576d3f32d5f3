import matter from "gray-matter";
import yaml from "js-yaml";
import { parseDate } from "../shared/calendar.ts";
import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { isScriptAddress } from "../shared/script-address.ts";
import { AUTHOR_KEYS, type FrontMatter } from "./types.ts";

/** A page's text split into front matter and body. */
export interface ParsedSource {
  readonly frontMatter: FrontMatter;
  readonly keyLines: Readonly<Record<string, number>>;
  readonly body: string;
  readonly bodyLine: number;
  readonly problems: readonly Problem[];
}

const MAX_BYTES = 65_536;
const MAX_NODES = 1000;
const MAX_DEPTH = 20;
const FORBIDDEN_KEYS = ["__proto__", "constructor", "prototype", "<<"];

/** Reads a value that YAML gave as text, list or mapping; undefined where it isn't of the type. */
type Reader = { readonly expected: string; readonly read: (value: unknown) => unknown };

const text: Reader = { expected: "a text", read: (value) => (typeof value === "string" ? value : undefined) };
const textOrNull: Reader = {
  expected: "a text or null",
  read: (value) => (isNull(value) ? null : text.read(value)),
};
const addressOrNull: Reader = {
  expected: "an address that runs no code, or null",
  read: (value) => (typeof value === "string" && isScriptAddress(value) ? undefined : textOrNull.read(value)),
};
const number: Reader = {
  expected: "a number",
  read: (value) => (typeof value === "string" && /^[-+]?(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : undefined),
};
const flag: Reader = {
  expected: "true or false",
  read: (value) => (value === "true" ? true : value === "false" ? false : undefined),
};
const list: Reader = {
  expected: 'a list of texts, such as [one, "two"]',
  read: (value) => (Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined),
};
const mapping: Reader = {
  expected: "a mapping of texts",
  read: (value) =>
    isMapping(value) && Object.values(value).every((item) => typeof item === "string") ? { ...value } : undefined,
};
const lastUpdate: Reader = {
  expected: "a mapping with date (2026-01-31) and author",
  read: (value) => {
    const entries = mapping.read(value) as Record<string, string> | undefined;
    if (entries === undefined) return undefined;
    const { date, author, ...others } = entries;
    const validDate = date === undefined || (/^\d{4}-\d{2}-\d{2}/.test(date) && !Number.isNaN(Date.parse(date)));
    if (!validDate || Object.keys(others).length > 0) return undefined;
    return { ...(date === undefined ? {} : { date }), ...(author === undefined ? {} : { author }) };
  },
};
const date: Reader = {
  expected: "a date such as 2026-01-31 or 2026-01-31T12:00:00Z",
  read: (value) => (typeof value === "string" ? parseDate(value) : undefined),
};
const authors: Reader = {
  expected: `a name from authors.yml, a mapping of ${AUTHOR_KEYS.join(", ")}, or a list of these`,
  read: (value) => {
    const entries = (Array.isArray(value) ? value : [value]).map((item: unknown) => {
      return typeof item === "string" ? { key: item } : item;
    });
    const isAuthor = (item: unknown) =>
      isMapping(item) &&
      (item.key !== undefined || item.name !== undefined) &&
      Object.entries(item).every(([key, field]) => {
        return key === "socials"
          ? mapping.read(field)
          : typeof field === "string" && [...AUTHOR_KEYS, "key"].includes(key);
      });
    return entries.every(isAuthor) ? entries : undefined;
  },
};

const READERS: Readonly<Record<keyof FrontMatter, Reader>> = {
  id: text,
  slug: text,
  title: text,
  sidebar_label: text,
  sidebar_position: number,
  sidebar_class_name: text,
  sidebar_custom_props: mapping,
  description: text,
  keywords: list,
  tags: list,
  image: text,
  hide_title: flag,
  hide_table_of_contents: flag,
  toc_min_heading_level: number,
  toc_max_heading_level: number,
  pagination_prev: textOrNull,
  pagination_next: textOrNull,
  pagination_label: text,
  draft: flag,
  unlisted: flag,
  custom_edit_url: addressOrNull,
  last_update: lastUpdate,
  scripts: list,
  date,
  authors,
};

/**
 * Splits a page and types its front matter. YAML gives texts, lists and mappings only; what is a
 * number or a date is decided here by key, so that `title: 1:30` stays a text.
 *
 * @param path for messages
 * @param source the file's text with `\n` line ends
 */
export function parseFrontMatter(path: string, source: string): ParsedSource {
  const opening = /^---(.*)\n/.exec(source);
  if (opening === null) return { frontMatter: {}, keyLines: {}, body: source, bodyLine: 1, problems: [] };
  const fail = (line: number, message: string, hint?: string, column = 1): ParsedSource => {
    const problem = { path, line, column, severity: "error" as const, code: "front-matter", message };
    const rest = closing === null ? "" : source.slice(closing.index + closing[0].length);
    return {
      frontMatter: {},
      keyLines: {},
      body: rest,
      bodyLine: lineAt(source, source.length - rest.length),
      problems: [hint === undefined ? problem : { ...problem, hint }],
    };
  };
  const closing = /\n---[ \t]*(\n|$)/.exec(source);
  const language = (opening[1] ?? "").trim();
  if (/^-+$/.test(language)) return { frontMatter: {}, keyLines: {}, body: source, bodyLine: 1, problems: [] };
  if (/^(js|javascript|coffee)/i.test(language)) {
    return fail(1, "JavaScript front matter is not supported: it would run code", "write YAML between --- lines");
  }
  if (language !== "" && language !== "yaml") {
    return fail(1, `front matter in "${language}" is not supported`, "write YAML between --- lines");
  }
  if (closing === null) return fail(1, "front matter is not closed", "end it with a line of ---");
  if (closing.index > MAX_BYTES) return fail(1, "front matter is larger than 64 kB");

  let data: unknown;
  try {
    data = matter(source.slice(0, closing.index + closing[0].length), {
      engines: { yaml: parseYaml, javascript: refuse, js: refuse, coffee: refuse, json: refuse },
    }).data;
  } catch (error) {
    const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
    const line = mark === undefined ? 1 : mark.line + 1;
    const message = (reason ?? (error instanceof Error ? error.message : String(error))).split(";", 1)[0];
    const holdsColon = /^\s*[\w-]+:\s+[^"'].*:(\s|$)/.test(source.split("\n")[line - 1] ?? "");
    const hint = holdsColon ? "put a value that holds a colon into quotes" : undefined;
    return fail(line, `front matter is not valid YAML: ${message}`, hint, Math.max(0, mark?.column ?? 0) + 1);
  }
  if (isNull(data)) data = {};
  if (!isMapping(data)) return fail(2, "front matter must be a mapping of keys to values");
  if (!isSmall(data)) return fail(2, `front matter holds more than ${MAX_NODES} values or is deeper than ${MAX_DEPTH}`);
  return typed(path, source, data, closing.index + closing[0].length);
}

function typed(path: string, source: string, data: Record<string, unknown>, bodyStart: number): ParsedSource {
  const problems: Problem[] = [];
  const frontMatter: Record<string, unknown> = {};
  const keyLines: Record<string, number> = {};
  const lines = source.slice(0, bodyStart).split("\n");
  for (const key of Object.getOwnPropertyNames(data)) {
    const value = data[key];
    const line = Math.max(1, lines.findIndex((text) => text.startsWith(key, isQuote(text[0]) ? 1 : 0)) + 1);
    const report = (severity: Problem["severity"], message: string, hint?: string) =>
      problems.push({
        path,
        line,
        column: 1,
        severity,
        code: "front-matter",
        message,
        ...(hint === undefined ? {} : { hint }),
      });
    if (FORBIDDEN_KEYS.includes(key)) {
      report("error", `front matter key "${key}" is not allowed`);
      continue;
    }
    const reader = Object.hasOwn(READERS, key) ? READERS[key as keyof FrontMatter] : undefined;
    if (reader === undefined) {
      const guess = didYouMean(key, Object.keys(READERS));
      report("warning", `unknown front matter key "${key}"${guess}`);
      continue;
    }
    if (isNull(value) && reader !== textOrNull) continue;
    const result = reader.read(value);
    if (result === undefined) {
      report("error", `front matter key "${key}" must be ${reader.expected}, but is ${describe(value)}`);
      continue;
    }
    frontMatter[key] = result;
    keyLines[key] = line;
  }
  return {
    frontMatter: frontMatter as FrontMatter,
    keyLines,
    body: source.slice(bodyStart),
    bodyLine: lineAt(source, bodyStart),
    problems,
  };
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'";
}

/** YAML 1.2's failsafe schema: no guessing of numbers, dates or booleans. */
function parseYaml(source: string): object {
  return yaml.load(source, { schema: yaml.FAILSAFE_SCHEMA }) as object;
}

function refuse(): never {
  throw new Error("only YAML front matter is supported");
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined || value === "" || value === "null" || value === "~";
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Walks shared references as if they were copies, and stops at the limit: aliases can't explode. */
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
  return typeof value === "string" ? JSON.stringify(value) : "a mapping";
}

function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let index = source.indexOf("\n"); index >= 0 && index < offset; index = source.indexOf("\n", index + 1)) line++;
  return line;
}
