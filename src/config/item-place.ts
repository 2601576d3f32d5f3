import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { Failure } from "../shared/failure.ts";
import { positionAt } from "../shared/line-at.ts";
import type { Position } from "../shared/problem.ts";

/** The item at the beginning of a message, and the unknown key if the message names one. */
const ITEM = /^((?:[\w$-]|\["[^"]*"\]|\[\d+\]|\.)+): (?:unknown key "([^"]+)")?/;
const STEP = /\["([^"]*)"\]|\[(\d+)\]|([\w$-]+)/g;
const scripts = parser.configure({ dialect: "ts" });

/** A node of a syntax tree, with the file that it is in. */
interface Piece {
  readonly path: string;
  readonly text: string;
  readonly node: SyntaxNode;
}

/**
 * Finds the place of an item in the configuration's files.
 *
 * @param item for example `navbar.items[2]`
 * @param sources texts by path, `site.config.ts` first
 * @returns the place of the item, or of its nearest parent that is a literal; by default the beginning of
 *   `site.config.ts`
 */
export function itemPlace(item: string, sources: ReadonlyMap<string, string>): Position {
  const [path = ""] = sources.keys();
  return positionOf(`${item}: `, sources) ?? { path, line: 1, column: 1 };
}

/**
 * Adds a position to each message of a failure: `site.config.ts: navbar.items[2]: …` becomes
 * `site.config.ts:3:12: navbar.items[2]: …`. The item is looked up in the literals of the source; if code computes it,
 * the position is that of the nearest parent that is a literal.
 *
 * @param sources texts by path, `site.config.ts` first
 * @returns what was thrown, unchanged if it is no failure of the configuration
 */
export function placeFailure(thrown: unknown, sources: ReadonlyMap<string, string>): unknown {
  if (!(thrown instanceof Failure)) return thrown;
  const [entry = ""] = sources.keys();
  const lines = thrown.message.split("\n").map((line) => {
    if (!line.startsWith(`${entry}: `)) return line;
    const message = line.slice(entry.length + 2);
    const position = positionOf(message, sources);
    return position === undefined ? line : `${position.path}:${position.line}:${position.column}: ${message}`;
  });
  return new Failure(thrown.exitCode, lines.join("\n"), { cause: thrown });
}

/** Position of the item at the beginning of a message; undefined if code computes the whole configuration. */
function positionOf(message: string, sources: ReadonlyMap<string, string>): Position | undefined {
  const whole = exportedIn(sources);
  const piece = whole && follow(whole, itemKeys(message), sources);
  return piece && { path: piece.path, ...positionAt(piece.text, piece.node.from) };
}

/** The expression that `site.config.ts` exports. */
function exportedIn(sources: ReadonlyMap<string, string>): Piece | undefined {
  const [[path, text] = ["", ""]] = sources;
  const declaration = childrenOf(scripts.parse(text).topNode).find(
    (child) => child.name === "ExportDeclaration" && child.getChild("default") !== null,
  );
  const node = declaration && valueIn(declaration);
  return node && { path, text, node };
}

/** The keys of the item at the beginning of a message, followed by the unknown key if the message names one. */
export function itemKeys(message: string): string[] {
  const [, item = "", unknown] = ITEM.exec(message) ?? [];
  const keys = [...item.matchAll(STEP)].map(([, quoted, index, name]) => quoted ?? index ?? name ?? "");
  if (unknown === undefined) return keys;
  return item === "configuration" ? [unknown] : [...keys, unknown];
}

/** The new text of a file after entries were added to a list. */
type Extended = Pick<Piece, "path" | "text">;

/**
 * Appends entries to a list of the configuration.
 *
 * @param sources texts by path, `site.config.ts` first
 * @param key top-level key of the list
 * @param entries source code of each entry
 * @returns the file with the list; undefined if the list is not one literal
 */
export function extendList(
  sources: ReadonlyMap<string, string>,
  key: string,
  entries: readonly string[],
): Extended | undefined {
  const exported = exportedIn(sources);
  const whole = exported && literal(exported, sources);
  if (whole === undefined || whole.node.name !== "ObjectExpression") return undefined;
  const property = step(whole, key);
  if (property === undefined) return insertLast(whole, [`${key}: [\n${linesOf(entries, "    ")}  ]`]);
  const list = literal({ ...property, node: property.node.lastChild ?? property.node }, sources);
  return list?.node.name === "ArrayExpression" ? insertLast(list, entries) : undefined;
}

function linesOf(elements: readonly string[], spaces: string): string {
  return elements.map((code) => `${spaces}${code},\n`).join("");
}

/** Inserts code after the last element of a list or object, on lines of its own if the last element has one. */
function insertLast({ path, text, node }: Piece, elements: readonly string[]): Extended {
  const end = node.to - 1;
  const last = elementsOf(node).at(-1);
  if (last === undefined)
    return { path, text: `${text.slice(0, node.from + 1)}\n${linesOf(elements, "  ")}${text.slice(end)}` };
  const between = text.slice(last.to, end);
  const comma = childrenOf(node).some((child) => child.name === "," && child.from >= last.to) ? "" : ",";
  const before = text.slice(0, last.to) + comma + between.trimEnd();
  if (!between.includes("\n"))
    return {
      path,
      text: `${before} ${elements.join(", ")}${between.slice(between.trimEnd().length)}${text.slice(end)}`,
    };
  const start = text.lastIndexOf("\n", last.from) + 1;
  const spaces = /^\s*/.exec(text.slice(start))?.[0] ?? "";
  return { path, text: `${before}\n${linesOf(elements, spaces)}${text.slice(text.lastIndexOf("\n", end) + 1)}` };
}

/** Follows keys through literals. @returns the last node on the way; undefined if even the first key is missing */
function follow(from: Piece, keys: readonly string[], sources: ReadonlyMap<string, string>): Piece | undefined {
  let deepest: Piece | undefined;
  let value: Piece | undefined = literal(from, sources);
  for (const key of keys) {
    const next = value === undefined ? undefined : step(value, key);
    if (next === undefined) return deepest;
    deepest = next;
    const node = next.node.name === "Property" ? next.node.lastChild : next.node;
    value = node === null ? undefined : literal({ ...next, node }, sources);
  }
  return deepest;
}

function step({ node, ...of }: Piece, key: string): Piece | undefined {
  const children = elementsOf(node);
  if (node.name === "ArrayExpression") {
    const element = children[Number(key)];
    // What is spread into a list moves the items after it.
    const isMoved = children.slice(0, Number(key) + 1).some(({ name }) => name === "Spread");
    return element && !isMoved ? { ...of, node: element } : undefined;
  }
  // `docs` may be a single object instead of a list.
  if (/^\d+$/.test(key)) return { ...of, node };
  const property = children.find(({ firstChild }) => {
    const name = firstChild === null ? "" : of.text.slice(firstChild.from, firstChild.to);
    return name.replace(/^["']|["']$/g, "") === key;
  });
  return property && { ...of, node: property };
}

/** The object or list literal of an expression, also as the argument of a call or the value of a variable. */
function literal(piece: Piece, sources: ReadonlyMap<string, string>, depth = 0): Piece | undefined {
  const { node, text } = piece;
  if (node.name === "ObjectExpression" || node.name === "ArrayExpression") return piece;
  if (depth > 9) return undefined;
  // In `{ navbar }` the key is also the name of a variable.
  if (node.name === "VariableName" || node.name === "PropertyDefinition") {
    const named = definition(text.slice(node.from, node.to), piece, sources);
    return named && literal(named, sources, depth + 1);
  }
  const inner = valueIn((node.name === "CallExpression" && node.getChild("ArgList")) || node);
  return inner && literal({ ...piece, node: inner }, sources, depth + 1);
}

function definition(name: string, { path, text }: Piece, sources: ReadonlyMap<string, string>): Piece | undefined {
  const others = [...sources].filter(([other]) => other !== path);
  for (const [file, source] of [[path, text] as const, ...others]) {
    for (const node of childrenOf(scripts.parse(source).topNode)) {
      const declaration = node.name === "ExportDeclaration" ? node.getChild("VariableDeclaration") : node;
      const variable = declaration?.getChild("VariableDefinition");
      const value = declaration?.lastChild?.name === ";" ? declaration.lastChild.prevSibling : declaration?.lastChild;
      if (variable && value && source.slice(variable.from, variable.to) === name) {
        return { path: file, text: source, node: value };
      }
    }
  }
  return undefined;
}

/** The first expression or name in a node. */
function valueIn(node: SyntaxNode): SyntaxNode | undefined {
  return childrenOf(node).find(({ name }) => /Expression$|^VariableName$/.test(name));
}

/** The items of a list or an object, without brackets, commas and comments. */
function elementsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => !/^(?:[[\]{},]|\w+Comment)$/.test(name));
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
