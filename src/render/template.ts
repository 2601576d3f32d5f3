import { Failure } from "../shared/failure.ts";

const NAMES = ["htmlAttributes", "head", "app", "data"] as const;

/** Values by placeholder name: `{{head}}`. */
type TemplateValues = Readonly<Record<(typeof NAMES)[number], string>>;

/** A page template, parsed once and filled for every page. */
export interface Template {
  readonly fill: (values: TemplateValues) => string;
  /** The text of the template without placeholders. */
  readonly text: string;
}

/**
 * Parses a page template.
 *
 * @param path for messages
 * @throws Failure (exit code 2) for an unknown or missing placeholder
 */
export function parseTemplate(path: string, source: string): Template {
  const parts = source.split(/\{\{\s*(\w+)\s*\}\}/);
  const used = parts.filter((_, index) => index % 2 === 1);
  const unknown = used.filter((name) => !NAMES.includes(name as keyof TemplateValues));
  const missing = NAMES.filter((name) => !used.includes(name));
  if (unknown.length > 0)
    throw new Failure(2, `${path}: unknown placeholder {{${unknown[0]}}} (valid: ${NAMES.join(", ")})`);
  if (missing.length > 0) throw new Failure(2, `${path}: placeholder {{${missing[0]}}} is missing`);
  return {
    fill: (values) =>
      parts.map((part, index) => (index % 2 === 0 ? part : values[part as keyof TemplateValues])).join(""),
    text: parts.filter((_, index) => index % 2 === 0).join(""),
  };
}
