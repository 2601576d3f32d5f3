import type { Node } from "estree";
import type { JSXElement, JSXExpressionContainer, JSXFragment, JSXSpreadChild, JSXText } from "estree-jsx";
import type { Mapping } from "../../../content/data-file.ts";
import { VOID_ELEMENTS } from "../../../shared/unclosed-elements.ts";
import { bindPattern, knownValue, shownText } from "./evaluate-expression.ts";
import { attributeText, escapeText } from "./html-text.ts";
import {
  type Binding,
  counted,
  countStep,
  Html,
  ifKnown,
  includeMark,
  type Known,
  MarkdownFile,
  notStatic,
  type Scope,
  type SmallComponent,
  within,
} from "./scope.ts";

/** Placeholder for the component's content in its HTML. */
export const CHILDREN = "\uE001";

/** Placeholder for an included partial in the HTML of a component, with the partial's path. */
export const INCLUDED = /\uE002(.*?)\uE003/g;

type JsxNode = JSXElement | JSXFragment;
export type JsxChild = JsxNode | JSXText | JSXExpressionContainer | JSXSpreadChild;

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
export function renderValue(node: Node, scope: Scope): string | undefined {
  return ifKnown(() => htmlIn(node, scope));
}

/** The opening tag of an HTML element; undefined if an attribute isn't statically known. */
export function openingTag({ openingElement: { name, attributes } }: JSXElement, scope: Scope): string | undefined {
  if (name.type !== "JSXIdentifier") return undefined;
  return ifKnown(() => `<${name.name}${attributesIn(propsIn(attributes, scope))}>`);
}

/** The properties of an element; undefined if one isn't statically known. */
export function knownProps({ openingElement }: JSXElement, scope: Scope): Mapping | undefined {
  return ifKnown(() => propsIn(openingElement.attributes, scope));
}

/** What a function returns if that is the same in all cases; undefined for any other node. */
export function onlyResult(render: Node): Node | undefined {
  if (!("body" in render) || !("params" in render)) return undefined;
  const { body } = render;
  if (body.type !== "BlockStatement") return body as Node;
  const last = body.body.at(-1);
  const isOnly = body.body.every(
    (statement) => statement === last || !/^(?:If|Return|Switch|Try)/.test(statement.type),
  );
  return last?.type === "ReturnStatement" && isOnly ? (last.argument ?? undefined) : undefined;
}

/** The component of Docusaurus that another only gives its content, with attributes; undefined for any other. */
export function wrapperOf(component: SmallComponent, props: Mapping) {
  return ifKnown(() => {
    const { result, scope } = returnedBy(component, [{ ...props, children: CHILDREN }], 0);
    if (result.type !== "JSXElement" || result.openingElement.name.type !== "JSXIdentifier") return notStatic();
    const { name, attributes } = result.openingElement;
    const theme = scope.tag(name.name);
    const content = result.children.filter((child) => child.type !== "JSXText" || child.value.trim() !== "");
    const isWhole = content.length === 1 && htmlOfChild(content[0] as JsxChild, scope) === CHILDREN;
    if (theme?.kind !== "theme" || !WRAPPED.has(theme.name) || !isWhole) return notStatic();
    return { name: theme.name, props: propsIn(attributes, scope) };
  });
}

const WRAPPED = new Set(["Tabs", "TabItem", "Admonition", "Details"]);

function renderedBy(component: SmallComponent, props: Mapping, depth: number): string {
  const { result, scope } = returnedBy(component, [props], depth);
  return htmlIn(result, scope);
}

/** The value that a function returns. @throws NeedsProgram, which `ifKnown` catches, if it isn't statically known */
export function valueOfCall(called: SmallComponent, values: readonly unknown[]): unknown {
  const { result, scope } = returnedBy(called, values, 0);
  return knownValue(result, scope);
}

/** What a component or another function returns, with the scope of that. */
function returnedBy(
  { render, scope: outer }: SmallComponent,
  values: readonly unknown[],
  depth: number,
): { readonly result: Node; readonly scope: Scope } {
  const isFunction =
    render.type === "ArrowFunctionExpression" ||
    render.type === "FunctionExpression" ||
    render.type === "FunctionDeclaration";
  if (!isFunction || depth > MAX_DEPTH || render.async === true) return notStatic();
  const names = new Map(render.params.flatMap((parameter, at) => [...bindPattern(parameter, values[at], outer)]));
  const scope = { ...within(outer, names), depth };
  const result = render.body.type === "BlockStatement" ? returned(render.body.body, names, scope) : render.body;
  return { result, scope };
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

function htmlIn(node: Node, scope: Scope): string {
  countStep(scope);
  const value = knownValue(node, { ...scope, element: (element, inner) => new Html(htmlOfElement(element, inner)) });
  const parts = [value].flat(Infinity).map((part) => {
    return part instanceof Html ? part.text : escapeText(shownText(part) ?? notStatic());
  });
  return counted(parts.join(""), scope);
}

function htmlOfElement(node: JsxNode, scope: Scope): string {
  let children = (node.children as JsxChild[]).map((child) => htmlOfChild(child, scope)).join("");
  if (node.type === "JSXFragment") return children;
  const { name } = node.openingElement;
  if (name.type !== "JSXIdentifier") return notStatic();
  const props = propsIn(node.openingElement.attributes, { ...scope, element: undefined });
  if (node.children.length === 0 && typeof props.children === "string") children = escapeText(props.children);
  delete props.children;
  if (!/^[a-z]/.test(name.name)) return htmlOfNamed(name.name, props, children, scope);
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

function htmlOfNamed(name: string, props: Mapping, children: string, scope: Scope): string {
  const local = scope.name(name)?.value;
  const binding: Binding | undefined =
    local instanceof MarkdownFile ? { kind: "partial", path: local.path } : scope.tag(name);
  if (binding?.kind === "theme") {
    if (/^(?:Layout|MDXContent)$/.test(binding.name)) return children;
    if (binding.name !== "Link") return notStatic();
    const { to, href, ...rest } = props;
    return `<a${attributesIn({ href: to ?? href, ...rest })}>${children}</a>`;
  }
  if (binding?.kind === "partial")
    return Object.keys(props).length === 0 && children === "" ? includeMark(binding.path) : notStatic();
  const component = binding?.kind === "component" ? binding.component : undefined;
  if (component === undefined) return notStatic();
  const html = renderedBy(component, { ...props, children: CHILDREN }, (scope.depth ?? 0) + 1);
  return html.replaceAll(CHILDREN, () => children);
}

/** The HTML of a node between tags. @throws NeedsProgram, which `ifKnown` catches, if it isn't statically known */
export function htmlOfChild(node: JsxChild, scope: Scope): string {
  if (node.type === "JSXText") return escapeText(jsxText(node.value)).replaceAll("\u00a0", "&nbsp;");
  if (node.type === "JSXSpreadChild") return notStatic();
  if (node.type !== "JSXExpressionContainer") return htmlOfElement(node, scope);
  return node.expression.type === "JSXEmptyExpression" ? "" : htmlIn(node.expression, scope);
}

/**
 * Text between tags as React reads it: a line break with the whitespace around it becomes a space, or nothing at the
 * ends.
 */
function jsxText(text: string): string {
  return text.replace(/^\s*\n\s*|\s*\n\s*$/g, "").replace(/\s*\n\s*/g, " ");
}
