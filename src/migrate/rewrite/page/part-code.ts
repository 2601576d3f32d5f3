import type { Node, Program } from "estree";
import type { Nodes } from "mdast";
import type { Mapping } from "../../../content/data-file.ts";
import { entriesOf, IMPORT } from "../../read/re-exports.ts";
import { beginsHtml, hasMarkdown, isPhrasing, TAGS } from "./markdown-in-html.ts";
import { childrenOf, type Element, type ExpressionNode, isElement, isExpression, rangeOf } from "./nodes.ts";
import { type PageStatement, type Rewriting, tagRanges } from "./rewriting.ts";

/** A component of the site made from a part of a page. */
export interface PagePart {
  readonly tag: string;
  /** Whether it gets the content between the tags, which stays in the page. */
  readonly hasContent: boolean;
}

/** The statements of a module, without exports. */
export function statementsOf({ body }: Program, source: string): PageStatement[] {
  return body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
    if (/^Export/.test(declaration.type)) return [];
    const { start, end } = declaration as unknown as { readonly start: number; readonly end: number };
    return [{ text: source.slice(start, end), names: definedNames(declaration) }];
  });
}

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

/**
 * Makes a component of the site from a node that needs code at run time: from all of it, or, if it contains Markdown or
 * something that docgen lacks, from its tags alone.
 *
 * @param needsContent whether it reads its content, which becomes code as far as possible
 * @returns undefined if docgen lacks something that it needs
 */
export function partOf(node: Nodes, at: Rewriting, needsContent = false): PagePart | undefined {
  if (node.type !== "paragraph" && !isElement(node) && !isExpression(node)) return undefined;
  const whole = needsContent || !hasMarkdown([node], at) ? jsxOf(node, at) : undefined;
  const tag = whole === undefined ? undefined : part(whole, node, "", at);
  if (tag !== undefined) return { tag, hasContent: false };
  if (needsContent || !isElement(node) || node.children.length === 0) return undefined;
  const { open, close } = tagRanges(node, at);
  if (close === undefined) return undefined;
  const tags = `${at.source.slice(...open)}{children}${at.source.slice(...close)}`;
  const outer = part(tags, node.attributes, "{ children }", at);
  return outer === undefined ? undefined : { tag: outer, hasContent: true };
}

