import type { Token } from "markdown-it";
import { didYouMean } from "../shared/nearest.ts";
import { count } from "../shared/text.ts";
import { type PageEnv, reportProblem } from "./env.ts";
import type { FenceMeta } from "./fence-meta.ts";

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
/** Valid words after a fence's language, for the theme and for the sample checker. */
const KNOWN = [...new Set([...Object.keys(VALUES), ...NUMBERS, "since", "until", "input", ...FLAGS])];

/**
 * Reports unknown words after a fence's language, and marks of lines or texts that the code doesn't have.
 *
 * @param code the code that is shown
 */
export function checkFenceWords(env: PageEnv, token: Token, meta: FenceMeta, code: string): void {
  const { flags, options, lines, words, unread } = meta;
  const warn = (message: string, hint?: string) => {
    reportProblem(env, token.map?.[0] ?? 0, { severity: "warning", code: "fence", message, hint });
  };
  for (const word of new Set([...flags, ...options.keys(), ...unread])) {
    if (KNOWN.includes(word)) continue;
    const guess = didYouMean(word, KNOWN);
    const knownWords = guess === "" ? `known: {1,4-6}, /text/, ${KNOWN.join(", ")}` : undefined;
    warn(`unknown word "${word}" after the language of a fence${guess}`, knownWords);
  }
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
    warn(
      `file=${file} shows no file: it names the file that samples find this code in`,
      `write <<< ${file} to show a file`,
    );
  }
  for (const word of words)
    if (!code.includes(word)) warn(`/${word}/ matches nothing`, "the code does not contain this text");
  const lineCount = code.split("\n").length;
  const beyond = Math.max(...lines);
  if (beyond > lineCount) warn(`{${beyond}} matches no line`, `the code has ${count(lineCount, "line")}`);
}
