import type { Nodes } from "mdast";
import type { Mapping } from "../../../content/data-file.ts";
import { editHtml, type HtmlEdit } from "../../../shared/html-parts.ts";
import type { Note } from "../../job.ts";
import type { MdxPage } from "../../read/parse-mdx.ts";
import type { Bindings, ResolveName } from "./bindings.ts";
import type { MagicComments } from "./magic-comments.ts";
import { childrenOf, type Element, rangeOf } from "./nodes.ts";
import type { Scope } from "./scope.ts";

/** Edits of ranges of a source; everything outside of them stays byte for byte. */
export interface Edits {
  /** Replaces a range; of nested ranges only the outer one counts. */
  readonly replace: (start: number, end: number, text: string) => void;
  /** Whether anything is replaced inside a range. */
  readonly touches: (start: number, end: number) => boolean;
  /** Whether a range is replaced by nothing. */
  readonly removes: (start: number, end: number) => boolean;
  /** The source after all edits. */
  readonly result: () => string;
}

/** A statement of a page, with the names that it defines. */
export interface PageStatement {
  readonly text: string;
  readonly names: readonly string[];
}

/** What remark-plugin-tab-blocks is told: labels of tabs by language, and the opening tag around tabs. */
export interface TabBlocks {
  readonly labels: ReadonlyMap<string, string>;
  readonly open: string;
}

/** Access to the rest of the site, for rewriting a page. */
export interface Surroundings {
  readonly resolve: ResolveName;
  /** The language of code fences without one. */
  readonly codeLanguage: string | undefined;
  /** Comments that mark lines of code. */
  readonly magicComments: MagicComments;
  /** How fences become tabs, if a plugin makes them so. */
  readonly tabBlocks: TabBlocks | undefined;
  /** Path of a file that a page names, such as `./a.js`; undefined if it isn't there. */
  readonly fileAt: (specifier: string) => string | undefined;
  /** Path of a file of the site's repository at its host; undefined if it isn't there. */
  readonly fileOfRepository: (address: string) => string | undefined;
  /** Address of a file of the Docusaurus site, for links in this page. */
  readonly address: (path: string) => string;
  /** The text of a file of the Docusaurus site. */
  readonly textOf: (path: string) => string;
  /** Path of a file of the Docusaurus site, for includes in this page. */
  readonly file: (path: string) => string;
  /** Converts the target of a link in this page to docgen's form. */
  readonly link: (target: string) => string;
  /** Name of the site variable for a value; added if there is none. */
  readonly variable: (name: string, value: string) => string;
  /** Tag of a component of the site; undefined if docgen lacks something that its module imports. */
  readonly component: (name: string, path: string, exported: string) => string | undefined;
  /** Adds a style sheet that the page imports. @returns false for another module, or if there is none */
  readonly addSheet: (specifier: string) => boolean;
  /** Why `component` returns no tag for a module; undefined if that has another cause. */
  readonly reason: (path: string) => string | undefined;
  /**
   * Tag of a component created from a module's code; undefined if docgen lacks something that it imports.
   *
   * @param name wanted tag; if absent, one made of the page's name
   */
  readonly part: (code: string, name?: string) => string | undefined;
  /** Path for `<Include>` of a partial with these props. */
  readonly include: (path: string, props: Mapping) => string;
}

/** What rewriting a page needs. */
export interface PageInput {
  readonly text: string;
  /** Line of the file at which the text begins, from 1. */
  readonly firstLine: number;
  readonly isMdx: boolean;
  /** Whether the site has MDX 1: that of Docusaurus before version 3. */
  readonly isMdx1: boolean;
  /** Whether it is a post: Docusaurus removes a level-1 heading at its beginning from the text. */
  readonly isPost: boolean;
  /** Whether dollar signs enclose formulas. */
  readonly hasMath: boolean;
  readonly frontMatter: Mapping;
  readonly props?: Mapping | undefined;
  /** Whether it is a partial that differs with its props. */
  readonly isVaried: boolean;
  readonly site: Surroundings;
  /** What the site gives to every page. */
  readonly shared: { readonly bindings: Bindings; readonly statements: readonly PageStatement[] };
  /** Whether ids of headings keep capitals. */
  readonly keepsCase: boolean;
}

