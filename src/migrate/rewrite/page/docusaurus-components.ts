import type { Nodes } from "mdast";
import type { Mapping } from "../../../content/data-file.ts";
import { codeSpan } from "../../../markdown/copy-inline.ts";
import { asText, list, pick, record } from "../../read/config-values.ts";
import { DOCUSAURUS_ADMONITIONS } from "../../read/mask-mdx.ts";
import {
  type Attributes,
  type Call,
  codeText,
  elementText,
  fenced,
  replaceBlock,
  replaceTags,
  unwrap,
  wrap,
} from "./element-tags.ts";
import { listedHeadings, mayHaveHeadings } from "./headings.ts";
import { attributesText, escapeMarkdown, escapeText } from "./html-text.ts";
import { isPhrasing, toHtml } from "./markdown-in-html.ts";
import { childrenOf, contentOf, type Element, isElement, isExpression, rangeOf } from "./nodes.ts";
import { tabItem, tabs } from "./page-tabs.ts";
import { Asset, beginsLine, type Rewriting, tagRanges, visitAll } from "./rewriting.ts";
import type { Binding } from "./scope.ts";

/**
 * Components of Docusaurus, each with a function that writes docgen's equivalent. It returns false if docgen has none
 * for a call.
 */
export const COMPONENTS: Readonly<Record<string, (call: Call) => unknown>> = {
  Tabs: tabs,
  TabItem: tabItem,
  CodeBlock: (call) => codeBlock(call),
  Playground: (call) => codeBlock(call, { language: "jsx", live: true }),
  Admonition: admonition,
  Details: details,
  DocCardList: ({ node, attributes, context, at }) => replaceBlock(node, docCards(node, attributes, at), context, at),
  DocCard: docCard,
  TOCInline: contents,
  Link: link,
  Mermaid: mermaid,
  Translate: (call) => unwrap(call.node, call.context, call.at),
  Head: ({ node, context, at }) => replaceTags(node, "<head>", "</head>", at, () => visitAll(node, context, at)),
  Heading: heading,
  ThemedImage: themedImage,
  Image: picture,
  IdealImage: picture,
  BrowserOnly: () => false,
  // From the plugin for sites that are built for readers inside a company, too.
  OssOnly: (call) => unwrap(call.node, call.context, call.at),
  OSSOnly: (call) => unwrap(call.node, call.context, call.at),
  FbInternalOnly: (call) => remove(call, "removed <FbInternalOnly>, which the public site doesn't have"),
  FBInternalOnly: (call) => remove(call, "removed <FbInternalOnly>, which the public site doesn't have"),
  IconExternalLink: (call) => remove(call, "removed the icon of a link to another site"),
};

function remove({ node, context, at }: Call, message: string): void {
  at.note("changed", node, message);
  if (node.type === "mdxJsxTextElement") at.replace(node, "");
  else replaceBlock(node, "", context, at);
}

function block({ node, context, at }: Call, text: string, message: string): void {
  if (at.source.slice(...rangeOf(node)) !== text) at.note("changed", node, message);
  replaceBlock(node, text, context, at);
}

function codeBlock(call: Call, defaults: Mapping = {}): false | undefined {
  const { node, at } = call;
  const props: Mapping = { ...defaults, ...call.attributes.props };
  const { language, title, className, showLineNumbers, live, metastring, children } = props;
  const isText = contentOf(node).length > 0 || call.attributes.unknown.includes("children");
  const code = isText ? codeText(node, at) || undefined : (asText(children) ?? "");
  const raw = rawImport(node, at);
  const info = [
    asText(language) ?? languageIn(className) ?? "text",
    typeof title === "string" ? `title="${title.replaceAll('"', "'")}"` : "",
    showLineNumbers === true ? "showLineNumbers" : "",
    live === true ? "live" : "",
    asText(metastring) ?? "",
  ]
    .filter((part) => part !== "")
    .join(" ");
  if (raw !== undefined) block(call, `<<< ${raw} ${info}`, "replaced a <CodeBlock> of a file with an include");
  else if (code !== undefined && call.context.isCell === true && !/\S\s*\n\s*\S/.test(code)) {
    const text = code.trim().replaceAll("|", "\\|");
    at.replace(node, text && codeSpan(text), "converted <CodeBlock> in a table cell to inline code");
  } else if (code !== undefined) block(call, fenced(code, info), `converted <${node.name}> to a fence`);
  else return false;
  return undefined;
}

