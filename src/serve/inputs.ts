import { loadTemplate } from "../build/template-file.ts";
import { CONFIG_FILE, loadConfig } from "../config/load.ts";
import { Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import type { DevInputs } from "./dev-site.ts";
import { OWN_RENDERER } from "./renderer.ts";

/** Loads what all languages share. @throws Failure for a faulty configuration or template */
export async function loadInputs(root: string): Promise<DevInputs> {
  const [loaded, template] = await Promise.all([loadConfig(root), loadTemplate(root)]);
  return { loaded, template, renderer: OWN_RENDERER };
}

/** What a failure says, at the places that it names. */
export function failureProblems(error: unknown, path: string = CONFIG_FILE): Problem[] {
  const message = error instanceof Error ? error.message : String(error);
  const place = { path, line: 1, column: 1, severity: "error", code: "failure" } as const;
  if (!(error instanceof Failure)) return [{ ...place, message }];
  return message.split("\n").map((line) => {
    const [, file, row, column, text] = /^(\S+?):(\d+):(\d+): (.*)$/.exec(line) ?? [];
    if (file === undefined || text === undefined) return { ...place, message: line.replace(`${path}: `, "") };
    return { ...place, path: file, line: Number(row), column: Number(column), message: text };
  });
}