/** A page that is being rewritten. */
export interface Rewriting extends PageInput {
  readonly source: string;
  readonly edits: Edits;
  readonly page: MdxPage;
  readonly bindings: Bindings;
  readonly scope: Scope;
  /** Statements of the page, for components made from its parts. */
  readonly statements: readonly PageStatement[];
  /** Keys (`keyOf`) of HTML that becomes a component of the site as a whole, as something in it needs code at run time. */
  readonly asParts: ReadonlySet<string>;
  /** Keys of HTML in which something needs code at run time, for the next attempt. */
  readonly incomplete: Set<string>;
  /** What nodes became: a component as a whole, one that gets their content, or a fence. */
  readonly became: Map<Nodes, "whole" | "tags" | "fence">;
  /** Adds a note about a node, or about an offset. */
  readonly note: (kind: Note["kind"], where: Nodes | number, message: string) => void;
  /** Replaces a node. @param message of a note about the change */
  readonly replace: (node: Nodes, text: string, message?: string) => void;
  /** Rewrites a node and everything in it. */
  readonly visit: (node: Nodes, context: NodeContext) => void;
}

/** The surroundings of a node. */
export interface NodeContext {
  /** Prefix of its lines: indentation of lists, markers of quotes. */
  readonly prefix: string;
  /** Whether it is in a cell of a Markdown table, which can't contain blocks. */
  readonly isCell?: boolean | undefined;
  /** The outermost node that becomes raw HTML, in which docgen parses no Markdown and no components. */
  readonly html?: Nodes | undefined;
  /** Labels of tabs by value, from the `values` of `<Tabs>`. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

/** Result of `require` for an image. */
export class Asset {
  readonly default: string;
  constructor(address: string) {
    this.default = address;
  }
  toString(): string {
    return this.default;
  }
}

/** Rewrites the children of a node. */
export function visitAll(node: Nodes, context: NodeContext, at: Rewriting): void {
  for (const child of childrenOf(node)) at.visit(child, context);
}

/** Ranges of the opening and closing tags of an element. */
export function tagRanges(
  node: Element,
  { source }: Rewriting,
): { open: readonly [number, number]; close: readonly [number, number] | undefined } {
  const [start, end] = rangeOf(node);
  const last = node.attributes.at(-1);
  const from = last === undefined ? start + 1 + (node.name?.length ?? 0) : rangeOf(last)[1];
  // In a quote, each line begins with its marks.
  const [marks] = /^[\s>]*/.exec(source.slice(source.lastIndexOf("\n", start - 1) + 1, start)) ?? [""];
  const ending = new RegExp(`(?:\\s*\\n(?:[ \\t]*>){${marks.split(">").length - 1}})*\\s*/?>`, "y");
  ending.lastIndex = from;
  const at = ending.test(source) ? ending.lastIndex : source.indexOf(">", from) + 1;
  if (at >= end) return { open: [start, end], close: undefined };
  return { open: [start, at], close: [source.lastIndexOf("<", end - 1), end] };
}

/** Collects edits of a source. */
export function createEdits(source: string): Edits {
  const edits: HtmlEdit[] = [];
  return {
    replace: (from, to, html) => edits.push({ from, to, html }),
    touches: (start, end) => edits.some(({ from, to }) => from < end && to > start),
    removes: (start, end) => edits.some(({ from, to, html }) => html === "" && from <= start && to >= end),
    result: () =>
      editHtml(
        source,
        edits.toSorted((a, b) => a.from - b.from || b.to - a.to),
      ),
  };
}

/** Whether only whitespace and quote markers precede an offset in its line. */
export function beginsLine(source: string, offset: number): boolean {
  return /^[\s>]*$/.test(source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset));
}

/** An empty line before the next block, inside the quotes and list items that a prefix stands for. */
export function emptyLine(prefix: string): string {
  return `\n${prefix.trimEnd()}\n${prefix}`;
}

/** Whether an offset is the beginning of its line, or of a list item in it. */
export function beginsItem(source: string, offset: number): boolean {
  const before = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^(?:[\s>]|(?:[-*+]|\d{1,9}[.)])[ \t])*$/.test(before);
}

/** Whether only whitespace follows an offset in its line. */
export function endsLine(source: string, offset: number): boolean {
  const end = source.indexOf("\n", offset);
  return source.slice(offset, end < 0 ? undefined : end).trim() === "";
}
