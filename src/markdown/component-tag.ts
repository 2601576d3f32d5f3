// <Rating stars={3} of='5' big />
import JSON5 from "json5";
import { attempt } from "../shared/attempt.ts";
import { didYouMean } from "../shared/nearest.ts";
import type { ComponentKind, ComponentProps, PageEnv, PropValue, TagFault } from "./env.ts";

/** Maximum length of a value in braces, in characters: unclosed braces would take quadratic time. */
const MAX_VALUE = 10_000;
/** Maximum length of a faulty tag that is explained, in characters. */
const MAX_TORN = 500;
/** A capital letter and, anywhere, a small one: `<Tabs>` is a component, `<DIV>` is HTML. */
const NAME = "([A-Z](?=[\\w.]*[a-z])[\\w.]*)";
const OPENING = new RegExp(`<${NAME}(?=[\\s/>]|$)`, "y");
const CLOSING = new RegExp(`</${NAME}\\s*>`, "y");
const ATTRIBUTE = /\s+(?:([A-Za-z][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{))?|\{)/y;
/** The name of an attribute, and the first character of its value. */
const ATTRIBUTE_START = /\s+([A-Za-z][\w:.-]*)(?:\s*=\s*([^\s>]))?/y;
const TAG_END = /\s*(\/?)>/y;
/** Strings and comments, which may contain braces, and braces; an unclosed string ends with its line. */
const IN_BRACES = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\/\/.*|\/\*(?:(?!\*\/)[\s\S])*|[{}]/g;

/** The opening tag of a component. */
export interface ComponentTag {
  readonly name: string;
  readonly props: ComponentProps;
  /** Names of attributes whose braces contain code instead of a literal. */
  readonly codes: readonly string[];
  /** Names of attributes that are written more than once. */
  readonly repeated: readonly string[];
  readonly isSelfClosing: boolean;
  /** Offset after the tag's `>`; -1 if a brace is not closed. */
  readonly end: number;
}

/** Parses the opening tag of a component at an offset; undefined if there is none. */
export function componentTagAt(source: string, start: number, maxValue = MAX_VALUE): ComponentTag | undefined {
  const name = openingNameAt(source, start);
  if (name === undefined) return undefined;
  const props: Record<string, PropValue> = {};
  const codes: string[] = [];
  const repeated: string[] = [];
  let position = start + 1 + name.length;
  for (;;) {
    TAG_END.lastIndex = position;
    const closed = TAG_END.exec(source);
    if (closed !== null) {
      return { name, props, codes, repeated, isSelfClosing: closed[1] === "/", end: TAG_END.lastIndex };
    }
    ATTRIBUTE.lastIndex = position;
    const match = ATTRIBUTE.exec(source);
    if (match === null) return undefined;
    const [whole, key = "{…}", double, single] = match;
    position += whole.length;
    if (Object.hasOwn(props, key) || codes.includes(key)) repeated.push(key);
    if (!whole.endsWith("{")) {
      props[key] = double ?? single ?? true;
      continue;
    }
    const length = valueLength(source.slice(position, position + maxValue));
    if (length === undefined) return { name, props, codes, repeated, isSelfClosing: false, end: -1 };
    const value = attempt(() => JSON5.parse<PropValue>(source.slice(position, position + length)));
    if (value === undefined) codes.push(key);
    else props[key] = value;
    position += length + 1;
  }
}

/** A tag that `componentTagAt` can't parse. */
export interface TornTag {
  readonly name: string;
  readonly message: string;
  readonly hint: string;
  /** Offset after its closing tag, if that is on the same line, else of the end of the line. */
  readonly end: number;
}

/** What is wrong with a tag that `componentTagAt` can't parse; undefined if the line has no clear fault. */
export function tornTagAt(source: string, start: number): TornTag | undefined {
  const name = openingNameAt(source, start);
  if (name === undefined) return undefined;
  const line = /^[^\n]*/.exec(source.slice(start, start + MAX_TORN))?.[0] ?? "";
  const hasOpenBraces = (componentTagAt(source, start)?.end ?? 0) < 0;
  const fault =
    tornAttribute(line, 1 + name.length) ??
    (hasOpenBraces ? (["braces in the tag are not closed", "close them with }"] as const) : undefined);
  if (fault === undefined) return undefined;
  const [what, hint] = fault;
  const closing = line.indexOf(`</${name}>`);
  const end = start + (closing < 0 ? line.length : closing + `</${name}>`.length);
  return { name, message: `<${name}>: ${what}`, hint, end };
}

const QUOTE_HINT = 'write each value between quotes, such as type="tip"';

/** The first attribute that ends a tag wrongly, as a message and a hint. @param position offset of the first attribute */
function tornAttribute(line: string, position: number): readonly [message: string, hint: string] | undefined {
  // A value with the end of the tag in it may be right. If what follows is no attribute, it ends at a quote of the text.
  let suspect: string | undefined;
  for (;;) {
    ATTRIBUTE_START.lastIndex = position;
    const [whole = "", key = "", value = ""] = ATTRIBUTE_START.exec(line) ?? [];
    if (whole === "") break;
    position += whole.length;
    if (value === "") continue;
    if (value === "{") {
      const length = valueLength(line.slice(position));
      if (length === undefined) return [`the braces of "${key}" are not closed`, "close them with }"];
      position += length + 1;
    } else if (value === '"' || value === "'") {
      const length = line.slice(position).indexOf(value);
      if (length < 0) return [`the quote of "${key}" is not closed`, QUOTE_HINT];
      if (line.slice(position, position + length).includes(">")) suspect ??= key;
      position += length + 1;
    } else return [`the value of "${key}" has no quotes`, QUOTE_HINT];
  }
  return suspect === undefined ? undefined : [`the quote of "${suspect}" is not closed`, QUOTE_HINT];
}

/** The name of the opening tag of a component at an offset. */
export function openingNameAt(source: string, start = 0): string | undefined {
  OPENING.lastIndex = start;
  return OPENING.exec(source)?.[1];
}

/** The closing tag of a component at an offset. */
export function closingTagAt(source: string, start = 0): { readonly name: string; readonly end: number } | undefined {
  CLOSING.lastIndex = start;
  const name = CLOSING.exec(source)?.[1];
  return name === undefined ? undefined : { name, end: CLOSING.lastIndex };
}

/** Length of the text before the brace that closes an opened one; undefined if there is none. */
function valueLength(source: string): number | undefined {
  let depth = 1;
  for (const { 0: sign, index } of source.matchAll(IN_BRACES)) {
    if (sign === "{") depth += 1;
    else if (sign === "}" && --depth === 0) return index;
  }
  return undefined;
}

/** The faults of an opening tag. @param place where it is */
export function tagFaults({ components }: PageEnv, tag: ComponentTag, place: "inline" | "block"): TagFault[] {
  const { name } = tag;
  const kind = components.get(name);
  if (kind === undefined) return [unknownComponent(name, [...components.keys()])];
  const fault = (message: string, hint: string) => ({ code: "component", message: `<${name}>${message}`, hint });
  const faults = [...attributeFaults(kind, tag)].map(([message, hint]) => fault(message, hint));
  if (kind.place === "block" && place === "inline") {
    faults.push(fault(" is inside a text", "put its tags at the start of lines, with blank lines around them"));
  } else if (kind.place === "inline" && place === "block") {
    faults.push(fault(" is not inside a text", `write its content and </${name}> on the same line`));
  }
  return faults;
}

function* attributeFaults({ attributes }: ComponentKind, { props, codes, repeated }: ComponentTag) {
  for (const key of repeated) yield [` has the attribute "${key}" twice`, "remove one of the two"] as const;
  const names = Object.keys(attributes ?? props);
  for (const key of [...Object.keys(props), ...codes]) {
    const values = attributes !== undefined && Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    const value = typeof props[key] === "string" ? props[key] : String(JSON.stringify(props[key]));
    if (attributes !== undefined && values === undefined) {
      const hint = names.length === 0 ? "remove it" : `attributes: ${names.join(", ")}`;
      yield [` has no attribute "${key}"${didYouMean(key, names)}`, hint] as const;
    } else if (codes.includes(key)) {
      const hint = "write a literal: a string, a number, true, false, null, an array or an object";
      yield [`: "${key}" contains code, which Markdown pages do not run`, hint] as const;
    } else if (values !== undefined && values.length > 0 && !values.includes(value)) {
      yield [`: unknown ${key} "${value}"${didYouMean(value, values)}`, `values: ${values.join(", ")}`] as const;
    }
  }
}

const REMEDIES: Readonly<Record<string, TagFault["hint"]>> = {
  CodeBlock: "write the code between lines of ```",
  Include: 'write <Include file="./_part.md" /> on a line of its own, indented only by spaces',
};

/** What is written here, and the names of its components in other generators. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  "<TabItem>": "Tab",
  ":::note": "Note Admonition Aside Callout",
  ":::tip": "Tip",
  ":::info": "Info",
  ":::warning": "Warning",
  ":::danger": "Danger",
  ":::caution": "Caution",
  ":::details": "Accordion Details",
  ":::steps": "Steps",
  ":::file-tree": "FileTree Tree",
  ":::cards": "CardGrid CardGroup Cards LinkCard",
  "::: code-group": "CodeGroup",
};

/** The fault of a tag that no component has. */
export function unknownComponent(name: string, names: readonly string[]): TagFault {
  const message = name === "Include" ? "this <Include> includes no file" : `unknown component <${name}>`;
  const hint = `write it in backticks if it is text, or add it to components in site.config.ts; components: ${names.join(", ")}`;
  const [meant] = Object.entries(EQUIVALENTS).find(([, names]) => names.split(" ").includes(name)) ?? [];
  return {
    code: name === "Include" ? "include" : "unknown-component",
    message: `${message}${meant === undefined ? didYouMean(name, names) : `; did you mean ${meant}?`}`,
    hint: REMEDIES[name] ?? hint,
  };
}
