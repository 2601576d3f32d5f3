import Slugger from "github-slugger";
import type { Nodes } from "mdast";
import { toString as textIn } from "mdast-util-to-string";
import { record } from "./docusaurus.ts";
import { escapeAttribute, escapeMarkdown, escapeText } from "./html.ts";
import { ADMONITIONS } from "./parse-page.ts";
import { isPhrasing, toHtml } from "./raw-html.ts";
import { beginsLine, isComment, valueText } from "./rewrite-expression.ts";
import {
  Asset,
  type Element,
  isExpression,
  type Parent,
  type Place,
  type Rewriting,
  rangeOf,
  visitAll,
} from "./rewriting.ts";
import {
  type Attributes,
  codeText,
  elementText,
  fenced,
  leaveOut,
  replaceBlock,
  tagsOf,
  unwrap,
  wrap,
  writeComponent,
} from "./tags.ts";

interface Call {
  readonly node: Element;
  readonly attributes: Attributes;
  readonly place: Place;
  readonly at: Rewriting;
}

/** Components of Docusaurus, and what each is to docgen. */
export const COMPONENTS: Readonly<Record<string, (call: Call) => void>> = {
  Tabs: tabs,
  TabItem: tabItem,
  CodeBlock: codeBlock,
  Admonition: admonition,
  Details: details,
  DocCardList: (call) => block(call, "<DocCardList />", "<DocCardList> lists the pages of its category"),
  DocCard: docCard,
  TOCInline: contents,
  Link: link,
  Translate: (call) => unwrap(call.node, call.place, call.at),
  Head: head,
  Heading: heading,
  ThemedImage: themedImage,
  Image: picture,
  IdealImage: picture,
  BrowserOnly: ({ node, place, at }) => leaveOut(node, "BrowserOnly", place, at),
};

function block({ node, place, at }: Call, text: string, message: string): void {
  if (at.source.slice(...rangeOf(node)) !== text) at.note("changed", rangeOf(node)[0], message);
  replaceBlock(node, text, place, at);
}

function tabs({ node, attributes, place, at }: Call): void {
  const { values, ...props } = attributes.props;
  const labels = new Map<string, string>();
  let chosen: unknown;
  for (const one of Array.isArray(values) ? (values as unknown[]) : []) {
    const { value, label, default: isChosen } = (one ?? {}) as Record<string, unknown>;
    labels.set(String(value), String(label ?? value));
    if (isChosen === true) chosen = value;
  }
  if (attributes.unknown.includes("values"))
    at.note("hand", rangeOf(node)[0], "<Tabs>: the labels of its values need a program; give each <TabItem> a label");
  const kept = pick(props, ["groupId", "defaultValue", "queryString", "label"]);
  const own = chosen === undefined || "defaultValue" in kept ? kept : { ...kept, defaultValue: chosen };
  if (Object.keys(own).length !== node.attributes.length)
    at.note("changed", rangeOf(node)[0], "<Tabs> has what docgen reads of it");
  writeComponent(node, "Tabs", own, { ...place, labels }, at);
}

function tabItem({ node, attributes, place, at }: Call): void {
  const kept = pick(attributes.props, ["value", "label", "default"]);
  const label = place.labels?.get(String(kept.value));
  const own = kept.label === undefined && label !== undefined ? { ...kept, label } : kept;
  writeComponent(node, "TabItem", own, { prefix: place.prefix }, at);
}

function codeBlock({ node, attributes, place, at }: Call): void {
  const code =
    codeText(node, at) ?? (typeof attributes.props.children === "string" ? attributes.props.children : undefined);
  const raw = rawImport(node, at);
  const { language, title, className, showLineNumbers, metastring } = attributes.props;
  const own =
    typeof language === "string"
      ? language
      : typeof className === "string"
        ? /\blanguage-(\S+)/.exec(className)?.[1]
        : undefined;
  const info = [
    own ?? "text",
    typeof title === "string" ? `title="${title.replaceAll('"', "'")}"` : "",
    showLineNumbers === true ? "showLineNumbers" : "",
    typeof metastring === "string" ? metastring : "",
  ].filter((part) => part !== "");
  if (raw !== undefined) {
    block({ node, attributes, place, at }, `<<< ${raw} ${info.join(" ")}`, "<CodeBlock> of a file is an include");
    return;
  }
  if (code === undefined) {
    at.note("hand", rangeOf(node)[0], "<CodeBlock> is left out: what it shows needs a program");
    replaceBlock(node, "<!-- <CodeBlock> is left out by docgen migrate -->", place, at);
    return;
  }
  block({ node, attributes, place, at }, fenced(code, info.join(" ")), "<CodeBlock> is a fence");
}

