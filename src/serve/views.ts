import { createHash } from "node:crypto";
import type { SourcePage } from "../content/types.ts";
import { hasErrors, type Problem } from "../shared/problem.ts";
import { escapeHtml } from "../shared/text.ts";

/** A page as it is now. */
export interface View {
  readonly status: number;
  readonly html: string;
  /** Stands for the HTML. */
  readonly version: string;
  /** Files that it is made of, relative to the root. */
  readonly sources: readonly string[];
}

/**
 * Makes a page that can follow its changes.
 *
 * @param headTags connect it to the server, by its version
 */
export function viewOf(
  status: number,
  page: string,
  sources: readonly string[],
  headTags: (version: string) => string,
): View {
  const version = createHash("sha1").update(page).digest("base64url").slice(0, 12);
  const html = page.replace(/<head\b[^>]*>/i, (head) => `${head}\n${headTags(version)}`);
  return { status, html, version, sources };
}

/** Shown in the place of a page that can't be loaded; it goes away with the fault. */
export function faultPage(page: SourcePage, problems: readonly Problem[]): string {
  const own = problems.filter(({ path }) => path === page.path);
  const lines = own.map(({ path, line, column, message }) => `${path}:${line}:${column}  ${message}`);
  const text = escapeHtml(
    hasErrors(own) ? lines.join("\n") : `${page.path} cannot be loaded: see the other pages' faults`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fault</title></head><body><pre>${text}</pre></body></html>`;
}
