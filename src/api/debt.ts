import { type Problem, problemOf } from "../shared/problem.ts";
import type { UndocumentedName } from "./documented-names.ts";

/** File with the names that are known to be undocumented, at the root of the site. */
export const DEBT_FILE = "api-debt.txt";

/** Compares what is undocumented with what is known to be: names, one a line, each with a reason after `#`. */
export function compareDebt(missing: readonly UndocumentedName[], debt: string): Problem[] {
  const lines = debt.split(/\r?\n/).map((text, index) => ({ name: text.replace(/#.*$/, "").trim(), line: index + 1 }));
  const listedNames = new Set(lines.map(({ name }) => name));
  const names = new Set(missing.map(({ name }) => name));
  const fresh = missing.filter(({ name }) => !listedNames.has(name));
  const paid = lines.filter(({ name }) => name !== "" && !names.has(name));
  return [
    ...fresh.map(undocumented),
    ...paid.map(({ name, line }) => {
      const message = `"${name}" is documented, or no longer declared`;
      return problemOf({
        path: DEBT_FILE,
        line,
        severity: "warning",
        code: "api-debt",
        message,
        hint: "remove the line",
      });
    }),
  ];
}

function undocumented({ name, path, line }: UndocumentedName): Problem {
  const message = `no page documents ${name}`;
  const hint = `name it in a heading, a row of <Options of=…> or a <Signature>, or add it to ${DEBT_FILE}`;
  return problemOf({ path, line, severity: "warning", code: "api-undocumented", message, hint });
}

/** The debt with a line for each name. Lines that stay are unchanged, and so are comments and empty lines. */
export function updateDebt(missing: readonly UndocumentedName[], debt: string): string {
  const names = new Set(missing.map(({ name }) => name));
  const kept = debt.split("\n").filter((line) => {
    const name = line.replace(/#.*/s, "").trim();
    return name === "" || names.delete(name);
  });
  kept.splice(kept.at(-1) === "" ? -1 : kept.length, 0, ...names);
  return kept.join("\n");
}
