import type { Route } from "../shared/route.ts";
import type { ParsedTexts } from "./texts.ts";

/** Typed front matter; every key is one that Docusaurus has, but for `scripts`. */
export interface FrontMatter {
  readonly id?: string;
  readonly slug?: string;
  readonly title?: string;
  readonly sidebar_label?: string;
  readonly sidebar_position?: number;
  readonly sidebar_class_name?: string;
  readonly sidebar_custom_props?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly tags?: readonly string[];
  readonly image?: string;
  readonly hide_title?: boolean;
  readonly hide_table_of_contents?: boolean;
  readonly toc_min_heading_level?: number;
  readonly toc_max_heading_level?: number;
  /** null: no link to the page before. */
  readonly pagination_prev?: string | null;
  /** null: no link to the page after. */
  readonly pagination_next?: string | null;
  readonly pagination_label?: string;
  readonly draft?: boolean;
  readonly unlisted?: boolean;
  readonly custom_edit_url?: string | null;
  readonly last_update?: { readonly date?: string; readonly author?: string };
  /** Names of configured scripts with `on: "wanted"` that the page uses. */
  readonly scripts?: readonly string[];
  /** Posts: the instant, as `2026-11-21T00:00:00.000Z`. */
  readonly date?: string;
  /** Posts: keys of `authors.yml`, authors of their own, or both. */
  readonly authors?: readonly (AuthorFields & { readonly key?: string })[];
}

/** What may be said of an author, in `authors.yml` or in a post. */
export interface AuthorFields {
  readonly name?: string;
  /** What they do. */
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly email?: string;
  readonly image_url?: string;
  /** Handles or addresses by the name of the place. */
  readonly socials?: Readonly<Record<string, string>>;
}

export const AUTHOR_KEYS: readonly string[] = ["name", "title", "description", "url", "email", "image_url", "socials"];

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
  /** Of the source file's bytes; empty where docgen makes the page. */
  readonly hash: string;
  /** The heading that its text begins with, as it is written. */
  readonly heading?: string | undefined;
  /** Text below the front matter, line ends as `\n`; undefined where only the rest is known from an earlier build. */
  readonly body: string | undefined;
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number;
  /** Its tags, where they have pages. */
  readonly tags?: readonly TagLink[];
  /** What makes it a post. */
  readonly post?: { readonly date: string; readonly authors: readonly Author[] };
  /** What it lists, where docgen makes it. */
  readonly list?: PageList;
}

/** `_category_.json`, with what it leaves open left open. */
export interface Category {
  readonly label?: string;
  readonly position?: number;
  readonly collapsed?: boolean;
  readonly description?: string;
  readonly link?:
    | { readonly type: "doc"; readonly id: string }
    | {
        readonly type: "generated-index";
        readonly slug?: string;
        readonly title?: string;
        readonly description?: string;
      }
    | null;
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
  readonly bytes: number;
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
