import type { Nodes, Root } from "mdast";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx";
import type { Binding, Bindings, Imported } from "./bindings.ts";
import type { Edits } from "./edits.ts";
import type { Scope } from "./evaluate.ts";
import { escapeMarkdown } from "./html.ts";
import type { ParsedPage } from "./parse-page.ts";

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
  readonly page: ParsedPage;
  readonly bindings: Bindings;
  readonly scope: Scope;
  readonly site: Surroundings;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Tags of components that blocks become, by the offsets of these. */
  readonly islands: ReadonlyMap<number, string>;
  readonly note: (kind: Note["kind"], offset: number, message: string) => void;
  /** Rewrites a node and all in it. */
  readonly visit: (node: Nodes, place: Place) => void;
}

/** A node with children. */
export type Parent = Extract<Nodes, { children: unknown[] }>;

/** Where a node stands. */
export interface Place {
  /** What lines begin with there: blanks of lists, signs of quotes. */
  readonly prefix: string;
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

/** Rewrites the children of a node. */
export function visitAll(node: Root | Parent, place: Place, at: Rewriting): void {
  for (const child of node.children as Nodes[]) at.visit(child, place);
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

/** What a value is in the text of a page: a variable where it is imported. */
export function textOf(
  value: unknown,
  name: string | undefined,
  binding: Binding | undefined,
  at: Rewriting,
): string | undefined {
  if (value === undefined || value === null || typeof value === "boolean") return "";
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  const isVariable = name !== undefined && binding?.kind === "value" && binding.isImported;
  if (isVariable && text !== "" && !/<[a-z/!?]|\n/i.test(text)) return `{vars.${at.site.variable(name, text)}}`;
  return escapeMarkdown(text);
}
