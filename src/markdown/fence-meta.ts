/** The parsed info string of a code fence. */
export interface FenceMeta {
  readonly language: string;
  /** Words without a value: `run`, `live`, `output`, `showLineNumbers`. */
  readonly flags: ReadonlySet<string>;
  /** Words with a value: `title="sheet.js"`, `session=one`. */
  readonly options: ReadonlyMap<string, string>;
  /** Lines marked by `{1,4-6}`, from 1. */
  readonly lines: ReadonlySet<number>;
  /** Texts marked by `/text/`. */
  readonly words: readonly string[];
  /** Words that are written more than once. */
  readonly repeated: readonly string[];
  /** Parts that could not be parsed. */
  readonly unread: readonly string[];
}

/** Words for the versions of the library that a fence applies to. */
export const VERSION_MARKS = ["since", "until"] as const;

/** Whether a text is a version as marks name it: `0.20`. */
export function isVersion(text: string): boolean {
  return /^\d+(\.\d+)+$/.test(text);
}

/** What the badges of a fence say: `since 0.20`. */
export function versionMarks(options: FenceMeta["options"]): string[] {
  return VERSION_MARKS.filter((name) => options.has(name)).map((name) => `${name} ${options.get(name)}`);
}

const WORD = /\{([\d,\s-]+)\}|(\{[^{}]*\})|\/([^/\s][^/]*)\/|([A-Za-z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?/g;
const MAX_LINE = 100_000;

/** Parses an info string: `js run title="sheet.js" {1,4-6}`. */
export function parseFenceMeta(info: string): FenceMeta {
  const [, language = "", rest = ""] = /^\s*([^\s{]*)(.*)$/.exec(info) ?? [];
  const flags = new Set<string>();
  const options = new Map<string, string>();
  const lines = new Set<number>();
  const words: string[] = [];
  const repeated: string[] = [];
  const unread: string[] = [];
  // `[config.js]` is the label of a tab in a code group.
  const parts = rest.replace(/\[[^[\]]+\]/, "");
  for (const [, range, braces, text, word = "", double, single, bare] of parts.matchAll(WORD)) {
    const value = double ?? single ?? bare;
    if (flags.has(word) || options.has(word)) repeated.push(word);
    if (range !== undefined) {
      const marked = range.split(",").flatMap((part) => (part.trim() === "" ? [] : [lineRange(part)]));
      for (const line of marked.flat()) lines.add(line);
      if (marked.some((part) => part.length === 0)) unread.push(`{${range}}`);
    } else if (braces !== undefined) unread.push(braces);
    else if (text !== undefined) words.push(text);
    else if (/^["']/.test(bare ?? "")) unread.push(`${word}=${bare}`);
    else if (value !== undefined) options.set(word, value);
    else flags.add(word);
  }
  unread.push(...parts.replace(WORD, " ").split(/\s+/).filter(Boolean));
  return { language, flags, options, lines, words, repeated, unread };
}

/** Lines of a part of a range: `4` or `4-6`; empty if it is invalid. */
function lineRange(part: string): number[] {
  const [first = Number.NaN, last = first] = part.split("-").map((text) => Number.parseInt(text, 10));
  if (!(first >= 1 && last >= first && last <= MAX_LINE)) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
