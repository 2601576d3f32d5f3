import type { Expression, Node, Pattern, Property, SpreadElement } from "estree";

/** A value that is known without running anything. */
export interface Known {
  readonly value: unknown;
}

/** What a name or a call stands for; undefined where that is not known. */
export interface Scope {
  readonly name: (name: string) => Known | undefined;
  /** A call of a function that the page imports, such as `useBaseUrl`. */
  readonly call?: (name: string, values: readonly unknown[]) => Known | undefined;
}

/** The value of an expression that needs nothing but literals and known names; undefined for any other. */
export function evaluate(node: Node, scope: Scope): Known | undefined {
  switch (node.type) {
    case "Literal":
      return "regex" in node && node.regex !== undefined ? undefined : { value: node.value };
    case "TemplateLiteral":
      return join(
        node.quasis.map(({ value }) => value.cooked ?? ""),
        node.expressions,
        scope,
      );
    case "Identifier":
      return node.name === "undefined" ? { value: undefined } : scope.name(node.name);
    case "ArrayExpression":
      return all(node.elements, scope);
    case "ObjectExpression":
      return object(node.properties, scope);
    case "UnaryExpression":
      return unary(node.operator, evaluate(node.argument, scope));
    case "BinaryExpression":
      return node.left.type === "PrivateIdentifier"
        ? undefined
        : binary(node.operator, evaluate(node.left, scope), evaluate(node.right, scope));
    case "LogicalExpression":
      return logical(node.operator, evaluate(node.left, scope), () => evaluate(node.right, scope));
    case "ConditionalExpression": {
      const test = evaluate(node.test, scope);
      return test === undefined ? undefined : evaluate(test.value ? node.consequent : node.alternate, scope);
    }
    case "ChainExpression":
      return evaluate(node.expression, scope);
    case "MemberExpression":
      return member(node, scope);
    case "CallExpression": {
      const { callee } = node;
      if (callee.type === "MemberExpression") return method(node, scope);
      const values = all(node.arguments, scope)?.value;
      if (callee.type !== "Identifier" || values === undefined) return undefined;
      return scope.call?.(callee.name, values);
    }
    default:
      return undefined;
  }
}

/** Methods that give the same for the same, and change nothing. */
const METHODS = {
  array: new Set<unknown>(["join", "slice", "concat", "includes", "indexOf", "filter", "map", "find", "some", "every"]),
  string: new Set<unknown>(
    "toUpperCase toLowerCase trim slice concat includes startsWith endsWith split replace replaceAll".split(" "),
  ),
} as const;

/** The list that `list.map(…)` goes over, the function, and its value for each entry; undefined for any other call. */
export function mappedBy<T>(
  node: Node,
  scope: Scope,
  resultOf: (body: Node, inner: Scope) => T,
): { readonly name: string; readonly list: readonly unknown[]; readonly values: readonly T[] } | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { object: owner, property } = node.callee;
  const [argument] = node.arguments;
  const list = owner.type === "Super" ? undefined : evaluate(owner, scope)?.value;
  if (!Array.isArray(list) || property.type !== "Identifier") return undefined;
  if (argument?.type !== "ArrowFunctionExpression" || argument.body.type === "BlockStatement") return undefined;
  const { body, params } = argument;
  const [first, second] = params;
  const values: T[] = [];
  for (const [index, entry] of (list as unknown[]).entries()) {
    const names = new Map<string, Known>();
    for (const [pattern, value] of [[first, entry] as const, [second, index] as const]) {
      const bound = pattern === undefined ? new Map<string, Known>() : bindPattern(pattern, value, scope);
      if (bound === undefined) return undefined;
      for (const [name, known] of bound) names.set(name, known);
    }
    values.push(resultOf(body, { ...scope, name: (name) => names.get(name) ?? scope.name(name) }));
  }
  return { name: property.name, list, values };
}

function method(node: Extract<Node, { type: "CallExpression" }>, scope: Scope): Known | undefined {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.object.type === "Super" || callee.computed) return undefined;
  const name = callee.property.type === "Identifier" ? callee.property.name : "";
  const owner = evaluate(callee.object, scope)?.value;
  const kind = Array.isArray(owner) ? "array" : typeof owner === "string" ? "string" : undefined;
  if (kind === undefined || !METHODS[kind].has(name)) return undefined;
  const mapped = mappedBy(node, scope, (body, inner) => evaluate(body, inner));
  const results = mapped?.values.map((known) => known?.value);
  if (mapped?.values.includes(undefined) === true) return undefined;
  const given =
    results === undefined ? all(node.arguments, scope)?.value : [(_: unknown, index: number) => results[index]];
  if (given === undefined) return undefined;
  const run = (owner as unknown as Record<string, (...values: unknown[]) => unknown>)[name];
  return { value: run?.apply(owner, given) };
}

