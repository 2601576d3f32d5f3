import type { Token } from "markdown-it";
import { didYouMean } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { type PageEnv, reportProblem } from "./env.ts";

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

/** Names of the files that a fence keeps. Those outside the sample's folder are faults of its words. */
export function keptNames(meta: Pick<FenceMeta, "options">): string[] {
  return namesToKeep(meta).filter(isInFolder);
}

/** The names in `keep`, as written. */
function namesToKeep({ options }: Pick<FenceMeta, "options">): string[] {
  return (options.get("keep") ?? "").split(/\s+/).filter(Boolean);
}

/** Whether the name of a file leads to a sample's own folder. */
export function isInFolder(name: string): boolean {
  return !/[\\:\0]/.test(name) && name.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** Words without a value. */
const FLAGS = ["wrap", "nofold", "npm2yarn", "output", "live", "noInline", "run", "nocheck"];
/** Words that need a value, with an example for the hint. `since` and `until` are not listed: their missing value is an error. */
const VALUES = {
  title: '"a.js"',
  height: "180",
  expects: '"a CSV file"',
  session: "a",
  file: "a.csv",
  keep: "a.xlsx",
  timeout: "20",
  allow: "loopback",
};
/** Words with a number as value. */
const NUMBERS = ["showLineNumbers", "height"];
/** Words that need one of others. Without `run`, a sample isn't checked, so its absence is an error. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  ...{ keep: ["run"], session: ["run"], allow: ["run", "live"], timeout: ["run", "live"] },
  ...{ height: ["live"], noInline: ["live"], input: ["live"], expects: ["input"] },
};
/** Languages of samples that run. */
const RUNNING = ["js", "mjs", "ts"];
const LIVE = ["jsx", "tsx"];
/** Permissions for `allow=`. */
const PERMISSIONS = ["worker", "loopback"];
const DEFAULT_TIMEOUT_S = 10;
const MAX_TIMEOUT_S = 600;
/** Valid words after a fence's language, for the theme and for the sample checker. */
const KNOWN = [...new Set([...Object.keys(VALUES), ...NUMBERS, "since", "until", "input", ...FLAGS])];

/** Time limit of a sample, in seconds; the default one if `timeout` is invalid. */
export function secondsOf(options: FenceMeta["options"]): number {
  const seconds = Number(options.get("timeout"));
  return seconds > 0 && seconds <= MAX_TIMEOUT_S ? seconds : DEFAULT_TIMEOUT_S;
}

/** Faults of the words that decide how a sample runs, with hints. `docgen check-samples` reports them, too. */
export function sampleFaults({ language, flags, options }: FenceMeta): SampleFault[] {
  const has = (word: string) => flags.has(word) || options.has(word);
  const faults = Object.entries(NEEDS).flatMap(([word, others]): SampleFault[] => {
    if (!has(word) || others.some(has)) return [];
    const message = `"${word}" works with "${others.join('" or "')}" only`;
    const severity = others.includes("run") ? "error" : "warning";
    return [{ severity, message, hint: `add ${others[0]}, or remove ${word}` }];
  });
  const add = (message: string, hint: string) => faults.push({ severity: "error", message, hint });
  if (flags.has("live") && !LIVE.includes(language)) {
    add(`"live" works with jsx and tsx, not with "${language}"`, "write jsx live");
  }
  if (flags.has("run") && options.has("file")) {
    add('"run" has no effect on a file for samples', "remove run, or remove file");
  } else if (flags.has("run") && !RUNNING.includes(language)) {
    const instead = LIVE.includes(language) ? `${language} live` : "js run";
    add(`"run" works with js, mjs and ts, not with "${language}"`, `write ${instead}`);
  }
  for (const name of namesToKeep({ options })) if (!isInFolder(name)) faults.push(outsideFault(name));
  const timeout = options.get("timeout");
  if (timeout !== undefined && secondsOf(options) !== Number(timeout)) {
    add(`timeout "${timeout}" is not a valid time`, `write seconds, at most ${MAX_TIMEOUT_S}, such as timeout=20`);
  }
  for (const word of options.get("allow")?.split(",") ?? []) {
    if (PERMISSIONS.includes(word)) continue;
    add(`unknown permission "${word}"`, `allow= takes ${PERMISSIONS.join(" and ")}`);
  }
  return faults;
}

/** The fault of a file name that leads out of a sample's folder. */
export function outsideFault(name: string): SampleFault {
  const message = `file "${name}" is not inside the sample's folder`;
  return { severity: "error", message, hint: "write a name such as data/people.json" };
}

type SampleFault = Pick<Problem, "severity" | "message"> & { readonly hint: string };

/** Reports unknown words of a fence, and marks of what its code doesn't have. @param code the code that is shown */
export function checkFenceWords(env: PageEnv, token: Token, meta: FenceMeta, code: string): void {
  const { flags, options, lines, words, repeated, unread } = meta;
  const warn = (message: string, hint?: string) => {
    reportProblem(env, token.map?.[0] ?? 0, { severity: "warning", code: "fence", message, hint });
  };
  for (const word of new Set([...flags, ...options.keys(), ...unread])) {
    if (KNOWN.includes(word)) continue;
    const guess = didYouMean(word, KNOWN);
    const knownWords = guess === "" ? `known: {1,4-6}, /text/, ${KNOWN.join(", ")}` : undefined;
    warn(`unknown word "${word}" after the language of a fence${guess}`, knownWords);
  }
  for (const word of new Set(repeated)) warn(`"${word}" is written twice after the language`, "remove one of the two");
  for (const name of FLAGS) if (options.has(name)) warn(`"${name}" takes no value`, `write ${name}`);
  for (const [name, example] of Object.entries(VALUES)) {
    if (flags.has(name)) warn(`"${name}" has no value`, `write ${name}=${example}`);
  }
  for (const name of NUMBERS) {
    const value = options.get(name);
    if (value !== undefined && !/^\d+$/.test(value))
      warn(`${name}=${value} is not a number`, `write ${name}=${name === "height" ? VALUES.height : 7}`);
  }
  const file = options.get("file") ?? "";
  if (/^(?:\.{0,2}\/|@site\/)/.test(file)) {
    const message = `file=${file} shows no file: it names the file that samples find this code in`;
    warn(message, `write <<< ${file} to show a file`);
  }
  for (const word of words)
    if (!code.includes(word)) warn(`/${word}/ matches nothing`, "the code does not contain this text");
  const lineCount = code.split("\n").length;
  const beyond = Math.max(...lines);
  if (beyond > lineCount) warn(`{${beyond}} matches no line`, `the code has ${count(lineCount, "line")}`);
}
