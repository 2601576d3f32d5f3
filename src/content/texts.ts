import type { Problem } from "../shared/problem.ts";
import type { Texts } from "../shared/translate.ts";

/** The texts of a `code.json`, with the line of each and what is wrong with the others. */
export interface ParsedTexts {
  readonly texts: Texts;
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
}

const EXAMPLE = 'such as {"theme.docs.paginator.next": {"message": "Weiter"}}';

/** Reads the texts of an interface: `{"id or English message": {"message": …, "description": …}}`. */
export function parseTexts(path: string, source: string): ParsedTexts {
  const problems: Problem[] = [];
  const report = (line: number, message: string, hint?: string) => {
    const problem = { path, line, column: 1, severity: "error" as const, code: "translation", message };
    problems.push(hint === undefined ? problem : { ...problem, hint });
  };
  const none = { texts: {}, lines: new Map<string, number>(), problems };
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? source.trimEnd().length);
    report(lineAt(source, offset), `not valid JSON: ${message}`);
    return none;
  }
  if (!isMapping(value)) {
    report(1, `must hold an object ${EXAMPLE}`);
    return none;
  }
  const lines = new Map<string, number>();
  const texts: [string, string][] = [];
  for (const [id, entry] of Object.entries(value)) {
    const line = lineAt(source, keyOffset(source, id));
    lines.set(id, line);
    const fields: Readonly<Record<string, unknown>> = isMapping(entry) ? entry : {};
    const message = Object.hasOwn(fields, "message") ? fields.message : undefined;
    if (id === "") report(line, "a translation declaration needs an id or a message", `name the text, ${EXAMPLE}`);
    else if (!isMapping(entry)) report(line, `"${id}" must be an object, ${EXAMPLE}`);
    else if (typeof message !== "string") report(line, `"${id}" has no "message"`, `write one, ${EXAMPLE}`);
    else texts.push([id, message]);
  }
  return { texts: Object.fromEntries(texts), lines, problems };
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where a key stands: in front of a colon, unlike the same words as a text. */
function keyOffset(source: string, key: string): number {
  const quoted = JSON.stringify(key);
  for (let at = source.indexOf(quoted); at >= 0; at = source.indexOf(quoted, at + 1)) {
    if (/^\s*:/.test(source.slice(at + quoted.length))) return at;
  }
  return -1;
}

function lineAt(source: string, offset: number): number {
  return offset < 0 ? 1 : source.slice(0, offset).split("\n").length;
}