function mermaid(call: Call): unknown {
  const code = asText(call.attributes.props.value ?? call.attributes.props.chart);
  return code !== undefined && block(call, fenced(code.trim(), "mermaid"), "converted <Mermaid> to a fence");
}

/** The language in the class name of a code element: `language-js`. */
export function languageIn(className: unknown): string | undefined {
  return /\blanguage-(\S+)/.exec(asText(className) ?? "")?.[1];
}

/** `<CodeBlock>{Source}</CodeBlock>` with `import Source from '!!raw-loader!./a.js'`. */
export function rawImport(node: Element, at: Rewriting): string | undefined {
  const [only] = contentOf(node);
  const binding = isExpression(only) ? at.bindings.get(only.value.trim()) : undefined;
  // A page is rewritten, so that an include would show another text.
  return binding?.kind === "asset" && !/\.mdx?$/.test(binding.path) ? at.site.file(binding.path) : undefined;
}

function admonition({ node, attributes: { props, unknown }, context, at }: Call): void {
  const { type = "note", title } = props;
  const kind = DOCUSAURUS_ADMONITIONS.includes(String(type)) ? String(type) : "info";
  const depth = at.source.slice(...rangeOf(node)).match(/:::+|<Admonition/g)?.length ?? 1;
  const colons = ":".repeat(2 + Math.min(depth, 8));
  const icon = "icon" in props ? "; its icon is that of its type" : "";
  at.note("changed", node, `converted <Admonition> to ::: syntax${icon}`);
  const heading = typeof title === "string" ? escapeMarkdown(title) : elementText(node, "title", at);
  if (unknown.includes("title") && heading === undefined)
    at.note("hand", node, "removed the title of <Admonition>; write it after the type");
  wrap(node, `${colons}${kind}${heading === undefined ? "" : ` ${heading}`}`, colons, context, at);
}

function details({ node, attributes: { props, unknown }, context, at }: Call): void {
  const summary = typeof props.summary === "string" ? escapeText(props.summary) : elementText(node, "summary", at);
  if (unknown.includes("summary") && summary === undefined)
    at.note("hand", node, "removed the summary of <Details>; write it in <summary>");
  const text =
    summary === undefined ? "" : `\n${/^<summary\b/.test(summary) ? summary : `<summary>${summary}</summary>`}`;
  wrap(node, `<details>${text.replaceAll("\n", `\n${context.prefix}`)}`, "</details>", context, at);
}

function docCard(call: Call): unknown {
  const item = record(call.attributes.props.item);
  return isCard(item) && block(call, cardItem(item, ": ", call.at), "replaced <DocCard> with a link");
}

/** `<TOCInline toc={toc} />` → a list of links, as of now. */
function contents(call: Call): void {
  const { node, attributes, at } = call;
  if (attributes.unknown.includes("toc"))
    at.note("hand", node, "<TOCInline>: the filter of its headings needs code at run time; all headings are listed");
  const hasMore = (binding: Binding) => binding.kind === "partial" && mayHaveHeadings(at.site.textOf(binding.path));
  if ([...at.bindings.values()].some(hasMore))
    at.note("hand", node, "<TOCInline>: headings of included files are not listed; add links to them");
  const items = listedHeadings(at, attributes.props);
  const least = Math.min(...items.map(({ depth }) => depth));
  const lines = items.map(({ depth, html, id }) => `${"  ".repeat(depth - least)}- [${html}](#${id})`);
  block(call, lines.join("\n"), "replaced <TOCInline> with links to the current headings");
}

function link({ node, attributes, context, at }: Call): false | undefined {
  const { to, href } = attributes.props;
  const target = to ?? href;
  const kept = pick(attributes.props, "className id style target rel title download");
  const isAnchor = target === undefined && attributes.unknown.length === 0;
  if (!isAnchor && typeof target !== "string" && !(target instanceof Asset)) return false;
  const { open, close } = tagRanges(node, at);
  const address = isAnchor ? undefined : at.site.link(String(target));
  at.note("changed", node, "converted <Link> to a link");
  const isInline = childrenOf(node).every(isPhrasing);
  const isHtml = context.html !== undefined;
  const isPlain = isInline && !isHtml && Object.keys(kept).length === 0;
  const opening = `<a${attributesText({ className: kept.className, href: address, ...kept })}>`;
  if (isPlain && address !== undefined && close !== undefined && node.type === "mdxJsxTextElement")
    replaceTags(node, "[", `](${/[\s()]/.test(address) ? `<${address}>` : address})`, at, () =>
      visitAll(node, context, at),
    );
  else if (close === undefined) at.replace(node, `${opening}</a>`);
  else if (!isInline) wrap(node, opening, "</a>", context, at);
  else
    replaceTags(node, opening, "</a>", at, () => {
      if (isHtml || beginsLine(at.source, open[0])) toHtml(childrenOf(node), at, context);
      else visitAll(node, context, at);
    });
}

