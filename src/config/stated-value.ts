import { type Expression, type ModuleDeclaration, type Program, type Property, parse, type Statement } from "acorn";
import { attempt } from "../shared/attempt.ts";

/** Variables of a module, and names of its functions that return their argument, such as `defineConfig`. */
interface Scope {
  readonly variables: Map<string, unknown>;
  readonly identities: Set<string>;
}

/**
 * The default export of a bundled module that only states values: constants made of literals, lists, objects, templates
 * and each other. None of its code is run.
 *
 * @returns undefined if it does anything else
 */
export function statedValue(code: string): unknown {
  return attempt(() => valueOfModule(parse(code, { ecmaVersion: "latest", sourceType: "module" })));
}

function valueOfModule({ body }: Program): unknown {
  const scope: Scope = { variables: new Map(), identities: new Set() };
  const exported = body.map((statement) => declare(statement, scope)).find((name) => name !== undefined);
  return exported === undefined ? undefined : valueOfVariable(exported, scope);
}

/** Adds what a statement declares to the scope. @returns the name of the variable that it exports by default */
function declare(statement: Statement | ModuleDeclaration, scope: Scope): string | undefined {
  const identity = nameOfIdentity(statement);
  if (identity !== undefined) scope.identities.add(identity);
  else if (statement.type === "VariableDeclaration") {
    for (const { id, init } of statement.declarations) {
      if (id.type !== "Identifier" || init == null) throw unstated(id.type);
      scope.variables.set(id.name, evaluate(init, scope));
    }
  } else if (statement.type === "ExportNamedDeclaration" && statement.declaration == null && statement.source == null) {
    const own = statement.specifiers.find(({ exported }) => "name" in exported && exported.name === "default");
    return own !== undefined && "name" in own.local ? own.local.name : undefined;
  } else throw unstated(statement.type);
  return undefined;
}

/** Name of a declared function that returns its argument. */
function nameOfIdentity(statement: Statement | ModuleDeclaration): string | undefined {
  if (statement.type !== "FunctionDeclaration" || statement.async || statement.generator) return undefined;
  const [parameter, ...otherParameters] = statement.params;
  const [first, ...otherStatements] = statement.body.body;
  if (otherParameters.length > 0 || otherStatements.length > 0) return undefined;
  if (parameter?.type !== "Identifier" || first?.type !== "ReturnStatement") return undefined;
  return first.argument?.type === "Identifier" && first.argument.name === parameter.name
    ? statement.id.name
    : undefined;
}

/** @throws if the expression does more than state a value */
function evaluate(node: Expression, scope: Scope): unknown {
  switch (node.type) {
    case "Identifier":
      return valueOfVariable(node.name, scope);
    case "Literal":
      if (typeof node.value === "bigint" || (node.regex != null && node.value === null)) throw unstated(node.type);
      return node.value;
    case "TemplateLiteral":
      return node.quasis
        .map(({ value }, index) => {
          const inside = node.expressions[index];
          return (value.cooked ?? "") + (inside === undefined ? "" : textOf(evaluate(inside, scope)));
        })
        .join("");
    case "ArrayExpression":
      return node.elements.map((element) => {
        if (element === null || element.type === "SpreadElement") throw unstated("SpreadElement");
        return evaluate(element, scope);
      });
    case "ObjectExpression":
      return Object.fromEntries(
        node.properties.map((property) => {
          if (property.type !== "Property" || property.kind !== "init") throw unstated(property.type);
          return [keyOf(property, scope), evaluate(property.value, scope)];
        }),
      );
    case "UnaryExpression": {
      const value = evaluate(node.argument, scope);
      if (node.operator !== "-" || typeof value !== "number") throw unstated(node.operator);
      return -value;
    }
    case "CallExpression": {
      const [argument, ...others] = node.arguments;
      const isIdentity = node.callee.type === "Identifier" && scope.identities.has(node.callee.name);
      if (!isIdentity || argument === undefined || argument.type === "SpreadElement" || others.length > 0) {
        throw unstated(node.type);
      }
      return evaluate(argument, scope);
    }
    default:
      throw unstated(node.type);
  }
}

function valueOfVariable(name: string, { variables }: Scope): unknown {
  if (!variables.has(name) && name !== "undefined") throw unstated(name);
  return variables.get(name);
}

function keyOf({ key, computed }: Property, scope: Scope): string {
  const name = key.type === "Identifier" && !computed ? key.name : textOf(evaluate(key, scope));
  // It would be the prototype.
  if (name === "__proto__") throw unstated(name);
  return name;
}

function textOf(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") throw unstated(typeof value);
  return String(value);
}

function unstated(what: string): Error {
  return new Error(`${what} is more than a value`);
}
