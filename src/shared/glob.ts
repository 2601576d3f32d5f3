import { escapePattern } from "./text.ts";

const WILDCARDS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };

/** Source of a regular expression for a glob of paths: `*` and `?` stop at slashes, `**` doesn't, others are literal. */
export function globSource(glob: string): string {
  const parts = glob.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => WILDCARDS[part] ?? escapePattern(part));
  return parts.join("");
}
