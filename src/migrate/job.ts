import type { Program } from "estree";
import { MAIN_BLOG } from "../content/blog.ts";
import type { Mapping } from "../content/data-file.ts";

/** A set of pages of a Docusaurus site, with its folder in the new site. */
export interface ContentSet {
  readonly kind: "docs" | "blog" | "pages";
  readonly id: string;
  readonly options: Mapping;
  /** Folder of the pages, relative to the root; may begin with `../`. */
  readonly folder: string;
  /** Folder of the new site, relative to `content/`. */
  readonly target: string;
}

/** Whether a set of pages is the main blog; each other one is in a folder of its own. */
export function isMainBlog({ kind, target }: ContentSet): boolean {
  return kind === "blog" && target === MAIN_BLOG;
}

/** The parts of a Docusaurus configuration. */
export interface Docusaurus {
  readonly config: Mapping;
  readonly themeConfig: Mapping;
  readonly sets: readonly ContentSet[];
  /** Paths of style sheets, relative to the root. */
  readonly styles: readonly string[];
  /** Options of plugins, also of those in presets, by short name: `client-redirects`. */
  readonly plugins: ReadonlyMap<string, Mapping>;
  /** Plugins, themes and presets without an equivalent in docgen. */
  readonly others: readonly string[];
  /** Absolute paths of the folders with static files. */
  readonly staticFolders: readonly string[];
}

/** A note about a change in a file, or about something left to do. */
export interface Note {
  readonly line: number;
  /** `hand`: has to be checked or changed by hand. */
  readonly kind: "changed" | "hand";
  readonly message: string;
}

/** A note with the path of its file, relative to the Docusaurus site. */
export interface FileNote extends Note {
  readonly path: string;
}

/** Adds a note about a setting. */
export type NoteSetting = (kind: Note["kind"], key: string, message: string) => void;

/** A file of the new site: its text, or the file to copy. */
export type PlannedFile = { readonly text: string } | { readonly copyOf: string };

/** The exports of a module as plain data, or the reason why they are unknown; and what it was refused. */
export type ModuleOutcome = ({ readonly exports: unknown } | { readonly fault: string }) & {
  /** What the module asked for and was refused, also if it went on without. */
  readonly refused?: readonly string[];
  /** The site's modules that it imports and that aren't there. */
  readonly missing?: readonly string[];
};

/**
 * What is asked of the configuration in the place of its value: the redirects that it creates for addresses, the texts
 * of pages that its preprocessor changes, by path, style sheets as CSS, the data that the site's own plugins give to all
 * pages, or the names that plugins give to folders in imports and the redirects that they pass on.
 */
export type ConfigQuestion =
  | { readonly routes: readonly string[] }
  | { readonly pages: readonly string[] }
  | { readonly sheets: readonly string[] }
  | "global data"
  | "plugins";

/**
 * Runs modules of a Docusaurus site.
 *
 * @param paths absolute paths
 * @param config path of the configuration, if it is one of them
 * @param question what the configuration gives instead of its value
 * @returns outcomes by path
 */
export type RunModules = (
  paths: readonly string[],
  config?: string,
  question?: ConfigQuestion,
) => Promise<Map<string, ModuleOutcome>>;

/** What an import of a page resolves to. */
export type Imported =
  | { readonly kind: "partial"; readonly path: string }
  | {
      readonly kind: "asset";
      readonly path: string;
      /** Whether the import is the file's text, not its address. */
      readonly isText?: boolean;
    }
  | {
      readonly kind: "module";
      readonly path: string;
      readonly exports: Mapping;
      readonly program: Program | undefined;
    }
  | {
      readonly kind: "none";
      /** Why it can't be resolved. */
      readonly reason?: string;
    };

/** A migration in progress: the Docusaurus site, and the files and notes that the steps add. */
export interface Job {
  /** Real path of the Docusaurus site. */
  readonly root: string;
  /** Real path of the folder outside of which no file is read. */
  readonly boundary: string;
  /** Absolute paths of the site's folders and files by the names that its plugins give to them in imports. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly configFile: string;
  readonly docusaurus: Docusaurus;
  /** What plugins of the site give to all pages, if anything asks for it: by plugin and id. */
  readonly globalData?: Mapping;
  /** Style sheets in Sass as CSS, by absolute path, if the site has its compiler. */
  readonly compiled?: ReadonlyMap<string, string>;
  /** Texts of pages that the site's preprocessor changes, by path. */
  readonly preprocessed?: ReadonlyMap<string, string>;
  /** Files of the new site by path, relative to its root. */
  readonly files: Map<string, PlannedFile>;
  readonly notes: FileNote[];
  readonly run: RunModules;
  readonly put: (path: string, file: PlannedFile) => void;
  readonly note: (path: string, note: Note) => void;
  /** Whether there is a file that is really inside the boundary; one that a link leads out of it to is reported. */
  readonly hasFile: (path: string) => boolean;
  /** Adds a note about a file as a whole. */
  readonly noteFile: (path: string, kind: Note["kind"], message: string) => void;
}

/** The docgen site that a Docusaurus site becomes. */
export interface Migration {
  /** Files by path, relative to the new root. */
  readonly files: ReadonlyMap<string, PlannedFile>;
  readonly config: Mapping;
  readonly notes: readonly FileNote[];
  readonly pages: number;
  readonly lines: number;
  /** Number of errors with which docgen would refuse to build it. */
  readonly errors: number;
}
