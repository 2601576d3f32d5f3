import type { Finding, MadeText, SiteView } from "../../config/extensions.ts";
import type { HighlightedCode, ParsedPage } from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { PageText } from "../../markdown/include.ts";
import type { CodeFault } from "../../shared/user-code/fault.ts";
import type { PageData, SiteData } from "../../theme/theme-types.ts";
import type { Files } from "../output-kinds.ts";
import type { Dialect } from "./dialect.ts";

/** A module of the site, and its name in stack traces. */
export interface SiteModule {
  readonly name: string;
  /** The bundled module. */
  readonly code: string;
}

/** The site's code that is used to compile its pages. */
export interface SiteCode {
  readonly config: SiteModule;
  /** See `RunnableCode`. */
  readonly isConstant: boolean;
  /** Components by tag. `client` tells when the component starts in the browser; undefined if it doesn't. */
  readonly components: readonly (SiteModule & { readonly tag: string; readonly client: string | undefined })[];
}

export interface SiteCompiler extends SiteCode {
  /** Name of the locale of the pages. */
  readonly locale: string;
  readonly dialect: Dialect;
}

interface TextInput {
  readonly compiler: SiteCompiler;
  readonly text: PageText;
}

/** A site to check, or to make files from. */
interface SiteInput {
  readonly config: SiteModule;
  /** Index among the configuration's checks or outputs. */
  readonly index: number;
  /** Undefined for an output that doesn't take it. */
  readonly site: SiteView | undefined;
}

/** A whole page to render, with navbar and footer. */
export interface AppInput {
  readonly site: SiteData;
  readonly page: PageData;
  readonly articleHtml: string;
  /** Theme with the site's own components; undefined for docgen's own. */
  readonly theme: SiteModule | undefined;
  /** The React page; undefined for any other page. */
  readonly component?: SiteModule | undefined;
}

/** Properties that a React page exports. */
export interface PageExports {
  readonly title?: string;
  readonly description?: string;
  readonly scripts?: readonly string[];
  /** Result of its `load`. */
  readonly data?: unknown;
  /** SHA-1 of each file that `load` has read, by its path relative to the root. */
  readonly reads?: Readonly<Record<string, string>>;
}

/** What a maker has returned or thrown, and everything that it has read. */
export interface MakerRun {
  readonly made: { readonly pages: readonly MadeText[] } | { readonly fault: CodeFault };
  /** Digests by path, relative to the root; empty for an absent file. */
  readonly files: Readonly<Record<string, string>>;
  /** Names by path. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
}

/** The jobs that run the site's code, in a thread of their own. */
export interface SiteJobs {
  /** The parsed page waits for its highlighted code; `parsed` identifies it. */
  readonly parse: (input: TextInput) => Promise<{ readonly parsed: number; readonly blocks: ParsedPage["blocks"] }>;
  readonly heading: (input: TextInput) => Promise<string | undefined>;
  /** The document is missing if the thread that parsed the page is gone. */
  readonly finish: (input: {
    readonly parsed: number;
    readonly code: HighlightedCode;
  }) => Promise<CompiledDocument | undefined>;
  readonly check: (input: SiteInput) => Promise<readonly Finding[]>;
  /** Whether a function of an output declares a parameter. */
  readonly takesSite: (input: Omit<SiteInput, "site">) => Promise<boolean>;
  readonly output: (input: SiteInput) => Promise<Files>;
  /** Pages of a maker, by its index in the configuration. `root` as below. */
  readonly make: (input: {
    readonly config: SiteModule;
    readonly index: number;
    readonly root: string;
  }) => Promise<MakerRun>;
  /** What a React page exports. `root` is the absolute path of the site's root. */
  readonly exports: (input: { readonly root: string; readonly page: SiteModule }) => Promise<PageExports>;
  /** HTML of a page. */
  readonly render: (input: AppInput) => Promise<string>;
}

export type JobInput<Job extends keyof SiteJobs> = Parameters<SiteJobs[Job]>[0];
export type JobResult<Job extends keyof SiteJobs> = Awaited<ReturnType<SiteJobs[Job]>>;

/** A job with its input, as sent to the thread. */
export interface JobCall {
  readonly job: keyof SiteJobs;
  readonly input: unknown;
}
