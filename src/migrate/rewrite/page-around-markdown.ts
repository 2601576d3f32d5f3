import type { Node } from "estree";
import type { JSXElement } from "estree-jsx";
import { escapePattern } from "../../shared/text.ts";
import { jsonAttribute } from "./page/element-tags.ts";
import { htmlOfChild, type JsxChild, knownProps, onlyResult, openingTag } from "./page/expand-component.ts";
import { BLOCK_ELEMENTS, escapeText } from "./page/html-text.ts";
import { ifKnown, includeMark, notStatic, type Scope, type SmallComponent } from "./page/scope.ts";

/** What a React page shows: HTML, tags of components of the site, and placeholders for Markdown files. */
interface AroundMarkdown {
  readonly html: string;
  /** Whether it shows the headings of its Markdown. */
  readonly hasToc: boolean;
}

/** Matches hooks with which parts of a page depend on each other, or that run once for the page. */
const STATE = /\buse(?:State|Reducer|Ref|Effect|LayoutEffect|Context|Id)\b/;

const MARKDOWN_IMPORT = /^import\s+(?!type\b)([^;"']*?)\s+from\s*["'][^"'\n]+\.mdx?["'];?$/gm;

/**
 * Takes a React page apart around the Markdown files that it shows: elements around them become HTML or components with
 * content, and what is beside them becomes components.
 *
 * @param code of its module, without types
 * @param makePart creates a component of the site from a module. @returns its tag; undefined if docgen lacks an import
 * @returns undefined if the Markdown depends on code, or if parts share a state
 */
export function aroundMarkdown(
  code: string,
  { render, scope }: SmallComponent,
  makePart: (code: string) => string | undefined,
): AroundMarkdown | undefined {
  const result = onlyResult(render);
  if (result === undefined) return undefined;
  const imported = [...code.matchAll(MARKDOWN_IMPORT)].flatMap(([, names = ""]) => names.match(/[\w$]+/g) ?? []);
  const used = new RegExp(`(?<![\\w$.])(?:${imported.map(escapePattern).join("|")})(?![\\w$])`);
  const textOf = (node: object) => code.slice(...rangeOf(node));
  const modules: string[] = [];
  let hasToc = false;

  /** A placeholder for a component of the site with the page's code around what it returns. */
  const part = (shown: string, hasContent = false) => {
    const [start, end] = rangeOf(result);
    const head = hasContent ? withChildren(code.slice(0, start), render) : code.slice(0, start);
    const module = `${head}(<>${shown}</>)${code.slice(end)}`.replace(MARKDOWN_IMPORT, "");
    if (used.test(module)) return notStatic();
    return `\uE004${modules.push(module) - 1}\uE005`;
  };
  const beside = (nodes: readonly JsxChild[]): string => {
    const source = nodes.map(textOf).join("");
    if (source.trim() === "") return "";
    const html = ifKnown(() => nodes.map((node) => htmlOfChild(node, scope)).join("")) ?? "";
    const isBlock = BLOCK_ELEMENTS.has(/^<([a-z][a-z0-9]*)/.exec(html)?.[1] ?? "") && !html.includes("\n\n");
    return isBlock ? `\n\n${html}\n\n` : `\n\n<${part(source)} />\n\n`;
  };
  const inside = (nodes: readonly JsxChild[]): string => {
    const [texts, waiting]: [string[], JsxChild[]] = [[], []];
    for (const node of nodes) {
      if (!used.test(textOf(node))) waiting.push(node);
      else texts.push(beside(waiting.splice(0)), around(node));
    }
    return [...texts, beside(waiting)].join("");
  };
  const around = (node: JsxChild): string => {
    if (node.type === "JSXFragment") return inside(node.children as JsxChild[]);
    if (node.type !== "JSXElement" || node.openingElement.name.type !== "JSXIdentifier") return notStatic();
    const { name } = node.openingElement.name;
    const binding = scope.tag(name);
    if (binding?.kind === "partial")
      return node.openingElement.attributes.length === 0 ? includeMark(binding.path) : notStatic();
    const theme = binding?.kind === "theme" ? binding.name : "";
    if (/^(?:Layout|MDXContent)$/.test(theme) || name === "MDXProvider") return inside(node.children as JsxChild[]);
    if (/^TOC(?:Inline)?$/.test(theme)) {
      hasToc = true;
      return "";
    }
    const content = inside(node.children as JsxChild[]);
    const block = blockTags(theme, node, scope);
    if (block !== undefined) return `\n\n${block[0]}\n\n${content}\n\n${block[1]}\n\n`;
    const open = /^[a-z]/.test(name) ? openingTag(node, scope) : undefined;
    if (open !== undefined) return `\n\n${open}\n\n${content}\n\n</${name}>\n\n`;
    const tag = part(tagsOf(node, code), true);
    return `\n\n<${tag}>\n\n${content}\n\n</${tag}>\n\n`;
  };

  /** The page as one component, if it shows one file at one place: that is between its tags. */
  const whole = () => {
    modules.splice(0);
    const shown = [...textOf(result).matchAll(/<([A-Z]\w*)\s*\/>/g)].filter(([, name = ""]) => used.test(name));
    const [[tag = "", name = ""] = [], ...others] = shown;
    const binding = others.length === 0 ? scope.tag(name) : undefined;
    if (binding?.kind !== "partial") return notStatic();
    const outer = part(textOf(result).replace(tag, "<>{children}</>"), true);
    return `<${outer}>${includeMark(binding.path)}</${outer}>`;
  };

  const isShared = () => modules.length !== 1 && STATE.test(textOf(render));
  const apart = ifKnown(() => around(result as JsxChild));
  const html = apart === undefined || isShared() ? ifKnown(whole) : apart;
  const tags = html === undefined ? [undefined] : modules.map((module) => makePart(module));
  if (tags.includes(undefined)) return undefined;
  return { html: (html ?? "").replace(/\uE004(\d+)\uE005/g, (_, at) => tags[Number(at)] ?? ""), hasToc };
}

/** What begins and ends a block of docgen in the place of a component of Docusaurus; undefined for others. */
function blockTags(theme: string, node: JSXElement, scope: Scope): readonly [string, string] | undefined {
  const props = /^(?:Tabs|TabItem|Admonition|Details)$/.test(theme) ? knownProps(node, scope) : undefined;
  if (props === undefined) return undefined;
  if (theme.startsWith("Tab")) return [`<${theme}${Object.entries(props).map(jsonAttribute).join("")}>`, `</${theme}>`];
  if (theme === "Details")
    return [`<details>\n<summary>${escapeText(String(props.summary ?? ""))}</summary>`, "</details>"];
  const { type = "note", title = "" } = props;
  // What is inside may have admonitions of its own.
  return [`::::::${String(type)} ${String(title)}`.trimEnd(), "::::::"];
}

function rangeOf(node: object): [number, number] {
  const { start, end } = node as { readonly start: number; readonly end: number };
  return [start, end];
}

/** The tags of an element around its content. */
function tagsOf(node: JSXElement, code: string): string {
  const [start, end] = rangeOf(node);
  const [, from] = rangeOf(node.openingElement);
  const [to] = node.closingElement ? rangeOf(node.closingElement) : notStatic();
  return `${code.slice(start, from)}{children}${code.slice(to, end)}`;
}

/** The beginning of a component's code, which gets its content, too. */
function withChildren(head: string, render: Node): string {
  const start = rangeOf(render)[0];
  const parameters = /\(\s*\)/g;
  parameters.lastIndex = start;
  const found = "params" in render && render.params.length === 0 ? parameters.exec(head) : null;
  if (found === null) return notStatic();
  return `${head.slice(0, found.index)}({ children })${head.slice(parameters.lastIndex)}`;
}
