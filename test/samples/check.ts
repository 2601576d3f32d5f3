import { readFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, type Run } from "../helpers/docgen.ts";

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
  const run = await command("check-samples", "--root", root, ...args);
  const lines = run.stderr.split("\n").filter((line) => line !== "");
  return {
    ...run,
    root,
    lines: lines.map((line) => line.replace(`${PAGE}:`, "")),
    summary: run.stdout.replace(/ in \d+\.\d s\n$/, ""),
  };
}

/** Checks many pages in one run. @returns the run, and of each page the problems and hints with their places on it */
export async function checkPages(pages: readonly string[]): Promise<Check & { readonly ofPages: string[][] }> {
  const pathOf = (index: number) => `content/docs/p${index}.md`;
  const run = await checkSite(makeSite(Object.fromEntries(pages.map((page, index) => [pathOf(index), page]))));
  const ofPages = pages.map((): string[] => []);
  let own: string[] = [];
  for (const line of run.lines) {
    const at = pages.findIndex((_, index) => line.startsWith(`${pathOf(index)}:`));
    own = ofPages[at] ?? own;
    own.push(at < 0 ? line : line.slice(pathOf(at).length + 1));
  }
  return { ...run, ofPages };
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
