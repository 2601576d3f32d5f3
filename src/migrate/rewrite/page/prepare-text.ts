import type { Mapping } from "../../../content/data-file.ts";
import { readableName } from "../../../content/routes.ts";
import { ADMONITION_KINDS, ADMONITION_NAMES } from "../../../markdown/plugins/containers.ts";
import type { ContentSet, Note } from "../../job.ts";
import { record, texts } from "../../read/config-values.ts";
import { DOCUSAURUS_ADMONITIONS, outsideFences } from "../../read/mask-mdx.ts";
import { withFencedIndents, withJoinedEnds } from "../../read/parse-mdx.ts";

const OPENING = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?:{3,}[ \t]*)([A-Za-z][\w-]*)(?=[\s[{]|$)(.*)$/;

/** The types of admonitions that a set of pages adds to those of Docusaurus. */
export function customAdmonitions({ options }: ContentSet): ReadonlySet<string> {
  return new Set(texts(record(options.admonitions).keywords).filter((name) => !DOCUSAURUS_ADMONITIONS.includes(name)));
}

/** Whether docgen has a container for lists of this name, which Docusaurus doesn't have. */
function isOfLists(name: string): boolean {
  return ADMONITION_NAMES.includes(name) && !Object.hasOwn(ADMONITION_KINDS, name);
}

/**
 * Converts admonitions of the site's own types to `:::info`, as which Docusaurus shows a type without a component. The
 * name of the type becomes the title of one without. What docgen alone has a container for stays text.
 */
export function withKnownAdmonitions(text: string, types: ReadonlySet<string>, note: (note: Note) => void): string {
  if (!text.includes(":::")) return text;
  return outsideFences(text, (line, number) => {
    const [, lead = "", type = "", rest = ""] = OPENING.exec(line) ?? [];
    if (!types.has(type)) return isOfLists(type) ? line.replace(":", "\\:") : line;
    const message = `converted :::${type} to :::info: docgen has no such type`;
    note({ line: number, kind: "changed", message });
    const name = readableName(type);
    return `${lead}info${/^\s*(?:\{.*)?$/.test(rest) ? `[${name}]` : ""}${rest}`;
  });
}

/** The words in comments that end the excerpts of a blog's posts, by its pattern; undefined for a pattern of another form. */
export function truncatingWords({ truncateMarker }: Mapping): string | undefined {
  return /<!--\\s[*+]\(?(?:\?:)?([\w-]+(?:\|[\w-]+)*)\)?\\s[*+]-->/.exec(String(record(truncateMarker).$regexp))?.[1];
}

/** Writes the comment that ends the excerpt of a post as `<!-- truncate -->`. */
export function withTruncateMarker(text: string, { options }: ContentSet): string {
  const words = truncatingWords(options);
  return words === undefined ? text : text.replace(new RegExp(`<!--\\s*(?:${words})\\s*-->`), "<!-- truncate -->");
}

/**
 * Converts a text of MDX 1 to what later versions read in the same way.
 *
 * @returns also the lines of its indented code, and a function from lines of the result to those of the text
 */
export function asLaterMdx(source: string) {
  const { text: whole, joined } = withJoinedEnds(source);
  const { text, added } = withFencedIndents(whole);
  const lineIn = (line: number): number => {
    const before = line - added.filter((other) => other <= line).length;
    return before + joined.filter((other) => other < before).length;
  };
  const fences = added.filter((_, index) => index % 2 === 0).map((line) => lineIn(line) + 1);
  return { text, fences, lineIn };
}

/** Empties the lines of ```` ```mdx-code-block ```` fences, which only hide MDX from translators. */
export function unwrapped(text: string): string {
  return text.replace(/^([ \t]*)(`{3,}|~{3,})mdx-code-block[^\n]*\n([\s\S]*?)\n[ \t]*\2[ \t]*$/gm, "$1\n$3\n");
}
