import type { Node, Pattern, Property, SpreadElement, TemplateLiteral } from "estree";
import {
  counted,
  countStep,
  Html,
  ifKnown,
  includeMark,
  type Known,
  MarkdownFile,
  notStatic,
  type Scope,
  UNKNOWN_PROPS,
  within,
} from "./scope.ts";

/** The value of an expression of literals and known names; undefined for any other. */
export function evaluate(node: Node, scope: Scope): Known | undefined {
  return ifKnown(() => ({ value: knownValue(node, scope) }));
}

/** What React shows for a value; undefined for one that it can't show. */
export function shownText(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === "boolean") return "";
  const isPlain = (part: unknown) => typeof part === "string" || typeof part === "number";
  if (Array.isArray(value)) return value.every(isPlain) ? value.join("") : undefined;
  return isPlain(value) ? String(value) : undefined;
}

/** The value of an expression. @throws NeedsProgram, which `ifKnown` catches, if it isn't statically known */
export function knownValue(node: Node, scope: Scope): unknown {
  countStep(scope);
  const value = readValue(node, scope);
  // Lists and objects are counted where they are created, strings wherever they are used.
  const isMade = node.type === "ArrayExpression" || node.type === "ObjectExpression" || node.type === "CallExpression";
  return isMade || typeof value === "string" ? counted(value, scope) : value;
}

function readValue(node: Node, scope: Scope): unknown {
  const value = (part: Node) => knownValue(part, scope);
  switch (node.type) {
    case "Literal":
      return "regex" in node && node.regex !== undefined ? notStatic() : node.value;
    case "TemplateLiteral": {
      const values = node.expressions.map(value);
      if (values.some((value) => typeof value === "object")) return notStatic();
      return filledTemplate(node, values);
    }
    case "Identifier":
      return node.name === "undefined" ? undefined : (scope.name(node.name) ?? notStatic()).value;
    case "ArrayExpression":
      return node.elements.flatMap((element) => {
        if (element?.type !== "SpreadElement") return [element === null ? notStatic() : value(element)];
        const spread = value(element.argument);
        return Array.isArray(spread) ? (spread as unknown[]) : notStatic();
      });
    case "ObjectExpression":
      return Object.fromEntries(node.properties.flatMap((property) => entriesOf(property, scope)));
    case "UnaryExpression":
      if (node.operator === "void") return undefined;
      return unary(node.operator, value(node.argument)) ?? notStatic();
    case "BinaryExpression":
      return binary(node.operator, value(node.left), value(node.right)) ?? notStatic();
    case "LogicalExpression": {
      const left = value(node.left);
      const isLeft =
        node.operator === "??" ? left !== undefined && left !== null : Boolean(left) === (node.operator === "||");
      return isLeft ? left : value(node.right);
    }
    case "ConditionalExpression":
      return value(value(node.test) ? node.consequent : node.alternate);
    case "ChainExpression":
      return value(node.expression);
    case "MemberExpression":
      return member(node, scope);
    case "CallExpression":
      if (node.callee.type === "MemberExpression") return method(node, scope);
      if (node.callee.type !== "Identifier") return notStatic();
      return (scope.call(node.callee.name, argumentsOf(node, scope)) ?? notStatic()).value;
    case "JSXElement":
    case "JSXFragment":
      return scope.element?.(node, scope) ?? notStatic();
    default:
      return notStatic();
  }
}

/** The string of a template literal with these values. */
export function filledTemplate({ quasis }: TemplateLiteral, values: readonly unknown[]): string {
  return String.raw({ raw: quasis.map(({ value }) => value.cooked ?? "") }, ...values);
}

/** Methods that call a function for each entry. */
const CALLING = new Set(["filter", "map", "find", "some", "every"]);

/** Methods that are pure: the same result for the same input, and no side effects. */
const METHODS = {
  array: new Set<unknown>(["join", "slice", "concat", "includes", "indexOf", ...CALLING]),
  string: new Set<unknown>(
    "toUpperCase toLowerCase trim slice concat includes startsWith endsWith split replace replaceAll".split(" "),
  ),
} as const;

/** Functions of JavaScript that are pure. */
const PURE: Readonly<Record<string, (...values: never[]) => unknown>> = {
  "JSON.stringify": (value: unknown, _: unknown, indent: number) => JSON.stringify(value, null, indent),
  "Object.keys": (value: object) => Object.keys(value),
  "Object.values": (value: object) => Object.values(value),
  "Object.entries": (value: object) => Object.entries(value),
};

/** The results of a callback such as that of `map` for the entries of a list; undefined if it isn't a simple function. */
function resultsOf(callback: Node | undefined, list: readonly unknown[], scope: Scope): unknown[] | undefined {
  if (callback?.type === "Identifier" && callback.name === "Boolean") return list.map(Boolean);
  if (callback?.type !== "ArrowFunctionExpression" || callback.body.type === "BlockStatement") return undefined;
  const { body, params } = callback;
  return list.map((entry, index) => {
    const names = params
      .slice(0, 2)
      .flatMap((parameter, at) => [...bindPattern(parameter, at === 0 ? entry : index, scope)]);
    return knownValue(body, within(scope, new Map(names)));
  });
}

/** The arguments of a call. They are plain values: functions know nothing about HTML. */
function argumentsOf(node: Extract<Node, { type: "CallExpression" }>, scope: Scope): unknown[] {
  return node.arguments.map((argument) => knownValue(argument, { ...scope, element: undefined }));
}