function heading({ node, attributes, context, at }: Call): false | undefined {
  const { as = "h1", id, children: text } = attributes.props;
  const level = Number(/^h([1-6])$/.exec(String(as))?.[1] ?? 0);
  const [opening, anchor] = [`${"#".repeat(level)} `, typeof id === "string" ? ` {#${id}}` : ""];
  const { open, close } = tagRanges(node, at);
  const content = contentOf(node);
  const [first, last] = [content[0], content.at(-1)];
  // A block of one line, such as <Translate>, is a part of the heading, too.
  const isLine = (child: Nodes) => isPhrasing(child) || (isElement(child) && childrenOf(child).every(isPhrasing));
  if (level === 0 || !content.every(isLine) || !beginsLine(at.source, open[0])) return false;
  if (first === undefined && typeof text === "string") {
    // docgen would read it as the title of the page, and hide it with that.
    const isTitle = level === 1 && String(at.frontMatter.hide_title) === "true";
    const html = `<h1${attributesText({ id })}>${escapeText(text)}</h1>`;
    replaceBlock(node, isTitle ? html : opening + escapeMarkdown(text) + anchor, context, at);
  } else if (first === undefined || last === undefined || close === undefined) return false;
  else {
    at.edits.replace(open[0], rangeOf(first)[0], opening);
    visitAll(node, context, at);
    at.edits.replace(rangeOf(last)[1], close[1], anchor);
  }
  return undefined;
}

function themedImage({ node, attributes, at }: Call): false | undefined {
  const { sources, alt } = attributes.props;
  const { light, dark } = record(sources);
  const address = light ?? dark;
  if (address === undefined) return false;
  const imageFor = (value: unknown, className?: string) =>
    `<img${attributesText({ src: at.site.link(String(value)), alt: String(alt ?? ""), className })}>`;
  const isBoth = light !== undefined && dark !== undefined;
  at.note("changed", node, "replaced <ThemedImage> with an image for each color mode");
  at.replace(node, isBoth ? imageFor(light, "light-only") + imageFor(dark, "dark-only") : imageFor(address));
}

function picture({ node, attributes, at }: Call): false | undefined {
  const { img, src, alt } = attributes.props;
  const address = img ?? src;
  if (address === undefined) return false;
  const image = `![${escapeMarkdown(String(alt ?? ""))}](${at.site.link(String(address))})`;
  at.replace(node, image, "converted an image component to Markdown");
}

/** Matches `useCurrentSidebarCategory().items`: all pages of the category, as docgen lists them. */
const WHOLE_CATEGORY = /\bitems=\{\s*use(?:CurrentSidebarCategory|CurrentSidebarSiblings)\(\)(?:\??\.items)?\s*\}/;

const CARDS = "<DocCardList />";

/** Whether an item of a sidebar has an address and a label, which docgen needs for a card. */
export function isCard({ href, label }: Mapping): boolean {
  return typeof href === "string" && typeof label === "string";
}

/** A list item with the link and the description of a card. */
function cardItem({ href, label, description }: Mapping, separator: string, { site }: Rewriting): string {
  const text = typeof description === "string" ? separator + escapeMarkdown(description) : "";
  return `- [${escapeMarkdown(String(label))}](${site.link(String(href))})${text}`;
}

/** What a list of cards becomes: the cards that the page lists itself, or those of its category. */
function docCards(node: Element, { props }: Attributes, at: Rewriting): string {
  const source = at.source.slice(...rangeOf(node));
  const items = list(props.items);
  if (items.length > 0 && items.every(isCard)) {
    at.note("changed", node, "replaced the items of <DocCardList> with a list of cards");
    return `:::cards\n${items.map((item) => cardItem(item, " ", at)).join("\n")}\n:::`;
  }
  if (/\sitems=/.test(source) && !WHOLE_CATEGORY.test(source))
    at.note("hand", node, "<DocCardList>: items needs code at run time; all pages of the category are listed");
  else if (source !== CARDS)
    at.note("changed", node, "removed the attributes of <DocCardList>, which lists the pages of its category");
  return CARDS;
}
