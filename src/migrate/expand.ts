import type { Node } from "estree";
import type { JSXElement, JSXExpressionContainer, JSXFragment, JSXSpreadChild, JSXText } from "estree-jsx";
import { bindPattern, evaluate, type Known, mappedBy, type Scope } from "./evaluate.ts";
import { escapeText, htmlAttribute, VOID_ELEMENTS } from "./html.ts";

/** Where the content of the component comes to stand in its HTML. */
export const CHILDREN = "\uE001";

type JsxNode = JSXElement | JSXFragment;
type JsxChild = JsxNode | JSXText | JSXExpressionContainer | JSXSpreadChild;

/** A component in a page: the function that renders it, and what is known where it is written. */
export interface SmallComponent {
  readonly render: Node;
  readonly scope: Scope;
  /** Components that it uses. */
  readonly components: (name: string) => SmallComponent | "link" | undefined;
}

const MAX_DEPTH = 10;

/**
 * The HTML of a component that is a function of its props alone: text, elements, conditions on what is known.
 *
 * @param props what is given to it; the content is `CHILDREN`
 * @returns undefined for a component that does anything else
 */
export function expandComponent(
  component: SmallComponent,
  props: Readonly<Record<string, unknown>>,
  depth = 0,
): string | undefined {
  const { render, scope } = component;
  const isFunction =
    render.type === "ArrowFunctionExpression" ||
    render.type === "FunctionExpression" ||
    render.type === "FunctionDeclaration";
  if (!isFunction || depth > MAX_DEPTH || render.async === true) return undefined;
  const [parameter] = render.params;
  const names = parameter === undefined ? new Map<string, Known>() : bindPattern(parameter, props, scope);
  if (names === undefined) return undefined;
  const inner: Scope = { ...scope, name: (name) => names.get(name) ?? scope.name(name) };
  const result = render.body.type === "BlockStatement" ? returned(render.body.body, names, inner) : render.body;
  return result === undefined ? undefined : renderValue(result as Node, { ...component, scope: inner }, depth);
}

/** What a function of constants, conditions and returns gives. @param names of its constants, which are added */
function returned(statements: readonly Node[], names: Map<string, Known>, scope: Scope): Node | undefined {
  for (const statement of statements) {
    if (statement.type === "ReturnStatement") return statement.argument ?? NOTHING;
    if (statement.type === "VariableDeclaration") {
      for (const { id, init } of statement.declarations) {
        const known = init ? evaluate(init, scope) : undefined;
        const bound = known === undefined ? undefined : bindPattern(id, known.value, scope);
        if (bound === undefined) return undefined;
        for (const [name, value] of bound) names.set(name, value);
      }
    } else if (statement.type === "IfStatement") {
      const test = evaluate(statement.test, scope);
      if (test === undefined) return undefined;
      const branch = test.value ? statement.consequent : statement.alternate;
      if (!branch) continue;
      const result = returned(branch.type === "BlockStatement" ? branch.body : [branch], names, scope);
      if (result !== undefined) return result;
      return undefined;
    } else return undefined;
  }
  return undefined;
}

const NOTHING: Node = { type: "Literal", value: null, raw: "null" };

