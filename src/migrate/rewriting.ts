import type { Nodes } from "mdast";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx";
import type { Bindings, Imported } from "./bindings.ts";
import type { Edits } from "./edits.ts";
import type { Scope } from "./evaluate.ts";
import type { MdxPage } from "./parse-page.ts";

/** What was done in a file, or is left to do. */
export interface Note {
  readonly line: number;
  /** `hand`: a person has to look at it. */
  readonly kind: "changed" | "hand";
  readonly message: string;
}

/** What a page may ask about the tree that it stands in. */
export interface Surroundings {
  readonly resolve: (specifier: string) => Imported;
  /** Address of a file of the tree, as this page writes it. */
  readonly address: (path: string) => string;
  /** Path of a file of the tree, as this page includes it. */
  readonly file: (path: string) => string;
  /** A link of this page as docgen reads it. */
  readonly link: (target: string) => string;
  /** Name of the variable of the site that holds a value. */
  readonly variable: (name: string, value: string) => string;
  /** Tag of a component of the site; undefined where its module needs what docgen lacks. */
  readonly component: (name: string, path: string, exported: string) => string | undefined;
  /** Tag of a component that is made of a module's code; undefined where that needs what docgen lacks. */
  readonly island: (code: string) => string | undefined;
  /** The file that `<Include>` names for a partial with these props. */
  readonly include: (path: string, props: Readonly<Record<string, unknown>>) => string;
}

export interface PageInput {
  readonly text: string;
  /** Line on which the text begins in its file. */
  readonly firstLine: number;
  readonly isMdx: boolean;
  /** Whether it is a post: Docusaurus takes its first heading of the first level out of the text. */
  readonly isPost: boolean;
  /** Whether it has formulas between dollar signs. */
  readonly hasMath: boolean;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Of a partial: what it is given. */
  readonly props?: Readonly<Record<string, unknown>> | undefined;
  readonly site: Surroundings;
}

/** A page while it is rewritten. */
export interface Rewriting {
  readonly source: string;
  readonly edits: Edits;
  readonly page: MdxPage;
  readonly bindings: Bindings;
  readonly scope: Scope;
  readonly site: Surroundings;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Tags of components that blocks become, by the offsets of these. */
  readonly islands: ReadonlyMap<number, string>;
  /** Notes something of a node, or of an offset. */
  readonly note: (kind: Note["kind"], where: Nodes | number, message: string) => void;
  /** Replaces a node. */
  readonly replace: (node: Nodes, text: string) => void;
  /** Rewrites a node and all in it. */
  readonly visit: (node: Nodes, place: NodePlace) => void;
}

/** Where a node stands. */
export interface NodePlace {
  /** What lines begin with there: blanks of lists, signs of quotes. */
  readonly prefix: string;
  /** Whether it is a cell of a table in Markdown, which holds no blocks. */
  readonly isCell?: boolean | undefined;
  /** Labels of tabs by their values, from the list of `<Tabs>`. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

/** What `require` gives for a picture. */
export class Asset {
  readonly default: string;
  constructor(address: string) {
    this.default = address;
  }
  toString(): string {
    return this.default;
  }
}

/** The nodes in a node. */
export function childrenOf(node: Nodes): Nodes[] {
  return "children" in node ? (node.children as Nodes[]) : [];
}

/** The nodes in a node, without blanks between them. */
export function contentOf(node: Nodes): Nodes[] {
  return childrenOf(node).filter((child) => child.type !== "text" || child.value.trim() !== "");
}

/** Rewrites the children of a node. */
export function visitAll(node: Nodes, place: NodePlace, at: Rewriting): void {
  for (const child of childrenOf(node)) at.visit(child, place);
}

export type Element = MdxJsxFlowElement | MdxJsxTextElement;
export type ExpressionNode = Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>;

export function isElement(node: Nodes | undefined): node is Element {
  return node?.type === "mdxJsxFlowElement" || node?.type === "mdxJsxTextElement";
}

export function isExpression(node: Nodes | undefined): node is ExpressionNode {
  return node?.type === "mdxFlowExpression" || node?.type === "mdxTextExpression";
}

/** Start and end of a node in the source. */
export function rangeOf(node: Pick<Nodes, "position">): readonly [number, number] {
  return [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
}

/** Line of the text on which a node begins. */
export function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}
