import type * as v from "valibot";
import { didYouMean, nearest, nearestOrValid } from "../shared/nearest.ts";

type Issue = v.BaseIssue<unknown>;

/** Key of a field or index of a list item. */
export type Key = string | number;

/** The parts of a valibot schema that describe its fields. */
interface SchemaNode {
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly value?: SchemaNode;
  readonly wrapped?: SchemaNode;
  /** The key by which a variant chooses among its options. */
  readonly key?: string;
  /** The value of a literal. */
  readonly literal?: unknown;
  readonly options?: readonly (SchemaNode | string)[];
  readonly getter?: (input: unknown) => SchemaNode;
}

/**
 * Converts schema issues to messages that name the item, the fault and a suggestion: `navbar.items[2]: unknown type
 * "docSidebr"; did you mean "docSidebar"?`.
 *
 * @param issues as valibot returns them
 * @param schema the schema that was used, for lists of valid keys
 * @param value the validated value
 */
export function explainIssues(issues: readonly Issue[], schema: unknown, value: unknown): string[] {
  const messages = issues.flatMap(deepest).flatMap((issue) => explain(issue, schema as SchemaNode, value));
  // A misspelt key is the cause of the missing one.
  const isCaused = (message: string) => {
    const missing = /: "(.*)" is missing$/.exec(message)?.[1];
    const meant = `; did you mean "${missing}"?`;
    return messages.some((other) => other.includes(": unknown key ") && other.endsWith(meant));
  };
  return [...new Set(messages.filter((message) => !isCaused(message)))];
}

/** Messages for lists in place of objects: valibot takes their indexes for keys. */
export function misplacedLists(schema: unknown, value: unknown, keys: readonly Key[] = [], part = value): string[] {
  if (typeof part !== "object" || part === null) return [];
  const nodes = nodesAt(schema as SchemaNode, keys, value, true);
  const isList = Array.isArray(part);
  if (isList && !nodes.some(({ item }) => item) && nodes.some((node) => node.entries ?? node.value)) {
    return [`${formatKeys(keys) || "configuration"}: must be an object, but is a list`];
  }
  if (nodes.length === 0) return [];
  return Object.entries(part).flatMap(([key, inner]) =>
    misplacedLists(schema, value, [...keys, isList ? Number(key) : key], inner),
  );
}

/** The most specific issues: a union reports one issue that holds those of its options. */
function deepest(issue: Issue): Issue[] {
  const inner = (issue.issues ?? []) as Issue[];
  if (issue.type !== "union") return [issue];
  const inside = inner
    .filter((sub) => (sub.path?.length ?? 0) > 0)
    .map((sub) => ({ ...sub, path: [...(issue.path ?? []), ...(sub.path ?? [])] }) as Issue);
  return inside.length > 0 ? inside.flatMap(deepest) : [issue];
}

/** Keys of a Docusaurus configuration that don't exist here, and where their content belongs. */
const MOVED = new Map([
  ["themeConfig", "move its settings (navbar, footer, colorMode …) to the top level"],
  ["presets", "move its options to docs: [{…}] and blog: {…}"],
  ["plugins", "move other sets of docs to docs, and redirects to redirects: [{ from, to }]"],
  ["themes", "remove it: search, live samples and diagrams are built in"],
]);

/** Keys of Docusaurus' plugins, and their successors. */
const RENAMED = new Map([
  ["sidebarPath", "sidebars"],
  ["path", "folder"],
]);

function explain(issue: Issue, root: SchemaNode, value: unknown): string | readonly string[] {
  const keys = (issue.path ?? []).map((step) => step.key as Key);
  const parents = keys.slice(0, -1);
  const last = String(keys.at(-1) ?? "");
  const owner = formatKeys(parents);
  const option = formatKeys(keys) || "configuration";
  if (issue.type === "strict_object" && issue.expected === "never") {
    const valid = keysAt(root, parents, value);
    const guess = (key: string) => {
      const renamed = RENAMED.get(key);
      if (renamed !== undefined && valid.includes(renamed)) return `; did you mean "${renamed}"?`;
      const list = valid.length > 0 ? ` (valid: ${valid.join(", ")})` : "";
      const nearby = didYouMean(key, valid) || keyOfOtherType(root, parents, value, key);
      return nearby || (parents.length === 0 ? nestedKey(root, value, valid, key) : "") || list;
    };
    // valibot reports only the first unknown key of an object.
    const parent = parents.reduce((part, key) => (part as Record<Key, unknown>)[key], value);
    const unknown = new Set([last, ...Object.keys(parent as object).filter((key) => !valid.includes(key))]);
    return Array.from(unknown, (key) => {
      const moved = parents.length === 0 ? MOVED.get(key) : undefined;
      const hint = moved === undefined ? guess(key) : `: ${moved}; docgen migrate rewrites it`;
      return `${owner || "configuration"}: unknown key "${key}"${hint}`;
    });
  }
  if (issue.type === "variant" && last === "type") {
    const type = String(issue.input);
    return `${owner}: unknown type "${type}"${nearestOrValid(type, quoted(issue.expected))}`;
  }
  if (issue.received === "undefined" && typeof keys.at(-1) === "number") {
    return `${option}: is undefined; remove it, or correct the import or variable that it comes from`;
  }
  if (issue.received === "undefined") return `${owner || "configuration"}: "${last}" is missing`;
  if (issue.type === "picklist" && typeof issue.input === "string") {
    return `${option}: unknown value "${issue.input}"${nearestOrValid(issue.input, quoted(issue.expected))}`;
  }
  if (issue.type === "min_length") {
    return `${option}: must contain at least ${issue.expected?.replace(">=", "")}, but contains ${issue.received}`;
  }
  if (issue.kind === "validation" || issue.type === "custom") {
    const hasRule = issue.kind === "validation" && issue.expected !== null;
    // A message must not contain line breaks.
    return `${option}: ${hasRule ? `must be ${issue.expected}` : issue.message}, but is ${inWords(issue.received)}`;
  }
  const isOne = issue.expected === "Array" && issue.received === "Object";
  const remedy = isOne ? `; write ${last}: [{ … }]` : "";
  return `${option}: must be ${inWords(issue.expected ?? "")}, but is ${inWords(issue.received)}${remedy}`;
}

