import type { Nodes } from "mdast";
import { evaluate } from "./evaluate.ts";
import { isPhrasing, separate } from "./raw-html.ts";
import { beginsLine, expressionOf, shortened, valueText } from "./rewrite-expression.ts";
import {
  Asset,
  type Element,
  isExpression,
  type Parent,
  type Place,
  type Rewriting,
  rangeOf,
  visitAll,
} from "./rewriting.ts";

/** Attributes of an element that are known without running anything, and the names of the others. */
export interface Attributes {
  readonly props: Readonly<Record<string, unknown>>;
  readonly unknown: readonly string[];
}

/** Leaves a component out that docgen lacks, but not what stands in it. */
export function leaveOut(node: Element, name: string, place: Place, at: Rewriting): void {
  const [start] = rangeOf(node);
  const remedy =
    node.type === "mdxJsxFlowElement"
      ? "make it a component of the site (components in site.config.ts), or write what it shows"
      : "write what it shows";
  at.note("hand", start, `<${name}> is left out, but not its content: ${remedy}`);
  if (node.children.length > 0) {
    unwrap(node, place, at);
    return;
  }
  at.edits.replace(
    ...rangeOf(node),
    node.type === "mdxJsxFlowElement" ? `<!-- <${name}> is left out by docgen migrate -->` : "",
  );
}

/** Takes the tags away. */
export function unwrap(node: Element, place: Place, at: Rewriting): void {
  if (node.type === "mdxJsxFlowElement" && !node.children.every((child) => isPhrasing(child as Nodes))) {
    wrap(node, "", "", place, at);
    return;
  }
  const { open, close } = tagsOf(node, at);
  at.edits.replace(...open, "");
  visitAll(node as Parent, place, at);
  if (close !== undefined) at.edits.replace(...close, "");
}

/** Replaces an element by blocks of Markdown. */
export function replaceBlock(node: Nodes | Element, text: string, { prefix }: Place, at: Rewriting): void {
  const [start, end] = rangeOf(node as Nodes);
  const { source } = at;
  const isAlone = beginsLine(source, start);
  const behind = source.slice(end, source.indexOf("\n", end) < 0 ? undefined : source.indexOf("\n", end));
  const own = text.replaceAll("\n", `\n${prefix}`);
  at.edits.replace(start, end, `${isAlone ? "" : `\n\n${prefix}`}${own}${behind.trim() === "" ? "" : `\n\n${prefix}`}`);
}

/** Writes tags around the content, each on a line of its own with an empty line inside. */
export function wrap(node: Element, opening: string, closing: string, place: Place, at: Rewriting): void {
  const { edits, source } = at;
  const [start, end] = rangeOf(node);
  const children = node.children as Nodes[];
  const [first, last] = [children[0], children.at(-1)];
  const { prefix } = place;
  const lead = beginsLine(source, start) ? "" : `\n\n${prefix}`;
  const lineEnd = source.indexOf("\n", end);
  const trail = source.slice(end, lineEnd < 0 ? undefined : lineEnd).trim() === "" ? "" : `\n\n${prefix}`;
  if (first === undefined || last === undefined) {
    edits.replace(start, end, lead + opening + closing + trail);
    return;
  }
  edits.replace(start, rangeOf(first)[0], `${lead}${opening}${opening === "" ? "" : `\n\n${prefix}`}`);
  visitAll(node as Parent, place, at);
  separate(node as Nodes, place, at);
  edits.replace(rangeOf(last)[1], end, `${closing === "" ? "" : `\n\n${prefix}`}${closing}${trail}`);
}

/** Writes a component that docgen knows, with attributes that it reads. */
export function writeComponent(
  node: Element,
  tag: string,
  props: Readonly<Record<string, unknown>>,
  place: Place,
  at: Rewriting,
): void {
  const { source, edits } = at;
  const { open, close } = tagsOf(node, at);
  const opening = `<${tag}${Object.entries(props).map(jsonAttribute).join("")}`;
  if (close === undefined) {
    replaceBlock(node, `${opening} />`, place, at);
    return;
  }
  const own = source.slice(...open);
  const text =
    isPlainTag(node) && node.name === tag && node.attributes.length === Object.keys(props).length ? own : `${opening}>`;
  const behind = source.slice(open[1], source.indexOf("\n", open[1]));
  const isSeparate =
    beginsLine(source, open[0]) && behind.trim() === "" && beginsLine(source, close[0]) && standsLast(source, close[1]);
  const isOneLine =
    node.children.every((child) => isPhrasing(child as Nodes)) &&
    beginsLine(source, open[0]) &&
    standsLast(source, close[1]);
  if (!isSeparate && !(isOneLine && !own.includes("\n") && !source.slice(open[1], close[0]).includes("\n"))) {
    wrap(node, text, `</${tag}>`, place, at);
    return;
  }
  if (text !== own) edits.replace(...open, text);
  const closing = `</${tag}>`;
  if (source.slice(...close) !== closing) edits.replace(...close, closing);
  visitAll(node as Parent, place, at);
  if (!isOneLine) separate(node as Nodes, place, at);
}

