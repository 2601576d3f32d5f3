import { isBuiltin } from "node:module";
import { type AnyNode, type CallExpression, type ImportDeclaration, type MemberExpression, parse } from "acorn";
import { attempt } from "../attempt.ts";
import { wordSet } from "../text.ts";

/** What a site's code reads when it runs, besides its arguments and the modules in its bundle. */
export interface CodeInputs {
  /** Names of environment variables; an empty one stands for all of them. */
  readonly variables: readonly string[];
  /** Paths of files as written: absolute, or relative to the working folder. */
  readonly files: readonly string[];
  /** False if it refers to anything else whose answer may change: the clock, chance, the network, other modules. */
  readonly isConstant: boolean;
}

/** Globals whose results depend on their arguments only. */
const CONSTANT_GLOBALS = wordSet(
  "AbortController AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean Buffer DOMException DataView Error EvalError Event EventTarget Float16Array Float32Array Float64Array Infinity Int16Array Int32Array Int8Array Iterator JSON Map NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet atob btoa clearImmediate clearInterval clearTimeout console decodeURI decodeURIComponent encodeURI encodeURIComponent escape globalThis isFinite isNaN parseFloat parseInt queueMicrotask setImmediate setInterval setTimeout structuredClone undefined unescape",
);

/** esbuild's `define` that makes all other globals visible: `Date`, unless it is a variable, as `globalThis.Date`. */
export const VISIBLE_GLOBALS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.getOwnPropertyNames(globalThis).flatMap((name) => {
    return CONSTANT_GLOBALS.has(name) || !/^[A-Za-z_]\w*$/.test(name) ? [] : [[name, `globalThis.${name}`]];
  }),
);

/**
 * Members of globals and of Node's modules whose results depend on their arguments only; an empty name stands for the
 * whole object. What is named neither here nor in `CONSTANT_GLOBALS` may differ from run to run.
 */
const CONSTANT_MEMBERS: Readonly<Record<string, RegExp>> = {
  Date: /^(?:UTC|parse)$/,
  Math: /^(?!random$)./,
  URL: /^(?!createObjectURL$)/,
  "node:assert": /^/,
  "node:buffer": /^/,
  "node:crypto": /^(?:createHash|createHmac|hash|timingSafeEqual)$/,
  "node:path": /^(?!resolve$|relative$|toNamespacedPath$)./,
  "node:querystring": /^/,
  "node:string_decoder": /^/,
  "node:url": /^(?!pathToFileURL$)./,
  "node:util": /^(?:format|inherits|inspect|isDeepStrictEqual|promisify|stripVTControlCharacters|types)$/,
  "node:zlib": /^/,
};
const FILE_READERS = /^node:fs(?:\/promises|\.promises)?\.(?:existsSync|readFile|readFileSync)$/;
/** Properties that lead to `Function`, or whose results depend on the machine. */
const VARYING_PROPERTY = /^(?:constructor|localeCompare|toLocale.*)$/;

/** Functions of React that only call their first argument in a browser, and those that make elements. */
const EFFECTS = wordSet("useEffect useInsertionEffect useLayoutEffect");
const ELEMENT_MAKERS = wordSet("createElement jsx jsxs");
/** Attributes of HTML elements that React only calls in a browser. */
const IN_BROWSER_ATTRIBUTE = /^(?:on[A-Z]|ref$)/;

/**
 * What a bundled module reads when it runs on the server. Effects and handlers of events don't run there, nor do
 * functions that only those refer to.
 *
 * @param code bundled with `VISIBLE_GLOBALS`
 */