/** Types in the words of the guides: `a list or an object` for `(Array | Object)`. Values stay as they are. */
function inWords(types: string): string {
  if (/^["\d-]/.test(types)) return types.replace(/\n/g, "\\n");
  const names = types.replace(/^\((.*)\)$/, "$1").split(" | ");
  return [...new Set(names.map((name) => TYPE_NAMES[name] ?? name))].join(" or ");
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  Array: "a list",
  Object: "an object",
  Function: "a function",
  boolean: "true or false",
  number: "a number",
  string: "text",
};

/**
 * `; it needs type: "doc"` for a key that only items of other types have, `; did you mean "docId", with type: "doc"?` if
 * it is misspelt or only the beginning of one, or an empty string.
 */
function keyOfOtherType(root: SchemaNode, parents: readonly Key[], value: unknown, key: string): string {
  const nodes = nodesAt(root, parents, value, false);
  const keys = keysOf(nodes);
  const meant = nearest(key, keys);
  const types = nodes.flatMap(({ entries = {} }) =>
    meant && Object.hasOwn(entries, meant) ? typesOf(entries.type) : [],
  );
  if (types.length === 0) return "";
  const needed = `type: ${types.map((type) => JSON.stringify(type)).join(" or ")}`;
  return meant === key ? `; it needs ${needed}` : `; did you mean "${meant}", with ${needed}?`;
}

/** `; did you mean "docs[0].sidebars"?` for a key at the top that belongs into a group, or an empty string. */
function nestedKey(root: SchemaNode, value: unknown, groups: readonly string[], key: string): string {
  const paths = groups.flatMap((group): (readonly Key[])[] => [[group], [group, 0]]);
  for (const path of paths) {
    const name = keysAt(root, path, value).find((valid) => valid === key || valid === RENAMED.get(key));
    if (name !== undefined) return `; did you mean "${formatKeys([...path, name])}"?`;
  }
  return "";
}

/** Formats the path of an item: `navbar.items[2]`, `headers["X-A B"]`. */
export function formatKeys(keys: readonly Key[]): string {
  return keys.reduce<string>((done, key) => {
    if (typeof key === "number") return `${done}[${key}]`;
    if (!/^[\w$-]+$/.test(key)) return `${done}["${key}"]`;
    return done === "" ? key : `${done}.${key}`;
  }, "");
}

function quoted(expected: string | null): string[] {
  return [...(expected ?? "").matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
}

/** Keys that the schema allows in an object: for a union, those of all options; for a variant, those of its type. */
function keysAt(root: SchemaNode, keys: readonly Key[], value: unknown): string[] {
  return keysOf(nodesAt(root, keys, value, true));
}

function keysOf(nodes: readonly SchemaNode[]): string[] {
  return [...new Set(nodes.flatMap((node) => Object.keys(node.entries ?? {})))];
}

/** Schemas of an object. @param isOfType whether only the options of a variant count that the object's type chooses */
function nodesAt(root: SchemaNode, keys: readonly Key[], value: unknown, isOfType: boolean): SchemaNode[] {
  let nodes = unwrap(root, value, isOfType);
  let current = value;
  for (const key of keys) {
    current = (current as Record<Key, unknown> | undefined)?.[key];
    nodes = nodes.flatMap((node) => {
      const next = typeof key === "number" ? node.item : (node.entries?.[key] ?? node.value);
      return next === undefined ? [] : unwrap(next, current, isOfType);
    });
  }
  return nodes;
}

function unwrap(node: SchemaNode, value: unknown, isOfType: boolean): SchemaNode[] {
  if (node.wrapped !== undefined) return unwrap(node.wrapped, value, isOfType);
  if (node.getter !== undefined) return unwrap(node.getter(value), value, isOfType);
  const options = (node.options ?? []).filter((option) => typeof option !== "string");
  if (options.length === 0) return [node];
  const { key } = node;
  const type = key === undefined ? undefined : (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  const chosen = isOfType && key !== undefined ? options.filter((option) => hasType(option.entries?.[key], type)) : [];
  return (chosen.length > 0 ? chosen : options).flatMap((option) => unwrap(option, value, isOfType));
}

/** Whether the `type` of a variant's option allows a value. */
function hasType(node: SchemaNode | undefined, type: unknown): boolean {
  return type === undefined ? node?.wrapped !== undefined : typesOf(node).includes(type);
}

/** The values that the `type` of a variant's option allows. */
function typesOf(node: SchemaNode | undefined): readonly unknown[] {
  if (node?.wrapped !== undefined) return typesOf(node.wrapped);
  return node?.options ?? (node?.literal === undefined ? [] : [node.literal]);
}
