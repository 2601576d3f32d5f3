import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import type { Category } from "./types.ts";

export const CATEGORY_FILE = "_category_.json";

const KEYS = ["label", "position", "collapsed", "collapsible", "className", "description", "link", "customProps"];

/** A `_category_.json` with what is wrong in it. */
export interface ParsedCategory {
  readonly category: Category;
  /** Line on which it names its link. */
  readonly linkLine: number;
  readonly problems: readonly Problem[];
}

/** Reads a `_category_.json`; what is wrong in it is reported and left out. */
export function parseCategory(path: string, source: string): ParsedCategory {
  const problems: Problem[] = [];
  /** Where each key stands: in front of a colon, unlike the same word as a value. */
  const keyOffsets = Object.fromEntries([...source.matchAll(/"([^"]*)"\s*:/g)].map((match) => [match[1], match.index]));
  const report = (severity: Problem["severity"], key: string, message: string) => {
    const at = Object.hasOwn(keyOffsets, key) ? (keyOffsets[key] ?? -1) : -1;
    problems.push({ path, line: lineAt(source, at), column: 1, severity, code: "category", message });
  };
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // V8 names the offset in some of its messages; the others are about the end of the text.
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? source.trimEnd().length);
    problems.push({
      path,
      line: lineAt(source, offset),
      column: 1,
      severity: "error",
      code: "category",
      message: `not valid JSON: ${message}`,
    });
    return { category: {}, linkLine: 1, problems };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    report("error", "", 'must hold an object such as {"label": "Guides", "position": 2}');
    return { category: {}, linkLine: 1, problems };
  }
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    if (!KEYS.includes(key)) report("warning", key, `unknown key "${key}"${didYouMean(key, KEYS)}`);
  }
  const take = <T>(key: string, type: "string" | "number" | "boolean"): T | undefined => {
    const field = fields[key];
    if (field === undefined || typeof field === type) return field as T | undefined;
    report("error", key, `"${key}" must be a ${type}`);
    return undefined;
  };
  const link = parseLink(fields.link);
  if (link === "invalid") {
    report("error", "link", '"link" must be null, {"type": "doc", "id": …} or {"type": "generated-index", …}');
  }
  const category = {
    label: take<string>("label", "string"),
    position: take<number>("position", "number"),
    collapsed: take<boolean>("collapsed", "boolean"),
    description: take<string>("description", "string"),
    link: link === "invalid" ? undefined : link,
  };
  const given = Object.entries(category).filter(([, field]) => field !== undefined);
  return {
    category: Object.fromEntries(given) as Category,
    linkLine: lineAt(source, source.search(/"link"\s*:/)),
    problems,
  };
}

function parseLink(value: unknown): Category["link"] | "invalid" {
  if (value === undefined || value === null) return value;
  const { type, id, slug, title, description } = value as Record<string, unknown>;
  if (type === "doc" && typeof id === "string") return { type, id };
  if (type !== "generated-index") return "invalid";
  const texts = Object.entries({ slug, title, description }).filter(([, field]) => field !== undefined);
  if (texts.some(([, field]) => typeof field !== "string")) return "invalid";
  return { type, ...Object.fromEntries(texts) };
}

function lineAt(source: string, offset: number): number {
  return offset < 0 ? 1 : source.slice(0, offset).split("\n").length;
}
