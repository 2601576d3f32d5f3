import picocolors from "picocolors";

/** Text that is safe to print: its only control characters are those of docgen's colours. */
export interface Shown {
  readonly shown: string;
}

/** No colours if one of the outputs is not a terminal, or with NO_COLOR. */
const colours = picocolors.createColors(
  process.env.NO_COLOR === undefined && process.stdout.isTTY === true && process.stderr.isTTY === true,
);
const painter = (paint: (text: string) => string) => {
  return (text: string): Shown => ({ shown: paint(printable(text)) });
};

/** Functions that colour a text. */
export const pc = {
  bold: painter(colours.bold),
  dim: painter(colours.dim),
  red: painter(colours.red),
  yellow: painter(colours.yellow),
  green: painter(colours.green),
  cyan: painter(colours.cyan),
};

/** Template tag for text with coloured parts; plain parts are escaped. */
export function shown(parts: TemplateStringsArray, ...values: readonly (Shown | string | number)[]): Shown {
  return { shown: parts.map((part, index) => part + printed(values[index] ?? "")).join("") };
}

/** Prints a line on standard output, with control characters escaped, as do `writeErr` and `writeJson`. */
export function writeOut(text: Shown | string): void {
  process.stdout.write(lineOf(text));
}

/** Prints a line on standard error, with control characters escaped. */
export function writeErr(text: Shown | string): void {
  process.stderr.write(lineOf(text));
}

/** Prints JSON on standard output. @param json control characters that JSON allows in strings are escaped */
export function writeJson(json: string): void {
  process.stdout.write(`${json.replace(/[\x7f-\x9f\p{Bidi_Control}]/gu, (char) => `\\u${hexOf(char, 4)}`)}\n`);
}

/** Whether standard error is a terminal that can redraw lines. */
export function isTerminal(): boolean {
  return process.stderr.isTTY === true && process.env.TERM !== "dumb" && process.env.CI === undefined;
}

/** Shows lines that are redrawn, below anything that is printed in the meantime. @param lines called for each redraw */
export async function openBlock(lines: () => readonly Shown[], redrawMs: number): Promise<{ remove: () => void }> {
  const { default: createSpinner } = await import("yocto-spinner");
  const text = () => Array.from(lines(), (line) => line.shown).join("\n  ");
  const spinner = createSpinner({ text: text(), stream: process.stderr, handleSignals: false }).start();
  const timer = setInterval(() => {
    spinner.text = text();
  }, redrawMs);
  return {
    remove: () => {
      clearInterval(timer);
      spinner.stop();
    },
  };
}

/** A question on the terminal. */
interface Question {
  readonly text: string;
  /** Answer for an empty line. */
  readonly fallback: string;
  /** The fault of an answer, after which the question is asked again; undefined for a valid answer. */
  readonly faultOf?: (answer: string) => string | undefined;
}

/** Whether questions can be asked: both input and output are terminals. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks questions one after the other. @returns the answers; undefined if the input ends before the last one */
export async function ask(questions: readonly Question[]): Promise<string[] | undefined> {
  if (questions.length === 0) return [];
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  const answers: string[] = [];
  try {
    for (const { text, fallback, faultOf } of questions) {
      const asked = `${printable(fallback === "" ? text : `${text} (${fallback})`)}: `;
      for (let fault: string | undefined = ""; fault !== undefined; ) {
        const typed = await Promise.race([lines.question(asked), ended]);
        if (typed === undefined) return undefined;
        const answer = typed.trim() === "" ? fallback : typed.trim();
        fault = faultOf?.(answer);
        if (fault === undefined) answers.push(answer);
        else writeErr(fault);
      }
    }
    return answers;
  } finally {
    lines.close();
  }
}

function lineOf(text: Shown | string): string {
  return typeof text === "string" ? printable(`${text}\n`) : `${text.shown}\n`;
}

function printed(text: Shown | string | number): string {
  return typeof text === "object" ? text.shown : printable(String(text));
}

/**
 * Escapes control characters, which could move the cursor, change colours or set the window's title, and those of
 * bidirectional text, which could make a path or an address look like another one; CRLF is kept.
 */
function printable(text: string): string {
  return text.replace(/(?!\r\n)[\p{Cc}\p{Bidi_Control}]/gu, (char) => {
    if (char === "\n" || char === "\t") return char;
    return char < "\u0100" ? `\\x${hexOf(char, 2)}` : `\\u${hexOf(char, 4)}`;
  });
}

function hexOf(char: string, digits: number): string {
  return char.charCodeAt(0).toString(16).padStart(digits, "0");
}
