import picocolors from "picocolors";

/** Text as a terminal may have it: all control characters in it are docgen's own colours. */
export interface Shown {
  readonly shown: string;
}

/** Colours where a person reads: off when either output is no terminal, and with NO_COLOR. */
const colours = picocolors.createColors(
  process.env.NO_COLOR === undefined && process.stdout.isTTY === true && process.stderr.isTTY === true,
);
const painter = (paint: (text: string) => string) => {
  return (text: string): Shown => ({ shown: paint(printable(text)) });
};

/** Colours of what is printed. */
export const pc = {
  bold: painter(colours.bold),
  dim: painter(colours.dim),
  red: painter(colours.red),
  yellow: painter(colours.yellow),
  green: painter(colours.green),
  cyan: painter(colours.cyan),
};

/** A line of several parts, each coloured or plain. */
export function shown(parts: TemplateStringsArray, ...values: readonly (Shown | string | number)[]): Shown {
  return { shown: parts.map((part, index) => part + printed(values[index] ?? "")).join("") };
}

/** Prints on standard output. With `writeErr` and `writeJson` the only way to print: what files hold is shown as text. */
export function writeOut(text: Shown | string): void {
  process.stdout.write(`${printed(text)}\n`);
}

/** Prints on standard error. */
export function writeErr(text: Shown | string): void {
  process.stderr.write(`${printed(text)}\n`);
}

/** Prints JSON on standard output. @param json may hold those control characters that JSON leaves as they are */
export function writeJson(json: string): void {
  process.stdout.write(`${json.replace(/[\x7f-\x9f]/g, (char) => `\\u00${hexOf(char)}`)}\n`);
}

function printed(text: Shown | string | number): string {
  return typeof text === "object" ? text.shown : printable(String(text));
}

/** What files hold must not move a terminal's cursor, change its colours or write its title. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (char) => `\\x${hexOf(char)}`);
}

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, "0");
}
