import { hash } from "node:crypto";
import type { SourcePage } from "../content/types.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { escapeHtml } from "../shared/text.ts";

/** A rendered page. */
export interface View {
  readonly status: number;
  readonly html: string;
  /** Hash of the HTML. */
  readonly version: string;
  /** Source files, relative to the root. */
  readonly sources: readonly string[];
}

/**
 * Creates a view of a page that updates itself.
 *
 * @param headTags returns the tags that connect a page to the server; called with the page's version
 */
export function viewOf(
  status: number,
  page: string,
  sources: readonly string[],
  headTags: (version: string) => string,
): View {
  const version = hash("sha1", page, "base64url").slice(0, 12);
  const html = page.replace(/<head\b[^>]*>/i, (head) => `${head}\n${headTags(version)}`);
  return { status, html, version, sources };
}

/** Page shown instead of one that can't be loaded: its own errors, or those of others. */
export function faultPage(page: SourcePage, problems: readonly Problem[]): string {
  const own = problems.filter(({ path }) => path === page.path);
  const shown = hasErrors(own) ? own : problems.filter(({ severity }) => severity === "error");
  const lines = shown.map(({ path, line, column, message }) => `${path}:${line}:${column}  ${message}`);
  return errorPage([`${page.path} cannot be loaded.`, ...lines]);
}

/** A page of plain lines. @param tags for its head */
export function errorPage(lines: readonly string[], tags = ""): string {
  const text = escapeHtml(lines.join("\n"));
  return `<!doctype html><html lang="en"><head>${tags}<meta charset="utf-8"><title>Error</title></head><body><pre>${text}</pre></body></html>`;
}
