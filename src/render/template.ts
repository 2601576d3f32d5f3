import { Failure } from "../shared/failure.ts";
import { positionAt } from "../shared/line-at.ts";

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/;
const NAMES = ["htmlAttributes", "head", "app", "data"] as const;

/** Values by placeholder name: `{{head}}`. */
type TemplateValues = Readonly<Record<(typeof NAMES)[number], string>>;

/** A page template, parsed once and filled for every page. */
export interface Template {
  readonly fill: (values: TemplateValues) => string;
  /** The text of the template without placeholders. */
  readonly text: string;
}

/** Parses a template. @param path for messages @throws Failure (exit code 2) for a wrong or missing placeholder */
export function parseTemplate(path: string, source: string): Template {
  const parts = source.split(PLACEHOLDER);
  const used = [...source.matchAll(new RegExp(PLACEHOLDER, "g"))];
  const unknown = used.find(([, name = ""]) => !NAMES.includes(name as keyof TemplateValues));
  const missing = NAMES.find((name) => used.every((match) => match[1] !== name));
  if (unknown !== undefined) {
    const { line, column } = positionAt(source, unknown.index);
    const valid = NAMES.map((name) => `{{${name}}}`).join(", ");
    throw new Failure(2, `${path}:${line}:${column}: unknown placeholder ${unknown[0]} (valid: ${valid})`);
  }
  if (missing !== undefined) throw new Failure(2, `${path}:1:1: the placeholder {{${missing}}} is missing; add it`);
  return {
    fill: (values) =>
      parts.map((part, index) => (index % 2 === 0 ? part : values[part as keyof TemplateValues])).join(""),
    text: parts.filter((_, index) => index % 2 === 0).join(""),
  };
}
