import { type Program, parse } from "acorn";
import { attempt } from "../shared/attempt.ts";
import { wordSet } from "../shared/text.ts";

/** Globals whose results depend on their arguments only; those of all other globals may differ from run to run. */
const CONSTANT = wordSet(
  "Array Boolean Infinity JSON Map NaN Number Object RegExp Set String isFinite isNaN parseFloat parseInt undefined",
);
/** Properties that lead to other globals, or whose results depend on the machine. */
const VARYING_PROPERTY = /^(?:constructor|localeCompare|toLocale.*)$/;

/** Syntax that states values: none of it repeats, waits or calls, or makes much of little. */
const DATA_SYNTAX = wordSet(
  "VariableDeclaration VariableDeclarator ExportNamedDeclaration ExportSpecifier Identifier MemberExpression Literal " +
    "TemplateLiteral TemplateElement UnaryExpression ArrayExpression ObjectExpression Property",
);

/** Whether a bundled module is a constant: it refers to nothing whose result can change. */
export function isConstant(code: string): boolean {
  return holdsFor(code, (tree) => !refersTo(tree, varyingGlobals()));
}

/**
 * Whether a bundled module is a constant that only states values, so that it ends at once. Functions that return their
 * argument, such as `defineConfig`, may be called.
 */
export function isPlainData(code: string): boolean {
  return holdsFor(code, (tree) => {
    const identities = new Set(tree.body.map(nameOfIdentity).filter((name) => name !== undefined));
    const isData = tree.body.every((part) => nameOfIdentity(part) !== undefined || statesData(part, identities));
    return isData && !refersTo(tree, varyingGlobals());
  });
}

/** @returns false, too, for code that can't be parsed, or is nested too deeply */
function holdsFor(code: string, test: (tree: Program) => boolean): boolean {
  return attempt(() => test(parse(code, { ecmaVersion: "latest", sourceType: "module" }))) ?? false;
}

function varyingGlobals(): ReadonlySet<string> {
  return new Set(Object.getOwnPropertyNames(globalThis).filter((name) => !CONSTANT.has(name)));
}

/** Name of a declared function that returns its argument. */
function nameOfIdentity(part: Program["body"][number]): string | undefined {
  if (part.type !== "FunctionDeclaration" || part.async || part.generator) return undefined;
  const [parameter, ...otherParameters] = part.params;
  const [statement, ...otherStatements] = part.body.body;
  if (otherParameters.length > 0 || otherStatements.length > 0) return undefined;
  if (parameter?.type !== "Identifier" || statement?.type !== "ReturnStatement") return undefined;
  const { argument } = statement;
  return argument?.type === "Identifier" && argument.name === parameter.name ? part.id.name : undefined;
}

/**
 * Whether a part of a syntax tree refers to other modules, to one of the given globals or to a varying property.
 *
 * @param isProperty whether a name in this place is a property rather than a variable
 */
function refersTo(part: unknown, globals: ReadonlySet<string>, isProperty = false): boolean {
  if (Array.isArray(part)) return part.some((one) => refersTo(one, globals));
  if (!isNode(part)) return false;
  const { type, name, value, computed } = part;
  if (type === "Identifier") return VARYING_PROPERTY.test(String(name)) || (!isProperty && globals.has(String(name)));
  if (type === "Literal") return VARYING_PROPERTY.test(String(value));
  if (type === "MetaProperty" || type.startsWith("Import")) return true;
  return Object.entries(part).some(([field, inside]) =>
    refersTo(inside, globals, computed === false && (field === "key" || field === "property")),
  );
}

/** @param identities names of functions that return their argument */
function statesData(part: unknown, identities: ReadonlySet<string>): boolean {
  if (Array.isArray(part)) return part.every((one) => statesData(one, identities));
  if (!isNode(part)) return true;
  if (part.type === "CallExpression") {
    const { callee } = part;
    return isNode(callee) && identities.has(String(callee.name)) && statesData(part.arguments, identities);
  }
  return DATA_SYNTAX.has(part.type) && Object.values(part).every((inside) => statesData(inside, identities));
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> & { readonly type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
