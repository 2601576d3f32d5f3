import type { Node } from "estree";
import type { JSXElement, JSXFragment } from "estree-jsx";
import { escapePattern } from "../../shared/text.ts";
import { jsonAttribute } from "./page/element-tags.ts";
import { htmlOfChild, type JsxChild, knownProps, onlyResult, openingTag } from "./page/expand-component.ts";
import { BLOCK_ELEMENTS, escapeText } from "./page/html-text.ts";
import { ifKnown, includeMark, notStatic, type Scope, type SmallComponent } from "./page/scope.ts";

/** What a React page shows, as the text of a Markdown page. */
interface AroundMarkdown {
  /** HTML, tags of components of the site, and placeholders for the Markdown files. */
  readonly html: string;
  /** Whether it shows the headings of its Markdown. */
  readonly hasToc: boolean;
}

/** Matches hooks with which parts of a page depend on each other, or that run once for the page. */
const STATE = /\buse(?:State|Reducer|Ref|Effect|LayoutEffect|Context|Id)\b/;

const MARKDOWN_IMPORT = /^import\s+(?!type\b)([^;"']*?)\s+from\s*["'][^"'\n]+\.mdx?["'];?$/gm;

/** Placeholder for the tag of a component of the site, with its position among the modules. */
const TAG = /\uE004(\d+)\uE005/g;

/** Placeholder for the list of the headings, which docgen shows itself. */
const TOC = "\uE006";

/** A React page that is taken apart. */
interface OpenPage {
  readonly code: string;
  /** The function that renders the page, and what it returns. */
  readonly render: Node;
  readonly result: Node;
  readonly scope: Scope;
  /** Matches names that the page imports from Markdown files. */
  readonly ofMarkdown: RegExp;
  /** Code of the components of the site that show what is around or beside the Markdown. */
  readonly modules: string[];
}

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
  const names = [...code.matchAll(MARKDOWN_IMPORT)].flatMap(([, clause = ""]) => clause.match(/[\w$]+/g) ?? []);
  const ofMarkdown = new RegExp(`(?<![\\w$.])(?:${names.map(escapePattern).join("|")})(?![\\w$])`);
  const open = (): OpenPage => ({ code, render, result, scope, ofMarkdown, modules: [] });
  let page = open();
  let text = ifKnown(() => aroundNode(result as JsxChild, page));
  // Parts of a page that depend on each other have to be one component.
  if (text === undefined || (page.modules.length !== 1 && STATE.test(textOf(render, code)))) {
    page = open();
    text = ifKnown(() => asOneComponent(page));
  }
  const tags = page.modules.map((module) => makePart(module));
  if (text === undefined || tags.includes(undefined)) return undefined;
  const hasToc = text.includes(TOC);
  return { html: text.replaceAll(TOC, "").replace(TAG, (_, at) => tags[Number(at)] ?? ""), hasToc };
}

/** A node that shows Markdown files, as HTML, blocks and tags around these. */
function aroundNode(node: JsxChild, page: OpenPage): string {
  if (node.type === "JSXFragment") return amongChildren(node, page);
  if (node.type !== "JSXElement" || node.openingElement.name.type !== "JSXIdentifier") return notStatic();
  const { name } = node.openingElement.name;
  const binding = page.scope.tag(name);
  if (binding?.kind === "partial")
    return node.openingElement.attributes.length === 0 ? includeMark(binding.path) : notStatic();
  const theme = binding?.kind === "theme" ? binding.name : "";
  if (/^(?:Layout|MDXContent)$/.test(theme) || name === "MDXProvider") return amongChildren(node, page);
  if (/^TOC(?:Inline)?$/.test(theme)) return TOC;
  const content = amongChildren(node, page);
  const [opening, closing] =
    blockTags(theme, node, page.scope) ??
    htmlTags(name, node, page.scope) ??
    componentTags(addModule(tagsOf(node, page.code), page, true));
  return `\n\n${opening}\n\n${content}\n\n${closing}\n\n`;
}

/** The children of a node: those that show Markdown, and what is between them. */
function amongChildren({ children }: JSXElement | JSXFragment, page: OpenPage): string {
  const texts: string[] = [];
  let between: JsxChild[] = [];
  for (const child of children as JsxChild[]) {
    if (page.ofMarkdown.test(textOf(child, page.code))) {
      texts.push(besideMarkdown(between, page), aroundNode(child, page));
      between = [];
    } else between.push(child);
  }
  return [...texts, besideMarkdown(between, page)].join("");
}

/** Nodes without Markdown: as HTML if that is one known block, else as a component of the site. */
function besideMarkdown(nodes: readonly JsxChild[], page: OpenPage): string {
  const source = nodes.map((node) => textOf(node, page.code)).join("");
  if (source.trim() === "") return "";
  const html = ifKnown(() => nodes.map((node) => htmlOfChild(node, page.scope)).join("")) ?? "";
  const isBlock = BLOCK_ELEMENTS.has(/^<([a-z][a-z0-9]*)/.exec(html)?.[1] ?? "") && !html.includes("\n\n");
  return isBlock ? `\n\n${html}\n\n` : `\n\n<${addModule(source, page)} />\n\n`;
}

/** The page as one component, if it shows one file at one place: that is between its tags. */
function asOneComponent(page: OpenPage): string {
  const source = textOf(page.result, page.code);
  const [[tag = "", name = ""] = [], ...others] = [...source.matchAll(/<([A-Z]\w*)\s*\/>/g)].filter(([, shown = ""]) =>
    page.ofMarkdown.test(shown),
  );
  const binding = others.length === 0 ? page.scope.tag(name) : undefined;
  if (binding?.kind !== "partial") return notStatic();
  const [opening, closing] = componentTags(addModule(source.replace(tag, "<>{children}</>"), page, true));
  return opening + includeMark(binding.path) + closing;
}

/**
 * Adds a component of the site: the code of the page around what it shows.
 *
 * @param hasContent whether it shows what is between its tags
 * @returns the placeholder for its tag
 */
function addModule(shown: string, { code, render, result, ofMarkdown, modules }: OpenPage, hasContent = false): string {
  const [start, end] = rangeOf(result);
  const head = hasContent ? withChildren(code.slice(0, start), render) : code.slice(0, start);
  const module = `${head}(<>${shown}</>)${code.slice(end)}`.replace(MARKDOWN_IMPORT, "");
  if (ofMarkdown.test(module)) return notStatic();
  return `\uE004${modules.push(module) - 1}\uE005`;
}

function componentTags(tag: string): readonly [string, string] {
  return [`<${tag}>`, `</${tag}>`];
}

/** The tags of an HTML element; undefined for a component, and if only code knows an attribute. */
function htmlTags(name: string, node: JSXElement, scope: Scope): readonly [string, string] | undefined {
  const opening = /^[a-z]/.test(name) ? openingTag(node, scope) : undefined;
  return opening === undefined ? undefined : [opening, `</${name}>`];
}

function textOf(node: object, code: string): string {
  return code.slice(...rangeOf(node));
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
  const match = "params" in render && render.params.length === 0 ? parameters.exec(head) : null;
  if (match === null) return notStatic();
  return `${head.slice(0, match.index)}({ children })${head.slice(parameters.lastIndex)}`;
}
