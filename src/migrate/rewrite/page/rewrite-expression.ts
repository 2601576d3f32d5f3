import type { Expression, Program } from "estree";
import { truncate } from "../../../shared/text.ts";
import { evaluate, shownText } from "./evaluate-expression.ts";
import { INCLUDED, renderValue } from "./expand-component.ts";
import { capitalized, escapeMarkdown, escapeText } from "./html-text.ts";
import { type ExpressionNode, isComment, keyOf, rangeOf } from "./nodes.ts";
import { partOf, reasonFor } from "./part-code.ts";
import { beginsItem, endsLine, type NodeContext, type Rewriting } from "./rewriting.ts";
import type { Known } from "./scope.ts";

/** A node with the parsed program of an expression in braces. */
interface Holder {
  readonly data?: { estree?: Program | null | undefined } | undefined;
}

/** Matches code that lists the sidebar's pages, which becomes cards. */
export const SIDEBAR_LIST = /\buse(?:CurrentSidebarCategory|DocsSidebar)\b/;

/** Replaces an expression by its value, and a comment by an HTML comment. */
export function visitExpression(node: ExpressionNode, context: NodeContext, at: Rewriting): void {
  const { source, edits, note } = at;
  const [start, end] = rangeOf(node);
  const braced = source.slice(start, end);
  const isFirst = beginsItem(source, start);
  const isFlow = node.type === "mdxFlowExpression" && isFirst && endsLine(source, end);
  const drop = () => {
    const blanks = isFirst ? (/^[ \t]*/.exec(source.slice(end))?.[0].length ?? 0) : 0;
    edits.replace(start, end + blanks, "");
  };
  if (braced.startsWith("<!--")) {
    // CommonMark would read the rest of the line as HTML.
    if (!isFlow && isFirst) drop();
    return;
  }
  if (isComment(node)) {
    const text = node.value.trim().replace(/^\/\*+\s?|\s?\*+\/$/g, "");
    if (isFlow && !text.includes("-->") && !text.includes("*/")) at.replace(node, `<!-- ${text.trim()} -->`);
    else drop();
    note("changed", node, "converted a comment to HTML or removed it");
    return;
  }
  if (SIDEBAR_LIST.test(braced)) {
    at.replace(node, "<DocCardList />", "replaced a list of sidebar items with <DocCardList />");
    return;
  }
  const rendered = isFlow && context.html === undefined ? renderedValue(node, at) : undefined;
  if (rendered !== undefined && rendered.search(INCLUDED) >= 0) {
    at.replace(node, withIncludes(rendered, at).replaceAll("\n", `\n${context.prefix}`));
    note("changed", node, "replaced an expression with the partial that it shows");
    return;
  }
  const text = valueText(node, at, context.html === undefined ? escapeMarkdown : escapeText);
  const part = text === undefined && context.html === undefined ? partOf(node, at) : undefined;
  if (part !== undefined) {
    at.became.set(node, "whole");
    at.replace(node, `<${part.tag} />`, `moved the code to <${part.tag}>, a component of the site`);
    return;
  }
  if (text === undefined && context.html !== undefined) at.incomplete.add(keyOf(context.html));
  at.replace(node, text ?? (isFlow ? "<!-- left out by docgen migrate -->" : ""));
  if (text === undefined)
    note("hand", node, `removed {${shortened(node.value)}}, because ${reasonFor(node, at)}; write the result`);
  else if (braced.trim() !== text) note("changed", node, "replaced an expression with its value");
}

/** The text of an expression; undefined if it isn't statically known. @param escaped makes Markdown or HTML of a text */
export function valueText(node: Holder, at: Rewriting, escaped = escapeMarkdown): string | undefined {
  const expression = expressionOf(node);
  if (expression === undefined) return undefined;
  const constant = evaluate(expression, at.scope);
  if (constant === undefined) return renderedText(node, at);
  const { value } = constant;
  if (typeof value === "string" && /^\s+$/.test(value)) return value.includes("\n") ? " " : value;
  const text = shownText(value);
  return text === undefined ? undefined : (variableFor(expression, text, at) ?? escaped(text));
}

/** The HTML of an expression with JSX; undefined if it isn't statically known, or shows a partial. */
export function renderedText(node: Holder, at: Rewriting): string | undefined {
  const html = renderedValue(node, at);
  return html === undefined || html.search(INCLUDED) >= 0 ? undefined : html;
}

/** The same with placeholders for partials. */
function renderedValue(node: Holder, { scope }: Rewriting): string | undefined {
  const expression = expressionOf(node);
  return expression === undefined ? undefined : renderValue(expression, scope);
}

/** HTML with the partials that it shows, each on lines of its own. */
export function withIncludes(html: string, { site }: Pick<Rewriting, "site">): string {
  const text = html.replace(INCLUDED, (_, path: string) => `\n\n<Include file="${site.include(path, {})}" />\n\n`);
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

/** Reference to a site variable for an imported value, `{vars.name}`; undefined for other expressions. */
export function variableFor(expression: Expression, text: string, at: Rewriting): string | undefined {
  const [root, name] = nameOf(expression);
  const binding = at.bindings.get(root ?? "");
  const isVariable = binding?.kind === "value" && binding.isImported && text !== "" && !/<[a-z/!?]|\n/i.test(text);
  return name !== undefined && isVariable ? `{vars.${at.site.variable(name, text)}}` : undefined;
}

/** The value of an expression in braces; undefined if it isn't statically known. */
export function knownOf(node: Holder, { scope }: Pick<Rewriting, "scope">): Known | undefined {
  const expression = expressionOf(node);
  return expression === undefined ? undefined : evaluate(expression, scope);
}

/** The expression in braces; undefined for a comment. */
export function expressionOf(node: Holder): Expression | undefined {
  const [statement] = node.data?.estree?.body ?? [];
  return statement?.type === "ExpressionStatement" ? statement.expression : undefined;
}

/** The variable in an expression such as `pkg.version`, and a name for its value: `pkgVersion`. */
function nameOf(expression: Expression): readonly [root: string | undefined, name: string | undefined] {
  if (expression.type === "Identifier") return [expression.name, expression.name];
  if (expression.type !== "MemberExpression" || expression.computed || expression.property.type !== "Identifier")
    return [undefined, undefined];
  const [root, name] = expression.object.type === "Super" ? [undefined, undefined] : nameOf(expression.object);
  const { name: last } = expression.property;
  return [root, name === undefined ? undefined : name + capitalized(last)];
}

/** Code on one line, cut for a note. */
export function shortened(text: string): string {
  return truncate(text.trim().replace(/\s+/g, " "), 60);
}
