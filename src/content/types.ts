import type { Route } from "../shared/route.ts";
import type { Category } from "./category.ts";
import type { AuthorFields, FrontMatter } from "./front-matter-schema.ts";
import type { ParsedTexts } from "./texts.ts";

/** An author, and where that is written. */
export interface Author extends AuthorFields {
  readonly key?: string;
  readonly path: string;
  readonly line: number;
  /** The page of their posts, where they have one. */
  readonly route?: Route;
}

/** What kind of page a source makes; `blogList` and `docList` are made by docgen, of posts and of docs. */
export type PageKind = "doc" | "page" | "category" | "post" | "blogList" | "docList";

/** A link to the pages of one tag. */
export interface TagLink {
  readonly label: string;
  readonly route: Route;
}

/** What a page made by docgen lists; pages are named by their paths. */
export type PageList =
  | {
      readonly kind: "posts";
      readonly posts: readonly string[];
      /** All posts, not those of this page alone. */
      readonly count: number;
      readonly newer?: Route;
      readonly older?: Route;
      readonly tag?: string;
      readonly author?: Author;
      /** The list of all tags or authors, for a list of one's posts. */
      readonly all?: Route;
    }
  | { readonly kind: "archive"; readonly posts: readonly string[] }
  | { readonly kind: "tags"; readonly tags: readonly (TagLink & { readonly count: number })[] }
  | { readonly kind: "authors"; readonly authors: readonly { readonly author: Author; readonly count: number }[] }
  | { readonly kind: "docs"; readonly docs: readonly string[]; readonly tag: string; readonly all: Route };

/** One page of the site before its text is compiled. Plain data: it can be sent to a worker. */
export interface SourcePage {
  readonly kind: PageKind;
  /** Source file relative to the root; for a generated index, the folder's `_category_.json` or the folder. */
  readonly path: string;
  readonly route: Route;
  /** Id of the docs plugin that the page belongs to; empty for other pages. */
  readonly plugin: string;
  /** Name of the docs version that the page belongs to; empty for other pages. */
  readonly version: string;
  /** Docs id: folders and name without number prefixes, `api/index`; for other pages the path. */
  readonly id: string;
  /** Folder inside the docs, raw names (with prefixes) joined by `/`; empty at the top. */
  readonly folder: string;
  /** File name as it orders the sidebar. */
  readonly name: string;
  /** True where the page stands for its folder. */
  readonly isIndex: boolean;
  readonly format: "md" | "tsx" | "generated";
  readonly frontMatter: FrontMatter;
  /** Lines of front matter keys, for messages about them. */
  readonly keyLines: Readonly<Record<string, number>>;
  /** The heading that its text begins with, as it is written. */
  readonly heading?: string | undefined;
  /** Its tags, where they have pages. */
  readonly tags?: readonly TagLink[];
  /** What makes it a post. */
  readonly post?: { readonly date: string; readonly authors: readonly Author[] };
  /** What it lists, where docgen makes it. */
  readonly list?: PageList;
}

/** A folder of docs that holds pages. */
export interface DocsFolder {
  readonly plugin: string;
  /** Name of the docs version. */
  readonly version: string;
  /** Raw names joined by `/`; empty for the top. */
  readonly folder: string;
  readonly category: Category;
  /** Path of the page that its `_category_.json` links the category to. */
  readonly linked?: string;
}

/** One version of a set of docs, before its pages are known. */
export interface DocsVersion {
  /** Id of the docs plugin. */
  readonly plugin: string;
  readonly name: string;
  /** What readers see. */
  readonly label: string;
  /** Served at the docs' own address. */
  readonly isLast: boolean;
  /** Route that its pages are below, without a final slash. */
  readonly path: Route;
  /** Folder below `content/`. */
  readonly folder: string;
  /** What its pages say above their text. */
  readonly banner: "none" | "unreleased" | "unmaintained";
  /** Names the version above each page. */
  readonly badge: boolean;
  readonly noIndex: boolean;
}

/** A file copied as it is. */
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
  /** The interface's texts in the locale of the content. */
  readonly translation: ParsedTexts;
  /** The drafts that were left out. */
  readonly drafts: readonly SourcePage[];
  /** Files beside pages (pictures) that pages may refer to, by path. */
  readonly assets: ReadonlyMap<string, string>;
}