function jsonAttribute([name, value]: [string, unknown]): string {
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return ` ${name}`;
  const plain = value instanceof Asset ? String(value) : value;
  if (typeof plain !== "string") return ` ${name}={${JSON.stringify(plain)}}`;
  if (!/["\n]/.test(plain)) return ` ${name}="${plain}"`;
  return plain.includes("'") || plain.includes("\n") ? ` ${name}={${JSON.stringify(plain)}}` : ` ${name}='${plain}'`;
}

function standsLast(source: string, end: number): boolean {
  const line = source.indexOf("\n", end);
  return source.slice(end, line < 0 ? undefined : line).trim() === "";
}

/** Whether all attributes of an element are texts, or names alone. */
export function isPlainTag(node: Element): boolean {
  return node.attributes.every(
    (attribute) =>
      attribute.type === "mdxJsxAttribute" &&
      (attribute.value === null || attribute.value === undefined || typeof attribute.value === "string"),
  );
}

/** The text of code that stands in a template, or as nothing but text. */
export function codeText(node: Element, at: Rewriting): string | undefined {
  const textFrom = (child: Nodes): string | undefined => {
    if (isExpression(child)) {
      const expression = expressionOf(child);
      return expression === undefined ? "" : templateText(expression, at);
    }
    if (child.type === "text") return child.value.trim() === "" ? "" : child.value;
    if (child.type !== "paragraph") return undefined;
    if (child.children.every((one) => one.type === "text")) return at.source.slice(...rangeOf(child));
    const parts = child.children.map((one) => (one.type === "text" ? one.value : textFrom(one)));
    return parts.includes(undefined) ? undefined : parts.join("");
  };
  const parts = (node.children as Nodes[]).map(textFrom);
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** A template as text of code: imported values in it are variables. */
function templateText(expression: NonNullable<ReturnType<typeof expressionOf>>, at: Rewriting): string | undefined {
  if (expression.type !== "TemplateLiteral") {
    const known = evaluate(expression, at.scope);
    return known === undefined || typeof known.value === "object" ? undefined : String(known.value);
  }
  let text = "";
  for (const [index, quasi] of expression.quasis.entries()) {
    text += quasi.value.cooked ?? "";
    const inner = expression.expressions[index];
    if (inner === undefined) continue;
    const known = evaluate(inner, at.scope);
    if (known === undefined || typeof known.value === "object") return undefined;
    const binding = inner.type === "Identifier" ? at.bindings.get(inner.name) : undefined;
    const value = String(known.value);
    const isVariable =
      inner.type === "Identifier" &&
      binding?.kind === "value" &&
      binding.isImported &&
      !/<[a-z/!?]|\n/i.test(value) &&
      value !== "";
    text += isVariable && inner.type === "Identifier" ? `{vars.${at.site.variable(inner.name, value)}}` : value;
  }
  return text;
}

/** A fence of code, longer than any in the code. */
export function fenced(code: string, info: string): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const mark = "`".repeat(longest + 1);
  return `${mark}${info}\n${code.replace(/^\n/, "").replace(/\n\s*$/, "")}\n${mark}`;
}

export function attributesOf(node: Element, at: Rewriting): Attributes {
  const props: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const attribute of node.attributes) {
    if (attribute.type === "mdxJsxExpressionAttribute") {
      const [statement] = attribute.data?.estree?.body ?? [];
      const spread =
        statement?.type === "ExpressionStatement" && statement.expression.type === "ObjectExpression"
          ? statement.expression.properties[0]
          : undefined;
      const known = spread?.type === "SpreadElement" ? evaluate(spread.argument, at.scope) : undefined;
      if (known === undefined) unknown.push(`{${shortened(attribute.value)}}`);
      else Object.assign(props, known.value);
    } else if (attribute.value === null || attribute.value === undefined) props[attribute.name] = true;
    else if (typeof attribute.value === "string") props[attribute.name] = attribute.value;
    else {
      const expression = expressionOf(attribute.value);
      const known = expression === undefined ? undefined : evaluate(expression, at.scope);
      if (known === undefined) unknown.push(attribute.name);
      else props[attribute.name] = known.value;
    }
  }
  return { props, unknown };
}

/** The HTML of an attribute that holds elements; undefined where it needs a program. */
export function elementText(node: Element, name: string, at: Rewriting): string | undefined {
  const attribute = node.attributes.find((one) => one.type === "mdxJsxAttribute" && one.name === name);
  const value = attribute?.type === "mdxJsxAttribute" ? attribute.value : undefined;
  return typeof value === "object" && value !== null ? valueText(value, at) : undefined;
}

/** Ranges of the opening and the closing tag. */
export function tagsOf(
  node: Element,
  { source }: Rewriting,
): { open: readonly [number, number]; close: readonly [number, number] | undefined } {
  const [start, end] = rangeOf(node);
  const last = node.attributes.at(-1);
  let at = last === undefined ? start + 1 + (node.name?.length ?? 0) : rangeOf(last as unknown as Nodes)[1];
  at = source.indexOf(">", at) + 1;
  if (at >= end) return { open: [start, end], close: undefined };
  return { open: [start, at], close: [source.lastIndexOf("<", end - 1), end] };
}