/** `<CodeBlock>{Source}</CodeBlock>` with `import Source from '!!raw-loader!./a.js'`. */
export function rawImport(node: Element, at: Rewriting): string | undefined {
  const [only] = (node.children as Nodes[]).filter((child) => !(child.type === "text" && child.value.trim() === ""));
  const name = isExpression(only) ? only.value.trim() : "";
  const binding = at.bindings.get(name);
  return binding?.kind === "asset" ? at.site.address(binding.path) : undefined;
}

function admonition({ node, attributes, place, at }: Call): void {
  const { type = "note", title } = attributes.props;
  const kind = ADMONITIONS.includes(String(type)) ? String(type) : "info";
  const depth = at.source.slice(...rangeOf(node)).match(/:::+|<Admonition/g)?.length ?? 1;
  const colons = ":".repeat(2 + Math.min(depth, 8));
  at.note(
    "changed",
    rangeOf(node)[0],
    `<Admonition> is written with colons${"icon" in attributes.props ? "; its icon is that of its kind" : ""}`,
  );
  const heading = typeof title === "string" ? escapeMarkdown(title) : elementText(node, "title", at);
  if (attributes.unknown.includes("title") && heading === undefined)
    at.note("hand", rangeOf(node)[0], "the title of <Admonition> is left out: write it behind the kind");
  wrap(node, `${colons}${kind}${heading === undefined ? "" : ` ${heading}`}`, colons, place, at);
}

function details({ node, attributes, place, at }: Call): void {
  const { summary } = attributes.props;
  const own = typeof summary === "string" ? escapeText(summary) : elementText(node, "summary", at);
  const text = own === undefined ? "" : `\n${/^<summary\b/.test(own) ? own : `<summary>${own}</summary>`}`;
  if (attributes.unknown.includes("summary") && own === undefined)
    at.note("hand", rangeOf(node)[0], "the summary of <Details> is left out: write <summary>");
  wrap(node, `<details>${text.replaceAll("\n", `\n${place.prefix}`)}`, "</details>", place, at);
}

function docCard({ node, attributes, place, at }: Call): void {
  const { item } = attributes.props;
  const { href, label, description } = (item ?? {}) as Record<string, unknown>;
  if (typeof href !== "string" || typeof label !== "string") {
    leaveOut(node, "DocCard", place, at);
    return;
  }
  const text = `- [${escapeMarkdown(label)}](${at.site.link(href)})${typeof description === "string" ? `: ${escapeMarkdown(description)}` : ""}`;
  block({ node, attributes, place, at }, text, "<DocCard> is a link");
}

/** `<TOCInline toc={toc} />` → a list of links as it is now. */
function contents({ node, attributes, place, at }: Call): void {
  if (attributes.unknown.includes("toc"))
    at.note("hand", rangeOf(node)[0], "<TOCInline> lists all headings: which it shows needs a program");
  const items = contentsOf(at, attributes.props);
  const least = Math.min(...items.map(({ depth }) => depth));
  const list = items.map(({ depth, html, id }) => `${"  ".repeat(depth - least)}- [${html}](#${id})`);
  block({ node, attributes, place, at }, list.join("\n"), "<TOCInline> is a list of links to the headings of now");
}

/** The headings that `<TOCInline>` lists. */
export function contentsOf(at: Rewriting, props: Readonly<Record<string, unknown>>): Identified[] {
  const { toc, minHeadingLevel, maxHeadingLevel } = props;
  const ids = Array.isArray(toc) ? (toc as unknown[]).map((one) => record(one).id) : undefined;
  const [min, max] = [Number(minHeadingLevel ?? 2), Number(maxHeadingLevel ?? 3)];
  return identified(at).filter(
    ({ depth, id }) => depth >= min && depth <= max && (ids === undefined || ids.includes(id)),
  );
}

export interface Identified {
  readonly depth: number;
  /** Its text, as the id is made of it. */
  readonly text: string;
  /** Its text in Markdown, with code and emphasis. */
  readonly html: string;
  readonly id: string;
  readonly line: number;
}

/** The headings of a page with their ids. */
export function identified(at: Rewriting): Identified[] {
  const slugger = new Slugger();
  return headingsOf(at).map((heading) => ({ ...heading, id: heading.id ?? slugger.slug(heading.text) }));
}

/** Text in a line of Markdown: code, emphasis, and values of expressions that are known. */
function labelOf(node: Nodes, at: Rewriting): string {
  const inner = () =>
    "children" in node ? (node.children as Nodes[]).map((child) => labelOf(child, at)).join("") : "";
  switch (node.type) {
    case "text":
      return escapeMarkdown(node.value);
    case "inlineCode":
      return at.source.slice(...rangeOf(node));
    case "emphasis":
      return `*${inner()}*`;
    case "strong":
      return `**${inner()}**`;
    case "mdxTextExpression":
      return isComment(node) ? "" : (valueText(node, at) ?? "");
    default:
      return inner();
  }
}

