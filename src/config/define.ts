import type { Severity } from "../shared/problem.ts";
import type { UserConfig } from "./schema.ts";

export type {
  Finding,
  MadeText,
  MakerTask,
  MarkdownPlugin,
  PageMaker,
  PageView,
  SiteCheck,
  SiteOutput,
  SiteView,
} from "./extensions.ts";

/** A fault in a page, found by a Markdown plugin. */
export interface PluginFault {
  readonly message: string;
  /** A suggestion what to write instead. */
  readonly hint?: string;
  /** Default: `error`, which fails the command. */
  readonly severity?: Severity;
  /** Column in the line, from 1; default: 1. */
  readonly column?: number;
}

/** The fields of docgen's `env` that plugins may use. */
export interface PluginReport {
  readonly report: (line: number, fault: PluginFault) => void;
}

/**
 * Reports a fault in a page from a Markdown plugin.
 *
 * @param env the rule's `state.env`
 * @param line as in `token.map`: from 0, in the text with its includes; the message names the file that the line comes
 *   from
 */
export function report(env: unknown, line: number, fault: PluginFault): void {
  (env as { readonly page: PluginReport }).page.report(line, fault);
}

/** Returns the configuration unchanged; it gives editors the type. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