/** The HTML of an expression in JSX. */
export function renderValue(node: Node | JsxNode, at: SmallComponent, depth: number): string | undefined {
  if (node.type === "JSXElement" || node.type === "JSXFragment") return renderElement(node, at, depth);
  if (node.type === "ConditionalExpression") {
    const test = evaluate(node.test, at.scope);
    return test === undefined ? undefined : renderValue(test.value ? node.consequent : node.alternate, at, depth);
  }
  if (node.type === "LogicalExpression" && node.operator === "&&") {
    const test = evaluate(node.left, at.scope);
    if (test === undefined) return undefined;
    return test.value ? renderValue(node.right, at, depth) : "";
  }
  const known = evaluate(node, at.scope);
  if (known === undefined) {
    const mapped = mappedBy(node, at.scope, (body, scope) => renderValue(body, { ...at, scope }, depth));
    return mapped?.name !== "map" || mapped.values.includes(undefined) ? undefined : mapped.values.join("");
  }
  const { value } = known;
  if (Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number"))
    return escapeText(value.join(""));
  if (value === undefined || value === null || typeof value === "boolean") return "";
  if (typeof value === "object" || typeof value === "function") return undefined;
  return escapeText(String(value));
}

function renderElement(node: JsxNode, at: SmallComponent, depth: number): string | undefined {
  let children = renderChildren(node.children as JsxChild[], at, depth);
  if (children === undefined) return undefined;
  if (node.type === "JSXFragment") return children;
  const { name } = node.openingElement;
  if (name.type !== "JSXIdentifier") return undefined;
  const props: Record<string, unknown> = {};
  for (const attribute of node.openingElement.attributes) {
    if (attribute.type === "JSXSpreadAttribute") {
      const spread = evaluate(attribute.argument, at.scope);
      if (spread === undefined) return undefined;
      Object.assign(props, spread.value);
      continue;
    }
    const key =
      attribute.name.type === "JSXIdentifier"
        ? attribute.name.name
        : `${attribute.name.namespace.name}:${attribute.name.name.name}`;
    const known = attributeValue(attribute.value ?? null, at.scope);
    if (known === undefined) return undefined;
    props[key] = known.value;
  }
  if (node.children.length === 0 && typeof props.children === "string") children = escapeText(props.children);
  delete props.children;
  if (!/^[a-z]/.test(name.name)) return renderNamed(name.name, props, children, at, depth);
  const parts = Object.entries(props).map(([key, value]) => htmlAttribute(key, value));
  if (parts.includes(undefined)) return undefined;
  const tag = `<${name.name}${parts.join("")}>`;
  return VOID_ELEMENTS.includes(name.name) ? tag : `${tag}${children}</${name.name}>`;
}

function attributeValue(value: { readonly type: string } | null, scope: Scope): Known | undefined {
  if (value === null) return { value: true };
  const node = value as Node | JSXExpressionContainer;
  if (node.type === "JSXExpressionContainer") {
    return node.expression.type === "JSXEmptyExpression" ? undefined : evaluate(node.expression, scope);
  }
  return node.type === "Literal" ? { value: node.value } : undefined;
}

function renderNamed(
  name: string,
  props: Record<string, unknown>,
  children: string,
  at: SmallComponent,
  depth: number,
): string | undefined {
  const component = at.components(name);
  if (component === "link") {
    const { to, href, ...rest } = props;
    const attributes = Object.entries({ href: to ?? href, ...rest }).map(([key, value]) => htmlAttribute(key, value));
    return attributes.includes(undefined) ? undefined : `<a${attributes.join("")}>${children}</a>`;
  }
  if (component === undefined) return undefined;
  const html = expandComponent(component, { ...props, children: CHILDREN }, depth + 1);
  return html?.replaceAll(CHILDREN, () => children);
}

function renderChildren(nodes: readonly JsxChild[], at: SmallComponent, depth: number): string | undefined {
  let html = "";
  for (const node of nodes) {
    let part: string | undefined;
    if (node.type === "JSXText") part = escapeText(jsxText(node.value)).replaceAll("\u00a0", "&nbsp;");
    else if (node.type === "JSXExpressionContainer") {
      part = node.expression.type === "JSXEmptyExpression" ? "" : renderValue(node.expression, at, depth);
    } else if (node.type !== "JSXSpreadChild") part = renderElement(node, at, depth);
    if (part === undefined) return undefined;
    html += part;
  }
  return html;
}

/** Text between tags as React takes it: line breaks and the blanks around them join to one blank, or to nothing at the ends. */
function jsxText(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      const head = index === 0 ? line : line.trimStart();
      return index === lines.length - 1 ? head : head.trimEnd();
    })
    .filter((line) => line !== "")
    .join(" ");
}
