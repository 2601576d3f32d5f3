import { readableName } from "../../../content/routes.ts";
import type { ContentSet, Note } from "../../job.ts";
import { record, texts } from "../../read/config-values.ts";
import { DOCUSAURUS_ADMONITIONS, outsideFences } from "../../read/mask-mdx.ts";

const OPENING = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?:{3,}[ \t]*)([A-Za-z][\w-]*)(?=[\s[{]|$)(.*)$/;

/** The types of admonitions that a set of pages adds to those of Docusaurus. */
export function customAdmonitions({ options }: ContentSet): ReadonlySet<string> {
  return new Set(texts(record(options.admonitions).keywords).filter((name) => !DOCUSAURUS_ADMONITIONS.includes(name)));
}

/**
 * Converts admonitions of the site's own types to `:::info`, as which Docusaurus shows a type without a component. The
 * name of the type becomes the title of one without.
 */
export function withKnownAdmonitions(
  text: string,
  types: ReadonlySet<string>,
): { readonly text: string; readonly notes: readonly Note[] } {
  const notes: Note[] = [];
  if (types.size === 0 || !text.includes(":::")) return { text, notes };
  const converted = outsideFences(text, (line, number) => {
    const [, lead = "", type = "", rest = ""] = OPENING.exec(line) ?? [];
    if (!types.has(type)) return line;
    const message = `converted :::${type} to :::info: docgen has no such type`;
    notes.push({ line: number, kind: "changed", message });
    const name = readableName(type);
    return `${lead}info${/^\s*(?:\{.*)?$/.test(rest) ? `[${name}]` : ""}${rest}`;
  });
  return { text: converted, notes };
}
