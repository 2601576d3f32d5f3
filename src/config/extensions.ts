import type { MarkdownIt } from "markdown-it";
import type { Severity } from "../shared/problem.ts";

/** A plugin for markdown-it, alone or followed by its options. It is added after docgen's own rules. */
export type MarkdownPlugin =
  | ((md: MarkdownIt) => void)
  // Each plugin has its own option types; `never` accepts a function of any of them.
  | readonly [plugin: (md: MarkdownIt, ...options: never[]) => void, ...options: unknown[]];

/** A site in one language, as checks and outputs of the configuration see it. Plain data. */
export interface SiteView {
  readonly title: string;
  readonly url: string;
  readonly baseUrl: string;
  /** Name of the language. */
  readonly locale: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly customFields: Readonly<Record<string, unknown>>;
  /** All pages that have a source file, sorted by path. */
  readonly pages: readonly PageView[];
}

/** A page, as checks and outputs of the configuration see it. */
export interface PageView {
  /** Path of the source file, relative to the site's root. */
  readonly path: string;
  /** Route, without the base URL. */
  readonly route: string;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Plain text and code of each section; the one before the first heading has an empty id. */
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly level: number;
    readonly text: string;
    readonly code: string;
  }[];
  /** Fences of the page. */
  readonly samples: readonly {
    readonly path: string;
    readonly line: number;
    readonly language: string;
    readonly code: string;
  }[];
  /** The lines of the source file, with those of included files in their place. */
  readonly lines: readonly { readonly path: string; readonly line: number; readonly text: string }[];
}

/** A finding of a check. */
export interface Finding {
  /** File, relative to the site's root. */
  readonly path: string;
  /** Line in the file, from 1; default: 1. */
  readonly line?: number;
  /** Column in the line, from 1; default: 1. */
  readonly column?: number;
  readonly message: string;
  /** A suggestion what to write instead. */
  readonly hint?: string;
}

/** A check of the configuration; runs in `build`, `serve` and `check-links`. */
export interface SiteCheck {
  /** Name in messages. */
  readonly name: string;
  /** Default: `error`, which fails the command. */
  readonly level?: Severity;
  readonly run: (site: SiteView) => readonly Finding[] | Promise<readonly Finding[]>;
}

/** Output files that the configuration makes. */
export interface SiteOutput {
  /** Name in messages. */
  readonly name: string;
  /** Paths of the files, relative to the output folder of the language, with forward slashes. */
  readonly files: (site: SiteView) => readonly string[] | Promise<readonly string[]>;
  /** The content of a file. */
  readonly make: (site: SiteView, file: string) => string | Uint8Array | Promise<string | Uint8Array>;
}

/** A page as its maker returns it. */
export interface MadeText {
  /** Path of the file that it stands for, relative to `content/`: `docs/api/parse.md`. It determines the route. */
  readonly path: string;
  /** The text of the page, with front matter. */
  readonly markdown: string;
}

/** What a maker of pages reads through, so that docgen makes its pages again when something has changed. */
export interface MakerTask {
  /** Reads a text file. @param path relative to the site's root */
  readonly read: (path: string) => string;
  /** The names of the files and folders in a folder, sorted; none if it doesn't exist. @param path as for `read` */
  readonly list: (path: string) => readonly string[];
}

/** Makes Markdown pages from data. */
export interface PageMaker {
  /** Name in messages. */
  readonly name: string;
  readonly make: (input: { readonly task: MakerTask }) => readonly MadeText[] | Promise<readonly MadeText[]>;
}

/** Placeholder for a function of a configuration: functions can't leave the thread that runs the configuration. */
export interface FunctionMark {
  readonly function: string;
}

/** Whether a value from the configuration stands for a function. */
export function isFunctionMark(value: unknown): value is FunctionMark {
  return typeof value === "object" && value !== null && typeof (value as FunctionMark).function === "string";
}

/** The functions of a configuration, callable only in the thread that runs its code. */
export interface Extensions {
  readonly plugins: readonly MarkdownPlugin[];
  readonly checks: readonly SiteCheck[];
  readonly outputs: readonly SiteOutput[];
  readonly pages: readonly PageMaker[];
}

/** The functions in a configuration. @param config the exported value of a valid configuration */
export function extensionsOf(config: unknown): Extensions {
  const { markdown, ...others } = config as Partial<Extensions> & { readonly markdown?: Partial<Extensions> };
  const { checks = [], outputs = [], pages = [] } = others;
  return { plugins: markdown?.plugins ?? [], checks, outputs, pages };
}

/** Replaces each function in a place that allows one by a mark; everything else must be plain data. */
export function markFunctions(config: unknown): unknown {
  if (!isObject(config)) return config;
  // Getters are not called here: their exceptions are reported later, with their names.
  const fields = Object.getOwnPropertyDescriptors(config);
  const markdown = fields.markdown?.value as unknown;
  const marked: Record<string, unknown> = {};
  if (isObject(markdown) && Array.isArray(markdown.plugins)) {
    marked.markdown = { ...markdown, plugins: markdown.plugins.map(markPlugin) };
  }
  for (const [key, names] of Object.entries({ checks: ["run"], outputs: ["files", "make"], pages: ["make"] })) {
    const list = fields[key]?.value as unknown;
    if (Array.isArray(list)) marked[key] = list.map((entry) => markFields(entry, names));
  }
  if (Object.keys(marked).length === 0) return config;
  return Object.defineProperties({}, { ...fields, ...Object.getOwnPropertyDescriptors(marked) });
}

/** What isn't a plugin loses its functions, so that it is reported as a whole, and not because of them. */
function markPlugin(plugin: unknown): unknown {
  const [first] = Array.isArray(plugin) ? plugin : [plugin];
  if (typeof first === "function") return mark(first);
  return isObject(plugin) ? Object.fromEntries(Object.keys(plugin).map((key) => [key, null])) : plugin;
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