/** A node as JSX, with tags for the Markdown in it; undefined if that needs docgen. */
function jsxOf(node: Nodes, at: Rewriting): string | undefined {
  const source = at.source.slice(...rangeOf(node));
  const inside = (children: readonly Nodes[]) => {
    const parts = children.map((child) => jsxOf(child, at));
    if (parts.includes(undefined)) return undefined;
    const isInLine = (index: number) =>
      [children[index - 1], children[index]].every((child) => child && isPhrasing(child));
    return parts.map((part, index) => (index === 0 || isInLine(index) ? "" : "\n") + part).join("");
  };
  const wrapped = (opening: string, closing: string, children: readonly Nodes[] = childrenOf(node)) => {
    const content = inside(children);
    return content === undefined ? undefined : opening + content + closing;
  };
  const inTag = (tag: string, children = childrenOf(node)) => wrapped(`<${tag}>`, `</${tag}>`, children);
  switch (node.type) {
    case "text":
      return hasMarkdown([node], at) ? `{${JSON.stringify(node.value)}}` : source;
    case "list":
      return inTag(node.ordered === true ? "ol" : "ul");
    case "listItem": {
      const isTight = (child: Nodes) => node.spread !== true && child.type === "paragraph";
      const items = childrenOf(node).flatMap((child) => (isTight(child) ? childrenOf(child) : child));
      return inTag("li", items);
    }
    case "table": {
      const rows = node.children.map(({ children }, index) => {
        const cells = children.map((cell) => inside(cell.children));
        const tag = index === 0 ? "th" : "td";
        return cells.includes(undefined) ? undefined : `<tr><${tag}>${cells.join(`</${tag}><${tag}>`)}</${tag}></tr>`;
      });
      const [head, ...body] = rows;
      if (rows.includes(undefined)) return undefined;
      return `<table><thead>${head}</thead><tbody>${body.join("")}</tbody></table>`;
    }
    case "link":
      return /^(?:https?:|#)/.test(node.url) ? wrapped(`<a href=${JSON.stringify(node.url)}>`, "</a>") : undefined;
    case "inlineCode":
      return `<code>{${JSON.stringify(node.value)}}</code>`;
    case "code":
      return `<SiteCode language="${node.lang ?? "text"}">{${JSON.stringify(node.value)}}</SiteCode>`;
    case "break":
      return "<br />";
    case "paragraph":
      // Of blocks of HTML, MDX 1 makes no paragraph, and browsers none.
      return inTag(beginsHtml(node, at) ? "" : "p");
  }
  const tag = TAGS[node.type];
  if (tag !== undefined) return inTag(tag);
  if (!isElement(node)) return isExpression(node) ? source : undefined;
  const { open, close } = tagRanges(node, at);
  return close === undefined ? source : wrapped(at.source.slice(...open), at.source.slice(...close));
}

/** Makes a component from what the page defines or imports under a name. @returns its tag */
export function componentOfPage(name: string, at: Rewriting): string | undefined {
  const code = importOf(name, at.statements) ?? withStatements(name, "", at);
  return code === undefined ? undefined : at.site.part(`${code}\nexport default ${name};\n`, name);
}

/**
 * An import of nothing but a name, which is the same for all pages; undefined if no statement imports it.
 *
 * @param as its new name
 */
export function importOf(name: string, statements: readonly PageStatement[], as = name): string | undefined {
  const { text = "" } = statements.find(({ names }) => names.includes(name)) ?? {};
  const [, , clause = "", specifier] = text.startsWith("import")
    ? (new RegExp(IMPORT.source, "m").exec(text) ?? [])
    : [];
  const imported = entriesOf(clause)?.find(({ local }) => local === name);
  return imported && `import { ${imported.exported} as ${as} } from ${JSON.stringify(specifier)};\n`;
}

function part(source: string, needed: unknown, props: string, at: Rewriting): string | undefined {
  if (/\b(?:props|frontMatter|toc)\b/.test(source)) return undefined;
  const head = withStatements(source, needed, at);
  if (head === undefined) return undefined;
  const body = `    <>\n      ${source}\n    </>`;
  const imported = source.includes("<SiteCode ") ? 'import SiteCode from "@theme/CodeBlock";\n' : "";
  return at.site.part(`${imported}${head}export default function Part(${props}) {\n  return (\n${body}\n  );\n}\n`);
}

/** The statements of the page that code needs; undefined if it uses names that the page doesn't define. */
function withStatements(code: string, needed: unknown, { statements }: Rewriting): string | undefined {
  const used = new Set<PageStatement>();
  let text = code;
  for (let size = -1; size < used.size; ) {
    size = used.size;
    for (const statement of statements)
      if (statement.names.some((name) => new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text)))
        used.add(statement);
    text = [...used].map(({ text }) => text).join("\n") + code;
  }
  const names = new Set([...used].flatMap((statement) => statement.names));
  const tags = [...code.matchAll(/<(?!SiteCode )([A-Z]\w*)/g)].map(([, name = ""]) => name);
  if ([...tags, ...neededNames(needed)].some((name) => !names.has(name) && !isGlobal(name))) return undefined;
  const head = statements.flatMap((statement) => (used.has(statement) ? [`${statement.text}\n`] : [])).join("");
  return head === "" ? "" : `${head}\n`;
}

/** Whether a name means the same in every module: `require` gives files. */
function isGlobal(name: string): boolean {
  return name === "require" || name in globalThis;
}

/** Why a component or an expression can't become a component of the site. */
export function reasonFor(node: Element | ExpressionNode, at: Rewriting): string {
  const names = isElement(node)
    ? [(node.name ?? "").split(".")[0] ?? "", ...neededNames(node.attributes)]
    : neededNames(node.data);
  return names.map((name) => reasonOf(name, at)).find((reason) => reason !== undefined) ?? "it needs code at run time";
}

/** Why what a name stands for isn't there; undefined if it is. */
export function reasonOf(name: string, { bindings, site }: Rewriting): string | undefined {
  const binding = bindings.get(name);
  if (binding === undefined) return isGlobal(name) ? undefined : `the page neither imports nor defines ${name}`;
  if (binding.kind === "foreign") return binding.reason;
  return binding.kind === "component" && binding.from !== undefined ? site.reason(binding.from.path) : undefined;
}
