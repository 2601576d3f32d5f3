import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import type { Category } from "./types.ts";

const KEYS = ["label", "position", "collapsed", "collapsible", "className", "description", "link", "customProps"];

/** Reads a `_category_.json`; what is wrong in it is reported and left out. */
export function parseCategory(path: string, source: string): { category: Category; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (severity: Problem["severity"], key: string, message: string) => {
    const at = source.indexOf(`"${key}"`);
    const line = at < 0 ? 1 : source.slice(0, at).split("\n").length;
    problems.push({ path, line, column: 1, severity, code: "category", message });
  };
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    report("error", "", `not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    return { category: {}, problems };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    report("error", "", 'must hold an object such as {"label": "Guides", "position": 2}');
    return { category: {}, problems };
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
  return { category: Object.fromEntries(given) as Category, problems };
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
