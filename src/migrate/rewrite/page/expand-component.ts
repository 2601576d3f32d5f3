import type { Node } from "estree";
import type { JSXElement, JSXExpressionContainer, JSXFragment, JSXSpreadChild, JSXText } from "estree-jsx";
import type { Mapping } from "../../../content/data-file.ts";
import { VOID_ELEMENTS } from "../../../shared/unclosed-elements.ts";
import { bindPattern, evaluate, knownValue, mappedBy } from "./evaluate-expression.ts";
import { attributeText, escapeText } from "./html-text.ts";
import { counted, countStep, ifKnown, type Known, notStatic, type Scope, within } from "./scope.ts";

/** Placeholder for the component's content in its HTML. */
export const CHILDREN = "\uE001";

/** Placeholder for an included partial in the HTML of a component, with the partial's path. */
export const INCLUDED = /\uE002(.*?)\uE003/g;

type JsxNode = JSXElement | JSXFragment;
type JsxChild = JsxNode | JSXText | JSXExpressionContainer | JSXSpreadChild;

/** Context of JSX: known values and components. */
interface JsxContext {
  readonly scope: Scope;
  readonly components: (
    name: string,
  ) => SmallComponent | { readonly partial: string } | { readonly theme: string } | undefined;
  /** Number of components around it. */
  readonly depth?: number;
}

/** A component in a page: the function that renders it, with its context. */
export interface SmallComponent extends JsxContext {
  readonly render: Node;
}

const MAX_DEPTH = 10;

/**
 * The HTML of a component that only depends on its props: text, elements, conditions on known values.
 *
 * @param props passed to it; its content is `CHILDREN`
 * @returns undefined for any other component
 */
export function expandComponent(component: SmallComponent, props: Mapping) {
  return ifKnown(() => renderedBy(component, props, 0));
}

/** The HTML of an expression with JSX; undefined if it isn't statically known. */
export function renderValue(node: Node, context: JsxContext): string | undefined {
  return ifKnown(() => htmlIn(node, context));
}

/** The component of Docusaurus that another only gives its content, with attributes; undefined for any other. */
export function wrapperOf(component: SmallComponent, props: Mapping) {
  return ifKnown(() => {
    const { result, scope, components } = returnedBy(component, { ...props, children: CHILDREN }, 0);
    if (result.type !== "JSXElement" || result.openingElement.name.type !== "JSXIdentifier") return notStatic();
    const { name, attributes } = result.openingElement;
    const theme = components(name.name);
    const content = result.children.filter((child) => child.type !== "JSXText" || child.value.trim() !== "");
    const isWhole = content.length === 1 && htmlOfChild(content[0] as JsxChild, { scope, components }) === CHILDREN;
    if (theme === undefined || !("theme" in theme) || !WRAPPED.has(theme.theme) || !isWhole) return notStatic();
    return { name: theme.theme, props: propsIn(attributes, scope) };
  });
}

const WRAPPED = new Set(["Tabs", "TabItem", "Admonition", "Details"]);

function renderedBy(component: SmallComponent, props: Mapping, depth: number): string {
  const { result, ...context } = returnedBy(component, props, depth);
  return htmlIn(result, context);
}

/** What a component returns, in its context. */
function returnedBy(
  { render, ...context }: SmallComponent,
  props: Mapping,
  depth: number,
): JsxContext & { readonly result: Node } {
  const isFunction =
    render.type === "ArrowFunctionExpression" ||
    render.type === "FunctionExpression" ||
    render.type === "FunctionDeclaration";
  if (!isFunction || depth > MAX_DEPTH || render.async === true) return notStatic();
  const [parameter] = render.params;
  const names = parameter === undefined ? new Map<string, Known>() : bindPattern(parameter, props, context.scope);
  const scope = within(context.scope, names);
  const result = render.body.type === "BlockStatement" ? returned(render.body.body, names, scope) : render.body;
  return { ...context, scope, depth, result };
}

/**
 * The returned expression of a function body with only constants, conditions and returns.
 *
 * @param names to which its constants are added
 */
function returned(statements: readonly Node[], names: Map<string, Known>, scope: Scope): Node {
  for (const statement of statements) {
    if (statement.type === "ReturnStatement") return statement.argument ?? notStatic();
    if (statement.type === "VariableDeclaration") {
      for (const { id, init } of statement.declarations) {
        const value = init ? knownValue(init, scope) : notStatic();
        for (const [name, constant] of bindPattern(id, value, scope)) names.set(name, constant);
      }
    } else if (statement.type === "IfStatement") {
      const branch = knownValue(statement.test, scope) ? statement.consequent : statement.alternate;
      if (branch) return returned(branch.type === "BlockStatement" ? branch.body : [branch], names, scope);
    } else return notStatic();
  }
  return notStatic();
}

