import * as v from "valibot";
import { type Problem, problemOf } from "../shared/problem.ts";
import type { Texts } from "../shared/translate.ts";
import { isMapping, jsonKeyPlace, mapping, parseJson } from "./data-file.ts";

/** The translations of a `code.json`, the line of each, and problems. */
export interface ParsedTexts {
  readonly texts: Texts;
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
}

const EXAMPLE = 'such as {"theme.docs.paginator.next": {"message": "Weiter"}}';
const entrySchema = v.pipe(mapping, v.object({ message: v.string() }));

/** Parses the translations of the interface: `{"id or English message": {"message": …, "description": …}}`. */
export function parseTexts(path: string, source: string): ParsedTexts {
  const problems: Problem[] = [];
  const report = (line: number, message: string, hint?: string) =>
    problems.push(problemOf({ path, line, code: "translation", message, hint }));
  const lines = new Map<string, number>();
  const texts: [string, string][] = [];
  const parsed = parseJson(source);
  if ("fault" in parsed) report(parsed.fault.line, parsed.fault.message);
  else if (!isMapping(parsed.value)) report(1, `must contain an object ${EXAMPLE}`);
  else {
    for (const [id, entry] of Object.entries(parsed.value)) {
      const { line } = jsonKeyPlace(source, id);
      lines.set(id, line);
      const { success, output, issues } = v.safeParse(entrySchema, entry);
      if (id === "") report(line, "a text needs an id or a message", `give the text an id, ${EXAMPLE}`);
      else if (success) texts.push([id, output.message]);
      else if (issues[0].path === undefined) report(line, `"${id}" must be an object, ${EXAMPLE}`);
      else report(line, `"${id}" has no "message"`, `write one, ${EXAMPLE}`);
    }
  }
  return { texts: Object.fromEntries(texts), lines, problems };
}