function headingsOf(at: Rewriting): (Omit<Identified, "id"> & { readonly id: string | undefined })[] {
  const { page } = at;
  const found: (Omit<Identified, "id"> & { readonly id: string | undefined })[] = [];
  const search = (node: Nodes) => {
    const line = node.position?.start.line ?? 0;
    if (node.type === "heading" && !page.admonitions.has(line)) {
      const { depth } = node;
      const html = labelOf(node, at).trim();
      found.push({ depth, text: textIn(node).trim(), html, id: page.headingIds.get(line)?.id, line });
    } else if ("children" in node) for (const child of node.children as Nodes[]) search(child);
  };
  search(page.tree);
  return found;
}

function link({ node, attributes, place, at }: Call): void {
  const { to, href, className, ...rest } = attributes.props;
  const target = to ?? href;
  const { open, close } = tagsOf(node, at);
  if (typeof target !== "string" && !(target instanceof Asset)) {
    leaveOut(node, "Link", place, at);
    return;
  }
  const address = at.site.link(String(target));
  at.note("changed", open[0], "<Link> is a link");
  const children = node.children as Nodes[];
  const isPlain = className === undefined && Object.keys(rest).length === 0 && children.every(isPhrasing);
  if (isPlain && close !== undefined && node.type === "mdxJsxTextElement") {
    at.edits.replace(...open, "[");
    visitAll(node as Parent, place, at);
    at.edits.replace(...close, `](${/[\s()]/.test(address) ? `<${address}>` : address})`);
    return;
  }
  const kind = typeof className === "string" ? ` class="${escapeAttribute(className)}"` : "";
  const opening = `<a${kind} href="${escapeAttribute(address)}">`;
  if (close === undefined) {
    at.edits.replace(...open, `${opening}</a>`);
    return;
  }
  if (!children.every(isPhrasing)) {
    wrap(node, opening, "</a>", place, at);
    return;
  }
  at.edits.replace(...open, opening);
  if (beginsLine(at.source, open[0])) toHtml(children, at, place);
  else visitAll(node as Parent, place, at);
  at.edits.replace(...close, "</a>");
}

function head({ node, at, place }: Call): void {
  const { open, close } = tagsOf(node, at);
  at.edits.replace(...open, "<head>");
  visitAll(node as Parent, place, at);
  if (close !== undefined) at.edits.replace(...close, "</head>");
}

function heading({ node, attributes, place, at }: Call): void {
  const { as = "h1", id } = attributes.props;
  const level = Number(/^h([1-6])$/.exec(String(as))?.[1] ?? 0);
  const { open, close } = tagsOf(node, at);
  const isInline = (node.children as Nodes[]).every(isPhrasing);
  if (level === 0 || close === undefined || !isInline || !beginsLine(at.source, open[0])) {
    leaveOut(node, "Heading", place, at);
    return;
  }
  at.edits.replace(open[0], rangeOf((node.children as Nodes[])[0] ?? node)[0], `${"#".repeat(level)} `);
  visitAll(node as Parent, place, at);
  at.edits.replace(...close, typeof id === "string" ? ` {#${id}}` : "");
}

function themedImage({ node, attributes, place, at }: Call): void {
  const { sources, alt } = attributes.props;
  const { light, dark } = (sources ?? {}) as Record<string, unknown>;
  const address = light ?? dark;
  if (address === undefined) {
    leaveOut(node, "ThemedImage", place, at);
    return;
  }
  const imageFor = (value: unknown, mode: string) =>
    value === undefined
      ? ""
      : `<img src="${escapeAttribute(at.site.link(String(value)))}" alt="${escapeAttribute(String(alt ?? ""))}"${mode}>`;
  const isBoth = light !== undefined && dark !== undefined;
  at.note("changed", rangeOf(node)[0], "<ThemedImage> is a picture for each of the modes");
  at.edits.replace(
    ...rangeOf(node),
    isBoth ? imageFor(light, ' class="light-only"') + imageFor(dark, ' class="dark-only"') : imageFor(address, ""),
  );
}

function picture({ node, attributes, place, at }: Call): void {
  const { img, src, alt } = attributes.props;
  const address = img ?? src;
  if (address === undefined) {
    leaveOut(node, node.name ?? "Image", place, at);
    return;
  }
  at.note("changed", rangeOf(node)[0], "a picture is written as in Markdown");
  at.edits.replace(...rangeOf(node), `![${escapeMarkdown(String(alt ?? ""))}](${at.site.link(String(address))})`);
}

function pick(props: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (props[name] === undefined || props[name] === null ? [] : [[name, props[name]]])),
  );
}
