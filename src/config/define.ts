import type { Severity } from "../shared/problem.ts";
import type { UserConfig } from "./schema.ts";

export type { Finding, MarkdownPlugin, PageView, SiteCheck, SiteOutput, SiteView } from "./extensions.ts";

/** A fault that a Markdown plugin finds in a page. */
export interface PluginFault {
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  /** Default: an error, which fails the command. */
  readonly severity?: Severity;
  /** From 1; default: the first. */
  readonly column?: number;
}

/** The part of docgen's own `env` that plugins use. */
export interface PluginReport {
  readonly report: (line: number, fault: PluginFault) => void;
}

/**
 * Reports a fault in a page from a Markdown plugin.
 *
 * @param env the rule's own, as in `state.env`
 * @param line as in `token.map`: from 0, of the text with its includes; the message names the file that it comes from
 */
export function report(env: unknown, line: number, fault: PluginFault): void {
  (env as { readonly page: PluginReport }).page.report(line, fault);
}

/** Gives the configuration back as it is; it exists so that an editor knows the type. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
