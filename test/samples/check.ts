import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docgen, type Files, makeSite, type Run } from "../helpers/docgen.ts";

export const PAGE = "content/docs/a.md";

/** A run of `check-samples` with what it said about pages, line by line. */
export interface Check extends Run {
  readonly root: string;
  /** Problems and their hints; places on the one page without its path. */
  readonly lines: readonly string[];
  /** The summary without its time. */
  readonly summary: string;
}

/** Checks a site of one page. @param more further files of the site */
export function checkPage(page: string, more: Files = {}, ...args: readonly string[]): Promise<Check> {
  return checkSite(makeSite({ [PAGE]: page, ...more }), ...args);
}

export async function checkSite(root: string, ...args: readonly string[]): Promise<Check> {
  const run = await docgen("check-samples", "--root", root, ...args);
  const lines = run.stderr.split("\n").filter((line) => line !== "");
  return {
    ...run,
    root,
    lines: lines.map((line) => line.replace(`${PAGE}:`, "")),
    summary: run.stdout.replace(/ in \d+\.\d s\n$/, ""),
  };
}

export function readPage(root: string): string {
  return readFileSync(join(root, PAGE), "utf8");
}

/** A page whose fences stand one after the other: `fence("js run", "code")`. */
export function pageOf(...fences: readonly string[]): string {
  return `# Page\n\n${fences.join("\n")}`;
}

/** @param code one line or more */
export function fence(info: string, ...code: readonly string[]): string {
  return `\`\`\`${info}\n${code.map((line) => `${line}\n`).join("")}\`\`\`\n`;
}

export function output(...lines: readonly string[]): string {
  return fence("text output", ...lines);
}
