import type { Node, Program } from "estree";
import type { Nodes } from "mdast";
import type { Mapping } from "../../../content/data-file.ts";
import { hasMarkdown } from "./markdown-in-html.ts";
import { lineOf, type Rewriting, rangeOf } from "./rewriting.ts";

/** A top-level block of a page. */
export interface Block {
  readonly offset: number;
  /** Its first and last line in the file, from 1. */
  readonly first: number;
  readonly last: number;
  /**
   * A module that renders the block; undefined if the block contains Markdown or names that the page doesn't define.
   */
  readonly code: string | undefined;
}

interface Statement {
  readonly text: string;
  readonly names: readonly string[];
}

/** The blocks of a page. @param firstLine line of the file at which the text begins */
export function blocksOf(at: Rewriting, firstLine: number): Block[] {
  const { children } = at.page.tree;
  const statements = children.flatMap((node) =>
    node.type === "mdxjsEsm" && node.data?.estree ? statementsOf(node.data.estree, at.source) : [],
  );
  const blocks = children.filter(({ type }) => type !== "mdxjsEsm");
  return blocks.map((node) => ({
    offset: rangeOf(node)[0],
    first: firstLine + lineOf(node) - 1,
    last: firstLine + (node.position?.end.line ?? 1) - 1,
    code: moduleOf(node, statements, at),
  }));
}

function statementsOf({ body }: Program, source: string): Statement[] {
  return body.map((statement) => {
    const { start, end } = statement as unknown as { readonly start: number; readonly end: number };
    const declaration = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
    return { text: source.slice(start, end), names: definedNames(declaration) };
  });
}

/** The names that a statement defines. */
function definedNames(statement: Node): string[] {
  if (statement.type === "ImportDeclaration") return statement.specifiers.map(({ local }) => local.name);
  if (statement.type === "VariableDeclaration")
    return statement.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
  return statement.type === "FunctionDeclaration" && statement.id ? [statement.id.name] : [];
}

/**
 * The names that a node needs when it is rendered: a component throws if one is undefined. Without those inside
 * functions, which may be called later, in a browser.
 */
function neededNames(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(neededNames);
  if (typeof node !== "object" || node === null) return [];
  const { type, name, operator, object, property, computed, value } = node as Mapping;
  if (type === "Identifier") return [String(name)];
  if (/Function/.test(String(type)) || operator === "typeof") return [];
  if (type === "MemberExpression") return neededNames(computed === true ? [object, property] : object);
  if (type === "Property" && computed !== true) return neededNames(value);
  return Object.values(node).flatMap(neededNames);
}

/** Code of a module with the block and the statements of the page that it needs; undefined if it can't be one. */
function moduleOf(node: Nodes, statements: readonly Statement[], at: Rewriting): string | undefined {
  const blockSource = at.source.slice(...rangeOf(node));
  const isText = node.type === "paragraph";
  if (!isText && node.type !== "mdxJsxFlowElement" && node.type !== "mdxFlowExpression") return undefined;
  if (hasMarkdown([node], at) || /\b(?:props|frontMatter|toc)\b/.test(blockSource)) return undefined;
  const used = new Set<Statement>();
  let code = blockSource;
  for (let size = -1; size < used.size; ) {
    size = used.size;
    for (const statement of statements)
      if (statement.names.some((name) => new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(code)))
        used.add(statement);
    code = [...used].map(({ text }) => text).join("\n") + blockSource;
  }
  const names = new Set([...used].flatMap((statement) => statement.names));
  const tags = [...blockSource.matchAll(/<([A-Z]\w*)/g)].map(([, name = ""]) => name);
  if ([...tags, ...neededNames(node)].some((name) => !names.has(name) && !(name in globalThis))) return undefined;
  const head = statements.flatMap((statement) => (used.has(statement) ? [`${statement.text}\n`] : [])).join("");
  const tag = isText ? "p" : "";
  return `${head}${head === "" ? "" : "\n"}export default function Part() {\n  return (\n    <${tag}>\n      ${blockSource}\n    </${tag}>\n  );\n}\n`;
}
