import type { Expression, Program } from "estree";
import { evaluate } from "./evaluate.ts";
import { renderValue } from "./expand.ts";
import { type ExpressionNode, type Rewriting, rangeOf, textOf } from "./rewriting.ts";

/** Puts the value of an expression in its place, a comment of HTML in that of a comment. */
export function visitExpression(node: ExpressionNode, at: Rewriting): void {
  const { source, edits, note } = at;
  const [start, end] = rangeOf(node);
  const own = source.slice(start, end);
  const isFlow = node.type === "mdxFlowExpression" && standsAlone(source, start, end);
  if (own.startsWith("<!--")) {
    // CommonMark takes the rest of such a line as HTML.
    if (!isFlow && beginsLine(source, start)) drop(start, end, at);
    return;
  }
  if (isComment(node)) {
    const text = node.value.trim().replace(/^\/\*+\s?|\s?\*+\/$/g, "");
    if (isFlow && !text.includes("-->") && !text.includes("*/")) edits.replace(start, end, `<!-- ${text.trim()} -->`);
    else drop(start, end, at);
    note("changed", start, "a comment is written as HTML has it, or left out");
    return;
  }
  if (/\buse(?:CurrentSidebarCategory|DocsSidebar)\b/.test(own)) {
    edits.replace(start, end, "<DocCardList />");
    note("changed", start, "a list over the sidebar is <DocCardList />");
    return;
  }
  const text = valueText(node, at);
  if (text === undefined) {
    edits.replace(start, end, isFlow ? "<!-- left out by docgen migrate -->" : "");
    note("hand", start, `what {${shortened(node.value)}} shows is left out: it needs a program; write its result`);
    return;
  }
  edits.replace(start, end, text);
  if (own.trim() !== text) note("changed", start, "the value of an expression is in its place");
}

/** The text of an expression; undefined where it needs a program. */
export function valueText(
  node: ExpressionNode | { readonly data?: { estree?: Program | null | undefined } | undefined },
  at: Rewriting,
): string | undefined {
  const expression = expressionOf(node);
  if (expression === undefined) return undefined;
  const known = evaluate(expression, at.scope);
  if (known !== undefined) {
    if (typeof known.value === "string" && /^\s+$/.test(known.value))
      return known.value.includes("\n") ? " " : known.value;
    const [root, name] = nameOf(expression);
    return textOf(known.value, name, root === undefined ? undefined : at.bindings.get(root), at);
  }
  const { scope, bindings } = at;
  return renderValue(expression, { render: expression, scope, components: (tag) => componentAt(tag, bindings) }, 0);
}

export function componentAt(tag: string, bindings: Rewriting["bindings"]) {
  const binding = bindings.get(tag);
  if (binding?.kind === "theme" && binding.name === "Link") return "link" as const;
  return binding?.kind === "component" ? binding.component : undefined;
}

export function expressionOf(node: {
  readonly data?: { estree?: Program | null | undefined } | undefined;
}): Expression | undefined {
  const [statement] = node.data?.estree?.body ?? [];
  return statement?.type === "ExpressionStatement" ? statement.expression : undefined;
}

export function isComment(node: ExpressionNode): boolean {
  return (node.data?.estree?.body.length ?? 0) === 0;
}

/** The variable of an expression such as `pkg.version`, and the name that fits its value. */
function nameOf(expression: Expression): readonly [root: string | undefined, name: string | undefined] {
  if (expression.type === "Identifier") return [expression.name, expression.name];
  if (expression.type !== "MemberExpression" || expression.computed || expression.property.type !== "Identifier")
    return [undefined, undefined];
  const [root, name] = expression.object.type === "Super" ? [undefined, undefined] : nameOf(expression.object);
  const { name: last } = expression.property;
  return [root, name === undefined ? undefined : name + last.charAt(0).toUpperCase() + last.slice(1)];
}

function drop(start: number, end: number, { source, edits }: Rewriting): void {
  const blanks = beginsLine(source, start) ? (/^[ \t]*/.exec(source.slice(end))?.[0].length ?? 0) : 0;
  edits.replace(start, end + blanks, "");
}

export function beginsLine(source: string, offset: number): boolean {
  return /^[\s>]*$/.test(source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset));
}

function standsAlone(source: string, start: number, end: number): boolean {
  const line = source.indexOf("\n", end);
  return beginsLine(source, start) && source.slice(end, line < 0 ? undefined : line).trim() === "";
}

export function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