export function inputsOfCode(code: string): CodeInputs {
  const variables = new Set<string>();
  const files = new Set<string>();
  /** Paths of imported names, such as `node:fs`, `readFileSync`. */
  const imported = new Map<string, readonly string[]>();
  /** Functions by name that nothing has referred to yet, whatever their scope. */
  const unreached = new Map<string, AnyNode[]>();
  const referenced = new Set<string>();
  const calledInBrowser = new Set<AnyNode>();
  let isConstant = true;
  // A function of the site with that name isn't esbuild's, which would have renamed it.
  const hasModules = code.includes("\nvar __esm = (fn, res");

  const pathOf = (node: AnyNode): readonly string[] | undefined => {
    if (node.type === "Identifier") return node.name === "globalThis" ? [] : imported.get(node.name);
    if (node.type === "ChainExpression") return pathOf(node.expression);
    if (node.type !== "MemberExpression") return undefined;
    const path = pathOf(node.object);
    const name = nameOfMember(node);
    return path === undefined || name === undefined ? undefined : [...path, name];
  };
  const noteReference = ([root = "", member = "", ...rest]: readonly string[], node: AnyNode, parent: AnyNode) => {
    if (root === "process" && member === "env") {
      for (const name of rest[0] === undefined ? namesTaken(node, parent) : [rest[0]]) variables.add(name);
      return;
    }
    if (root === "Date" && isDateOfArguments(node, parent)) return variables.add("TZ");
    const isTypeTest = parent.type === "UnaryExpression" && parent.operator === "typeof" && member === "";
    const isConstantGlobal = root !== "" && !root.startsWith("node:") && !Object.hasOwn(VISIBLE_GLOBALS, root);
    if (isTypeTest || isConstantGlobal || CONSTANT_MEMBERS[root]?.test(member) === true) return;
    const file = FILE_READERS.test([root, member, ...rest].join(".")) ? firstText(node, parent) : undefined;
    if (file === undefined) isConstant = false;
    else files.add(file);
  };
  /** Finds the arguments and attributes of a call that only a browser calls. */
  const noteCallbacks = ({ callee, arguments: [first, second] }: CallExpression) => {
    const path = pathOf(callee) ?? [];
    const callable = isOfPackage(path) ? (path[1] ?? "") : "";
    if (EFFECTS.has(callable) && first !== undefined) calledInBrowser.add(first);
    if (!ELEMENT_MAKERS.has(callable) || first?.type !== "Literal" || second?.type !== "ObjectExpression") return;
    for (const property of second.properties) {
      const key = property.type === "Property" && !property.computed ? property.key : undefined;
      if (key?.type === "Identifier" && IN_BROWSER_ATTRIBUTE.test(key.name)) calledInBrowser.add(property);
    }
  };
  const visit = (node: AnyNode, parent: AnyNode) => {
    const path = pathOf(node);
    const name = nameOfFunction(node) ?? (hasModules ? nameOfModule(node) : undefined);
    if (path !== undefined && !isOfPackage(path)) noteReference(path, node, parent);
    else if (node.type === "ImportDeclaration") {
      for (const [local, of] of importsOf(node)) imported.set(local, of);
    } else if (isVarying(node, parent)) isConstant = false;
    else if (name !== undefined && !referenced.has(name) && !parent.type.startsWith("Export"))
      unreached.set(name, [...(unreached.get(name) ?? []), node]);
    else {
      if (node.type === "CallExpression") noteCallbacks(node);
      for (const child of childrenOf(node)) if (!calledInBrowser.has(child)) visit(child, node);
      if (node.type === "Identifier") reach(node.name);
    }
  };
  const reach = (name: string) => {
    referenced.add(name);
    const functions = unreached.get(name) ?? [];
    unreached.delete(name);
    for (const node of functions) visit(node, node);
  };
  const program = attempt(() => parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  if (program === undefined) isConstant = false;
  else {
    // Imports are valid before their declaration, too.
    const isImport = ({ type }: AnyNode) => type === "ImportDeclaration";
    for (const part of program.body.toSorted((a, b) => Number(isImport(b)) - Number(isImport(a)))) visit(part, program);
  }
  return { variables: [...variables].sort(), files: [...files].sort(), isConstant };
}

/** Begins the path of a name that is imported from elsewhere than Node: from React, or by URL from docgen's renderer. */
const PACKAGE = "package:";

function isOfPackage([root = ""]: readonly string[]): boolean {
  return root.startsWith(PACKAGE);
}

/** Paths of the names that a declaration imports. */
function importsOf({ source, specifiers }: ImportDeclaration): (readonly [name: string, path: readonly string[]])[] {
  const module = String(source.value);
  const bare = module.replace(/^node:/, "");
  const root = !isBuiltin(module) ? PACKAGE + module : bare === "process" ? bare : `node:${bare}`;
  return specifiers.map((specifier) => {
    const named = specifier.type === "ImportSpecifier" ? specifier.imported : undefined;
    const name = named?.type === "Identifier" ? named.name : String(named?.value ?? "default");
    return [specifier.local.name, name === "default" ? [root] : [root, name]];
  });
}

/** Name of a declared function or of a variable with a function; undefined for other nodes. */
function nameOfFunction(node: AnyNode): string | undefined {
  if (node.type === "FunctionDeclaration") return node.id?.name;
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return undefined;
  const isFunction = node.init?.type === "ArrowFunctionExpression" || node.init?.type === "FunctionExpression";
  return isFunction ? node.id.name : undefined;
}

/** Name of a module that esbuild runs when the code imports it, or of the object with its exports. */
function nameOfModule(node: AnyNode): string | undefined {
  if (node.type === "VariableDeclarator" && node.id.type === "Identifier") {
    return isCallOf("__esm", node.init) ? node.id.name : undefined;
  }
  const [first] =
    node.type === "ExpressionStatement" && isCallOf("__export", node.expression) ? node.expression.arguments : [];
  return first?.type === "Identifier" ? first.name : undefined;
}

function isCallOf(name: string, node: AnyNode | null | undefined): node is CallExpression {
  return node?.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === name;
}

/** Name of the property that a member expression refers to; undefined if it is computed. */
function nameOfMember({ property, computed }: MemberExpression): string | undefined {
  if (!computed) return property.type === "Identifier" ? property.name : undefined;
  return property.type === "Literal" ? String(property.value) : undefined;
}

/** Names of the properties that a declaration takes of an object, as in `const { NAME } = object`; empty: of any name. */
function namesTaken(node: AnyNode, parent: AnyNode): readonly string[] {
  if (parent.type !== "VariableDeclarator" || parent.init !== node || parent.id.type !== "ObjectPattern") return [""];
  return parent.id.properties.map((property) => {
    return property.type === "Property" && !property.computed && property.key.type === "Identifier"
      ? property.key.name
      : "";
  });
}

/** Whether `Date` makes a date of arguments, rather than of the clock. */
function isDateOfArguments(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === "BinaryExpression") return parent.operator === "instanceof" && parent.right === node;
  if (parent.type !== "NewExpression" || parent.callee !== node) return false;
  return parent.arguments[0] !== undefined && parent.arguments[0].type !== "SpreadElement";
}