function method(node: Extract<Node, { type: "CallExpression" }>, scope: Scope): unknown {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier")
    return notStatic();
  const { name } = callee.property;
  if (callee.object.type === "Identifier" && scope.name(callee.object.name) === undefined) {
    const pure = PURE[`${callee.object.name}.${name}`] ?? notStatic();
    return pure(...(argumentsOf(node, scope) as never[]));
  }
  const owner = knownValue(callee.object, scope);
  if (owner instanceof MarkdownFile) return name === "default" ? new Html(includeMark(owner.path)) : notStatic();
  const kind = Array.isArray(owner) ? "array" : typeof owner === "string" ? "string" : undefined;
  if (kind === undefined && callee.object.type === "Identifier")
    return (scope.call(`${callee.object.name}.${name}`, argumentsOf(node, scope)) ?? notStatic()).value;
  if (kind === undefined || !METHODS[kind].has(name)) return notStatic();
  const mapped = Array.isArray(owner) ? resultsOf(node.arguments[0], owner, scope) : undefined;
  if (mapped === undefined && kind === "array" && CALLING.has(name)) return notStatic();
  const run = (owner as unknown as Record<string, (...values: unknown[]) => unknown>)[name];
  const callback = (_: unknown, index: number) => mapped?.[index];
  return run?.apply(owner, mapped === undefined ? argumentsOf(node, scope) : [callback]);
}

/**
 * The names that a parameter pattern binds, with their parts of the value.
 *
 * @throws NeedsProgram, which `ifKnown` catches, for other patterns than names, lists and simple objects
 */
export function bindPattern(pattern: Pattern, value: unknown, scope: Scope): Map<string, Known> {
  const names = new Map<string, Known>();
  if (pattern.type === "Identifier") return names.set(pattern.name, { value });
  if (pattern.type === "AssignmentPattern")
    return bindPattern(pattern.left, value === undefined ? knownValue(pattern.right, scope) : value, scope);
  if (pattern.type === "ArrayPattern" && Array.isArray(value)) {
    const parts = pattern.elements.map((part, index) => (part ? [...bindPattern(part, value[index], scope)] : []));
    return new Map(parts.flat());
  }
  if (pattern.type !== "ObjectPattern" || typeof value !== "object" || value === null) return notStatic();
  const rest: Record<string, unknown> = { ...value };
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      if (property.argument.type !== "Identifier") return notStatic();
      names.set(property.argument.name, { value: rest });
      continue;
    }
    const { key, value: bound } = property;
    const [target, fallback] = bound.type === "AssignmentPattern" ? [bound.left, bound.right] : [bound, undefined];
    if (key.type !== "Identifier" || target.type !== "Identifier") return notStatic();
    const part = rest[key.name];
    delete rest[key.name];
    names.set(target.name, { value: part === undefined && fallback ? knownValue(fallback, scope) : part });
  }
  return names;
}

function entriesOf(property: Property | SpreadElement, scope: Scope): [string, unknown][] {
  if (property.type === "SpreadElement") return Object.entries(knownValue(property.argument, scope) ?? {});
  return [[keyOf(property.key, property.computed, scope), knownValue(property.value, scope)]];
}

function keyOf(key: Node, isComputed: boolean, scope: Scope): string {
  if (!isComputed && key.type === "Identifier") return key.name;
  const value = knownValue(key, scope);
  return typeof value === "string" || typeof value === "number" ? String(value) : notStatic();
}

function member(node: Extract<Node, { type: "MemberExpression" }>, scope: Scope): unknown {
  const key = keyOf(node.property, node.computed, scope);
  const owner = knownValue(node.object, scope);
  if (owner instanceof MarkdownFile) return key === "default" ? owner : notStatic();
  if (owner === undefined || owner === null) return node.optional ? undefined : notStatic();
  if (key === "length" && (typeof owner === "string" || Array.isArray(owner))) return owner.length;
  if (typeof owner === "object" && !(owner instanceof Html) && Object.hasOwn(owner, key))
    return (owner as Record<string, unknown>)[key];
  // Missing props are undefined if all are known, and so are keys of front matter; modules may lack what isn't data.
  const isWhole = node.object.type === "Identifier" && /^(?:props|frontMatter)$/.test(node.object.name);
  return isWhole && !Object.hasOwn(owner, UNKNOWN_PROPS) ? undefined : notStatic();
}

/** The result of an operator with one operand; undefined if it is not one of plain values. */
function unary(operator: string, value: unknown): unknown {
  if (operator === "!") return !value;
  if (typeof value !== "number") return undefined;
  return operator === "-" ? -value : operator === "+" ? value : undefined;
}

/** The result of an operator with two operands; undefined if it is not one of plain values. */
function binary(operator: string, a: unknown, b: unknown): unknown {
  if (operator === "===" || operator === "==") return a === b;
  if (operator === "!==" || operator === "!=") return a !== b;
  const isPlain = [a, b].every((value) => typeof value === "string" || typeof value === "number");
  if (operator === "+" && isPlain) return (a as string) + (b as string);
  if (typeof a !== "number" || typeof b !== "number") return undefined;
  const results: Readonly<Record<string, number | boolean>> = {
    "-": a - b,
    "*": a * b,
    "/": a / b,
    "<": a < b,
    ">": a > b,
    "<=": a <= b,
    ">=": a >= b,
  };
  return results[operator];
}
