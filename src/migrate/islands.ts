import type { Program } from "estree";
import type { Nodes } from "mdast";
import { hasMarkdown } from "./raw-html.ts";
import { type Rewriting, rangeOf } from "./rewriting.ts";

/** A block of a page at its top level. */
export interface Block {
  readonly offset: number;
  /** Its lines in the file. */
  readonly first: number;
  readonly last: number;
  /** A module that renders it; undefined where it holds Markdown or names that the page gets from elsewhere. */
  readonly code: string | undefined;
}

interface Statement {
  readonly text: string;
  readonly names: readonly string[];
}

/** The blocks of a page. @param firstLine line of the file on which the text begins */
export function blocksOf(at: Rewriting, firstLine: number): Block[] {
  const statements = at.page.tree.children.flatMap((node) =>
    node.type === "mdxjsEsm" && node.data?.estree ? statementsOf(node.data.estree, at.source) : [],
  );
  return at.page.tree.children.flatMap((node): Block[] => {
    const lines = { first: firstLine + lineOf(node, "start") - 1, last: firstLine + lineOf(node, "end") - 1 };
    return node.type === "mdxjsEsm"
      ? []
      : [{ offset: rangeOf(node)[0], ...lines, code: moduleOf(node, statements, at) }];
  });
}

function lineOf(node: Nodes, side: "start" | "end"): number {
  return node.position?.[side].line ?? 1;
}

function statementsOf({ body }: Program, source: string): Statement[] {
  return body.map((statement) => {
    const { start, end } = statement as unknown as { readonly start: number; readonly end: number };
    const own = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
    const names =
      own.type === "ImportDeclaration"
        ? own.specifiers.map(({ local }) => local.name)
        : own.type === "VariableDeclaration"
          ? own.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []))
          : own.type === "FunctionDeclaration" && own.id
            ? [own.id.name]
            : [];
    return { text: source.slice(start, end), names };
  });
}

/** The block as a module of its own, with the statements of the page that it needs. */
function moduleOf(node: Nodes, statements: readonly Statement[], at: Rewriting): string | undefined {
  const own = at.source.slice(...rangeOf(node));
  const isText = node.type === "paragraph";
  if (!isText && node.type !== "mdxJsxFlowElement" && node.type !== "mdxFlowExpression") return undefined;
  if (hasMarkdown([node], at) || /\b(?:props|frontMatter|toc)\b/.test(own)) return undefined;
  const used = new Set<Statement>();
  let code = own;
  for (let size = -1; size < used.size; ) {
    size = used.size;
    for (const statement of statements)
      if (statement.names.some((name) => new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(code)))
        used.add(statement);
    code = [...used].map(({ text }) => text).join("\n") + own;
  }
  const names = new Set([...used].flatMap((statement) => statement.names));
  const tags = [...own.matchAll(/<([A-Z]\w*)/g)].map(([, name = ""]) => name);
  if (tags.some((name) => !names.has(name))) return undefined;
  const head = statements.flatMap((one) => (used.has(one) ? [`${one.text}\n`] : [])).join("");
  const tag = isText ? "p" : "";
  return `${head}${head === "" ? "" : "\n"}export default function Part() {\n  return (\n    <${tag}>\n      ${own}\n    </${tag}>\n  );\n}\n`;
}
