/** Escapes a string for HTML content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => HTML_ENTITIES[char] ?? char);
}

/** A start tag. Attributes that are undefined or false are left out; those that are true have no value. */
export function startTag(name: string, attributes: Readonly<Record<string, string | boolean | undefined>>): string {
  const texts = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`;
  });
  return `<${name}${texts.join("")}>`;
}

/** Serialises a value for a script element: the result can't end the element or the line. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Formats an amount: `1 page`, `2,000 pages`. Without `Intl`, whose data take longer to load than a command. */
export function count(amount: number, noun: string): string {
  return `${String(amount).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${amount === 1 ? noun : `${noun}s`}`;
}

/** The size of a file: `340 B`, `2.5 kB`. @param digits of kilobytes after the point */
export function formatSize(bytes: number, digits: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(digits)} kB`;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Cuts a text at the end of a word. @param max length in characters, without the ellipsis */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  // The cut may leave half of a surrogate pair where there is no space.
  return `${text.slice(0, max).replace(/\s+\S*$|[\uD800-\uDBFF]$/, "")}…`;
}

/** Shorter substrings are copied by V8 anyway (its `SlicedString::kMinLength`). */
const MIN_SLICE_LENGTH = 13;

/** Copies a substring, as a slice keeps the whole original string in memory. */
export function detachString(text: string): string {
  return text.length < MIN_SLICE_LENGTH ? text : (JSON.parse(JSON.stringify(text)) as string);
}

/** A control character, except white space and those of Latin-1: texts in a wrong encoding show these. */
export const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r\x80-\x9f]/u;

/** Escapes a string for use in a regular expression. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The words of a text, separated by spaces. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** The lines of a table in text, with two spaces between its columns. */
export function alignedRows(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const padded = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return padded.map((row) => row.join("  ").trimEnd());
}

const WILDCARDS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };

/** Source of a regular expression for a glob of paths: `*` and `?` stop at slashes, `**` doesn't, others are literal. */
export function globSource(glob: string): string {
  const parts = glob.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => WILDCARDS[part] ?? escapePattern(part));
  return parts.join("");
}

/** Matches escapes in literals. */
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,5})\}|(n)|(.))/gi;

/** Text of string literals in JavaScript code, without their escapes. */
export function unescapeCode(code: string): string {
  return code.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const [byte, unit, point, line, other = ""] = groups;
    const hex = byte ?? unit ?? point;
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return line === undefined ? other : "\n";
  });
}
