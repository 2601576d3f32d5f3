import type { Declaration } from "./declaration.ts";
import type { ResolvedName } from "./library-names.ts";

/** Longer declarations have a line for each parameter. */
const MAX_LENGTH = 80;

/** The code that shows a declaration, by overload: calls and values with their full name, types as they are written. */
export function declarationCode({ declaration, name }: ResolvedName): string[] {
  const { kind, texts } = declaration;
  if (kind !== "function" && kind !== "value") return [...texts];
  return texts.map((text) => wrapped(name + text.slice(nameEnd(text, declaration))));
}

function nameEnd(text: string, { name }: Declaration): number {
  const quoted = [`"${name}"`, `'${name}'`, name].find((part) => text.includes(part)) ?? "";
  return text.indexOf(quoted) + quoted.length;
}

function wrapped(code: string): string {
  if (code.length <= MAX_LENGTH || code.includes("\n")) return code;
  const open = indexAtTop(code, 0, "(");
  const close = open < 0 ? -1 : indexAtTop(code, open + 1, ")");
  if (close < 0) return code;
  const parameters: string[] = [];
  for (let from = open + 1; from < close; ) {
    const comma = indexAtTop(code, from, ",");
    const to = comma < 0 || comma > close ? close : comma;
    parameters.push(code.slice(from, to).trim());
    from = to + 1;
  }
  if (parameters.length === 0) return code;
  return `${code.slice(0, open + 1)}\n${parameters.map((text) => `  ${text},\n`).join("")}${code.slice(close)}`;
}

/** Index of a sign outside of brackets; -1 if there is none. */
function indexAtTop(code: string, from: number, sign: string): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const here = code[at] ?? "";
    if (depth === 0 && here === sign) return at;
    if ("([{<".includes(here)) depth += 1;
    // `=>` closes nothing.
    else if (")]}".includes(here) || (here === ">" && code[at - 1] !== "=")) depth -= 1;
    if (depth < 0) return -1;
  }
  return -1;
}
