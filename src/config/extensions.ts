import type { MarkdownIt } from "markdown-it";
import type { Severity } from "../shared/problem.ts";

/** A plugin for markdown-it, alone or followed by its options. It is added after docgen's own rules. */
export type MarkdownPlugin =
  | ((md: MarkdownIt) => void)
  // Each plugin has its own option types; `never` accepts a function of any of them.
  | readonly [plugin: (md: MarkdownIt, ...options: never[]) => void, ...options: unknown[]];

/** A site as its checks and outputs see it: in one language. Plain data. */
export interface SiteView {
  readonly title: string;
  readonly url: string;
  readonly baseUrl: string;
  /** Name of the language. */
  readonly locale: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly customFields: Readonly<Record<string, unknown>>;
  /** Every page that has a source, in the order of their paths. */
  readonly pages: readonly PageView[];
}

/** A page as checks and outputs see it. */
export interface PageView {
  /** Of its source, relative to the site's root. */
  readonly path: string;
  /** Below the base URL. */
  readonly route: string;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Plain text and code of each part, the one before the first heading with an empty id. */
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly level: number;
    readonly text: string;
    readonly code: string;
  }[];
  /** Fences, each at its place. */
  readonly samples: readonly {
    readonly path: string;
    readonly line: number;
    readonly language: string;
    readonly code: string;
  }[];
  /** The lines of its source, with what it includes. */
  readonly lines: readonly { readonly path: string; readonly line: number; readonly text: string }[];
}

/** What a check finds. */
export interface Finding {
  /** File, relative to the site's root. */
  readonly path: string;
  /** From 1; default: the first. */
  readonly line?: number;
  /** From 1; default: the first. */
  readonly column?: number;
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
}

/** Looks for what is wrong with a site. docgen's own checks see the site, and report, in more detail than a site's. */
export interface Check<Site, Found = Finding> {
  /** Stands in messages. */
  readonly name: string;
  /** An error fails the command; default. */
  readonly level?: Severity;
  readonly run: (site: Site) => readonly Found[] | Promise<readonly Found[]>;
}

/** Files that are made of a site: docgen's own outputs and a site's. */
export interface Output<Site, Data = string | Uint8Array> {
  /** Stands in messages. */
  readonly name: string;
  /** Files, relative to the output folder of their language, with forward slashes. */
  readonly files: (site: Site) => readonly string[] | Promise<readonly string[]>;
  /** What one of them holds. */
  readonly make: (site: Site, file: string) => Data | Promise<Data>;
}

/** What a site checks besides what docgen does, in `build`, `serve` and `check-links`. */
export type SiteCheck = Check<SiteView>;

/** Files that a site makes besides what docgen does. */
export type SiteOutput = Output<SiteView>;

/** Stands for a function of a configuration: functions can't leave the thread in which the configuration runs. */
export interface FunctionMark {
  readonly function: string;
}

export function isFunctionMark(value: unknown): value is FunctionMark {
  return typeof value === "object" && value !== null && typeof (value as FunctionMark).function === "string";
}

/** The functions of a configuration, callable only in the thread that runs its code. */
export interface Extensions {
  readonly plugins: readonly MarkdownPlugin[];
  readonly checks: readonly SiteCheck[];
  readonly outputs: readonly SiteOutput[];
}

/** @param config the exported value of a valid configuration */
export function extensionsOf(config: unknown): Extensions {
  const { markdown, checks, outputs } = config as {
    readonly markdown?: { readonly plugins?: Extensions["plugins"] };
    readonly checks?: Extensions["checks"];
    readonly outputs?: Extensions["outputs"];
  };
  return { plugins: markdown?.plugins ?? [], checks: checks ?? [], outputs: outputs ?? [] };
}

/** Replaces each function in a place that allows one by a mark; everything else must be plain data. */
export function markFunctions(config: unknown): unknown {
  if (!isObject(config)) return config;
  // Getters are not called here: their exceptions are reported later, with their names.
  const fields = Object.getOwnPropertyDescriptors(config);
  const markdown = fields.markdown?.value as unknown;
  const lists = { checks: fields.checks?.value as unknown, outputs: fields.outputs?.value as unknown };
  const marked: Record<string, unknown> = {};
  if (isObject(markdown) && Array.isArray(markdown.plugins)) {
    marked.markdown = { ...markdown, plugins: markdown.plugins.map(markPlugin) };
  }
  if (Array.isArray(lists.checks)) marked.checks = lists.checks.map((check) => markFields(check, ["run"]));
  if (Array.isArray(lists.outputs)) marked.outputs = lists.outputs.map((one) => markFields(one, ["files", "make"]));
  if (Object.keys(marked).length === 0) return config;
  return Object.defineProperties({}, { ...fields, ...Object.getOwnPropertyDescriptors(marked) });
}

function markPlugin(plugin: unknown): unknown {
  return mark(Array.isArray(plugin) && typeof plugin[0] === "function" ? plugin[0] : plugin);
}

function markFields(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  return {
    ...value,
    ...Object.fromEntries(names.filter((name) => name in value).map((name) => [name, mark(value[name])])),
  };
}

function mark(value: unknown): unknown {
  return typeof value === "function" ? ({ function: value.name } satisfies FunctionMark) : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