/** The names that a pattern of parameters binds, with the parts of the value that they stand for. */
export function bindPattern(pattern: Pattern, value: unknown, scope: Scope): Map<string, Known> | undefined {
  const names = new Map<string, Known>();
  if (pattern.type === "Identifier") return names.set(pattern.name, { value });
  if (pattern.type !== "ObjectPattern" || typeof value !== "object" || value === null) return undefined;
  const rest: Record<string, unknown> = { ...value };
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      if (property.argument.type !== "Identifier") return undefined;
      names.set(property.argument.name, { value: rest });
      continue;
    }
    const key = property.key.type === "Identifier" ? property.key.name : undefined;
    const target = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    if (key === undefined || target.type !== "Identifier") return undefined;
    const given = rest[key];
    delete rest[key];
    const fallback =
      property.value.type === "AssignmentPattern" ? evaluate(property.value.right, scope) : { value: undefined };
    const bound = given === undefined ? fallback : { value: given };
    if (bound === undefined) return undefined;
    names.set(target.name, bound);
  }
  return names;
}

function join(texts: readonly string[], values: readonly Expression[], scope: Scope): Known | undefined {
  const known = all(values, scope)?.value as unknown[] | undefined;
  if (known?.some((value) => typeof value === "object") !== false) return undefined;
  return { value: texts.map((text, index) => text + (index < known.length ? String(known[index]) : "")).join("") };
}

function all(
  nodes: readonly (Expression | SpreadElement | null)[],
  scope: Scope,
): { readonly value: unknown[] } | undefined {
  const values: unknown[] = [];
  for (const node of nodes) {
    const known = node === null || node.type === "SpreadElement" ? undefined : evaluate(node, scope);
    if (known === undefined) return undefined;
    values.push(known.value);
  }
  return { value: values };
}

function object(properties: readonly (Property | SpreadElement)[], scope: Scope): Known | undefined {
  const entries: [string, unknown][] = [];
  for (const property of properties) {
    const known = evaluate(property.type === "SpreadElement" ? property.argument : property.value, scope);
    if (known === undefined) return undefined;
    if (property.type === "SpreadElement") {
      entries.push(...Object.entries(known.value ?? {}));
      continue;
    }
    const key = keyOf(property.key, property.computed, scope);
    if (key === undefined) return undefined;
    entries.push([key, known.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function keyOf(key: Node, isComputed: boolean, scope: Scope): string | undefined {
  if (!isComputed && key.type === "Identifier") return key.name;
  const known = evaluate(key, scope)?.value;
  return typeof known === "string" || typeof known === "number" ? String(known) : undefined;
}

function member(node: Extract<Node, { type: "MemberExpression" }>, scope: Scope): Known | undefined {
  const key = keyOf(node.property, node.computed, scope);
  const owner = node.object.type === "Super" ? undefined : evaluate(node.object, scope);
  if (owner === undefined || key === undefined) return undefined;
  const { value } = owner;
  if (value === undefined || value === null) return node.optional ? { value: undefined } : undefined;
  if (key === "length" && (typeof value === "string" || Array.isArray(value))) return { value: value.length };
  if (typeof value !== "object") return undefined;
  return Object.hasOwn(value, key) ? { value: (value as Record<string, unknown>)[key] } : undefined;
}

function unary(operator: string, known: Known | undefined): Known | undefined {
  if (known === undefined) return undefined;
  if (operator === "!") return { value: !known.value };
  if (typeof known.value !== "number") return undefined;
  return operator === "-" ? { value: -known.value } : operator === "+" ? known : undefined;
}

function binary(operator: string, left: Known | undefined, right: Known | undefined): Known | undefined {
  if (left === undefined || right === undefined) return undefined;
  const [a, b] = [left.value, right.value];
  if (operator === "===" || operator === "==") return { value: a === b };
  if (operator === "!==" || operator === "!=") return { value: a !== b };
  const isPlain = [a, b].every((value) => typeof value === "string" || typeof value === "number");
  if (operator === "+" && isPlain) return { value: (a as string) + (b as string) };
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
  const result = results[operator];
  return result === undefined ? undefined : { value: result };
}

function logical(operator: string, left: Known | undefined, right: () => Known | undefined): Known | undefined {
  if (left === undefined) return undefined;
  const isLeft =
    operator === "??" ? left.value !== undefined && left.value !== null : Boolean(left.value) === (operator === "||");
  return isLeft ? left : right();
}
