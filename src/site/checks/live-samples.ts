import type { Sample } from "../../markdown/document.ts";
import { syntaxFaultIn } from "../../shared/esbuild.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";

/** Finds syntax errors in live samples: readers would see the error instead of the result. */
export async function liveSampleFaults(samples: readonly Sample[]): Promise<Problem[]> {
  const has = (meta: string, word: string) => meta.split(/\s+/).includes(word);
  const live = samples.filter(({ meta }) => has(meta, "live") && !has(meta, "nocheck"));
  const problems = live.map(async ({ path, line, indent, language, code }): Promise<Problem[]> => {
    const loader = language === "tsx" ? "tsx" : "jsx";
    // As in the browser: an expression, or declarations.
    if ((await syntaxFaultIn(`(${code.trim().replace(/;$/, "")}\n)`, loader)) === undefined) return [];
    const fault = await syntaxFaultIn(code, loader);
    if (fault === undefined) return [];
    const position = { path, line: line + fault.line, column: fault.column + indent };
    const message = `the live sample does not parse: ${fault.message}`;
    const hint = "fix it, or add nocheck after the language: readers see this error instead of the result";
    return [problemOf({ ...position, severity: "warning", code: "live", message, hint })];
  });
  return (await Promise.all(problems)).flat();
}