function htmlIn(node: Node, context: JsxContext): string {
  countStep(context.scope);
  return counted(htmlOfValue(node, context), context.scope);
}

function htmlOfValue(node: Node, context: JsxContext): string {
  const { scope } = context;
  if (node.type === "JSXElement" || node.type === "JSXFragment") return htmlOfElement(node, context);
  if (node.type === "ConditionalExpression")
    return htmlIn(knownValue(node.test, scope) ? node.consequent : node.alternate, context);
  if (node.type === "LogicalExpression" && node.operator === "&&")
    return knownValue(node.left, scope) ? htmlIn(node.right, context) : "";
  const constant = evaluate(node, scope);
  if (constant === undefined) {
    const mapped = mappedBy(node, scope, (body, inner) => htmlIn(body, { ...context, scope: inner }));
    return mapped?.name === "map" ? mapped.values.join("") : notStatic();
  }
  const { value } = constant;
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string" || typeof entry === "number"))
    return escapeText(value.join(""));
  if (value === undefined || value === null || typeof value === "boolean") return "";
  return typeof value === "object" || typeof value === "function" ? notStatic() : escapeText(String(value));
}

function htmlOfElement(node: JsxNode, context: JsxContext): string {
  let children = (node.children as JsxChild[]).map((child) => htmlOfChild(child, context)).join("");
  if (node.type === "JSXFragment") return children;
  const { name } = node.openingElement;
  if (name.type !== "JSXIdentifier") return notStatic();
  const props = propsIn(node.openingElement.attributes, context.scope);
  if (node.children.length === 0 && typeof props.children === "string") children = escapeText(props.children);
  delete props.children;
  if (!/^[a-z]/.test(name.name)) return htmlOfNamed(name.name, props, children, context);
  const tag = `<${name.name}${attributesIn(props)}>`;
  return VOID_ELEMENTS.has(name.name) ? tag : `${tag}${children}</${name.name}>`;
}

function propsIn(attributes: JSXElement["openingElement"]["attributes"], scope: Scope): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const attribute of attributes) {
    if (attribute.type === "JSXSpreadAttribute") {
      Object.assign(props, knownValue(attribute.argument, scope));
      continue;
    }
    const { name: id, value } = attribute;
    const key = id.type === "JSXIdentifier" ? id.name : `${id.namespace.name}:${id.name.name}`;
    props[key] = attributeValue(value ?? null, scope);
  }
  return props;
}

function attributesIn(props: Mapping): string {
  return Object.entries(props)
    .map(([key, value]) => attributeText(key, value) ?? notStatic())
    .join("");
}

function attributeValue(value: { readonly type: string } | null, scope: Scope): unknown {
  if (value === null) return true;
  const node = value as Node | JSXExpressionContainer;
  return knownValue(node.type === "JSXExpressionContainer" ? node.expression : node, scope);
}

function htmlOfNamed(name: string, props: Mapping, children: string, context: JsxContext): string {
  const component = context.components(name) ?? notStatic();
  if ("theme" in component) {
    if (/^(?:Layout|MDXContent)$/.test(component.theme)) return children;
    if (component.theme !== "Link") return notStatic();
    const { to, href, ...rest } = props;
    return `<a${attributesIn({ href: to ?? href, ...rest })}>${children}</a>`;
  }
  if ("partial" in component)
    return Object.keys(props).length === 0 && children === "" ? `\uE002${component.partial}\uE003` : notStatic();
  const html = renderedBy(component, { ...props, children: CHILDREN }, (context.depth ?? 0) + 1);
  return html.replaceAll(CHILDREN, () => children);
}

function htmlOfChild(node: JsxChild, context: JsxContext): string {
  if (node.type === "JSXText") return escapeText(jsxText(node.value)).replaceAll("\u00a0", "&nbsp;");
  if (node.type === "JSXSpreadChild") return notStatic();
  if (node.type !== "JSXExpressionContainer") return htmlOfElement(node, context);
  return node.expression.type === "JSXEmptyExpression" ? "" : htmlIn(node.expression, context);
}

/**
 * Text between tags as React reads it: a line break with the whitespace around it becomes a space, or nothing at the
 * ends.
 */
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
