import type { Route } from "../shared/route.ts";
import type { Category } from "./category.ts";
import type { AuthorFields, FrontMatter } from "./front-matter-schema.ts";
import type { ParsedTexts } from "./texts.ts";

/** An author, with the position of the definition. */
export interface Author extends AuthorFields {
  readonly key?: string;
  readonly path: string;
  readonly line: number;
  /** Route of the author's page, if there is one. */
  readonly route?: Route;
}

/** Kinds of pages; `blogList` and `docList` are lists of posts and docs, made by docgen. */
export type PageKind = "doc" | "page" | "category" | "post" | "blogList" | "docList";

/** A link to a tag's page. */
export interface TagLink {
  readonly label: string;
  readonly route: Route;
}

/** What the page of a tag says of it. */
export interface TagText {
  readonly label: string;
  readonly description?: string | undefined;
}

/** Content of a list page; pages are named by their paths. */
export type PageList =
  | {
      readonly kind: "posts";
      readonly posts: readonly string[];
      /** Number of posts on all pages of the list. */
      readonly count: number;
      readonly newer?: Route;
      readonly older?: Route;
      readonly tag?: TagText;
      readonly author?: Author;
      /** Route of the list of all tags or authors. */
      readonly all?: Route;
    }
  | { readonly kind: "archive"; readonly posts: readonly string[] }
  | { readonly kind: "tags"; readonly tags: readonly (TagLink & { readonly count: number })[] }
  | { readonly kind: "authors"; readonly authors: readonly { readonly author: Author; readonly count: number }[] }
  | { readonly kind: "docs"; readonly docs: readonly string[]; readonly tag: TagText; readonly all: Route }
  | { readonly kind: "search" };

/** A page before its text is compiled. Plain data that can be sent to a worker. */
export interface SourcePage {
  readonly kind: PageKind;
  /** Source file, relative to the root; for a generated index the folder, for a list the folder of the listed pages. */
  readonly path: string;
  readonly route: Route;
  /** Id of the page's docs plugin; empty for other pages. */
  readonly plugin: string;
  /** Name of the page's docs version; empty for other pages. */
  readonly version: string;
  /** Id of a doc: folders and name without number prefixes, e.g. `api/index`; the path for other pages. */
  readonly id: string;
  /** Folder inside the docs: raw names (with prefixes) joined by `/`; empty at the top. */
  readonly folder: string;
  /** Raw file name, which determines the order in the sidebar. */
  readonly name: string;
  /** Whether the page is the index of its folder. */
  readonly isIndex: boolean;
  readonly format: "md" | "tsx" | "generated";
  /**
   * Plain text: the title of the front matter, else the text of the leading heading, else words made of the file's name.
   * All places that name the page show it.
   */
  readonly title: string;
  readonly frontMatter: FrontMatter;
  /** Lines of front matter keys, for messages. */
  readonly keyLines: Readonly<Record<string, number>>;
  /** The page's tags that have pages. */
  readonly tags?: readonly TagLink[];
  /** Posts only. */
  readonly post?: { readonly date: string; readonly authors: readonly Author[] };
  /** List pages only. */
  readonly list?: PageList;
}

/** A docs folder that contains pages. */
export interface DocsFolder {
  readonly plugin: string;
  /** Name of the docs version. */
  readonly version: string;
  /** Raw names joined by `/`; empty at the top. */
  readonly folder: string;
  readonly category: Category;
  /** Path of the page to which its `_category_.json` links. */
  readonly linked?: string;
}

/** A version of a set of docs. */
export interface DocsVersion {
  /** Id of the docs plugin. */
  readonly plugin: string;
  readonly name: string;
  /** Label for readers. */
  readonly label: string;
  /** Whether it is served at the base path of the docs. */
  readonly isLast: boolean;
  /** Route prefix of its pages, without a final slash. */
  readonly path: Route;
  /** Folder below `content/`. */
  readonly folder: string;
  /** Banner at the top of its pages. */
  readonly banner: "none" | "unreleased" | "unmaintained";
  /** Whether its pages show the version. */
  readonly badge: boolean;
  readonly noIndex: boolean;
}

/** A file that is copied unchanged. */
export interface StaticFile {
  /** Relative to the root. */
  readonly path: string;
  /** Relative to the output folder. */
  readonly file: string;
  readonly absolute: string;
}

/** Everything found below `content/`. */
export interface Content {
  readonly pages: readonly SourcePage[];
  readonly folders: readonly DocsFolder[];
  /** Versions of the docs in the order of the configuration, the newest of each first. */
  readonly versions: readonly DocsVersion[];
  readonly statics: readonly StaticFile[];
  /** Translations of the interface. */
  readonly translation: ParsedTexts;
  /** Excluded drafts. */
  readonly drafts: readonly SourcePage[];
  /** Files beside pages, e.g. images, by path. */
  readonly assets: ReadonlyMap<string, string>;
}