/** The first argument of a call of this function, if it is a text. */
function firstText(node: AnyNode, parent: AnyNode): string | undefined {
  const [first] = parent.type === "CallExpression" && parent.callee === node ? parent.arguments : [];
  if (first?.type === "TemplateLiteral" && first.expressions.length === 0) return first.quasis[0]?.value.cooked ?? "";
  return first?.type === "Literal" && typeof first.value === "string" ? first.value : undefined;
}

/** Whether a node by itself can lead to anything. */
function isVarying(node: AnyNode, parent: AnyNode): boolean {
  switch (node.type) {
    case "Identifier":
      if (parent.type === "MethodDefinition" && parent.kind === "constructor") return false;
      return node.name === "require" || VARYING_PROPERTY.test(node.name);
    case "Literal":
      return VARYING_PROPERTY.test(String(node.value));
    case "MetaProperty":
      return node.meta.name === "import";
    case "ImportExpression":
      return true;
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return node.source != null;
    default:
      return false;
  }
}

/** The parts of a node, without names that are no references, unless they are properties that vary. */
function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.entries(node).flatMap(([field, value]: [string, unknown]) => {
    const isKey = (field === "key" || field === "property") && "computed" in node && !node.computed;
    const isName = isKey || (field === "id" && isNode(value) && value.type === "Identifier");
    const parts = (Array.isArray(value) ? value : [value]).filter(isNode);
    return isName ? parts.filter((part) => part.type === "Identifier" && VARYING_PROPERTY.test(part.name)) : parts;
  });
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
