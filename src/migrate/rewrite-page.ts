import type { Program } from "estree";
import type { Nodes } from "mdast";
import { takeStatements } from "../markdown/moved-over.ts";
import { type Bindings, bind, classNames } from "./bindings.ts";
import { identified } from "./components.ts";
import { dedent } from "./dedent.ts";
import { createEdits } from "./edits.ts";
import type { Scope } from "./evaluate.ts";
import { type Block, blocksOf } from "./islands.ts";
import { type ParsedPage, parsePage } from "./parse-page.ts";
import { prefixIn, separate, toHtml, unravel, visitParagraph } from "./raw-html.ts";
import { type Reading, readingOf } from "./reading.ts";
import { isComment, visitExpression } from "./rewrite-expression.ts";
import { visitElement } from "./rewrite-jsx.ts";
import {
  Asset,
  type Note,
  type PageInput,
  type Parent,
  type Place,
  type Rewriting,
  rangeOf,
  type Surroundings,
  visitAll,
} from "./rewriting.ts";
import { replaceBlock } from "./tags.ts";

export interface RewrittenPage {
  readonly text: string;
  readonly notes: Note[];
  readonly reading: Reading;
  /** Whether its first heading is one of the first level, and stands above all else or not. */
  readonly title: "leading" | "inner" | "none";
}

/**
 * Rewrites the text of a page. Blocks that need a program become components of the site, where they hold no Markdown.
 *
 * @throws Error where it is no MDX at all, or nested too deep
 */
export function rewritePage(input: PageInput): RewrittenPage {
  const { made, blocks } = rewrite(input, new Map());
  const withProgram = blocks.filter(({ first, last }) =>
    made.notes.some(({ kind, line }) => kind === "hand" && line >= first && line <= last),
  );
  const islands = withProgram.flatMap(({ offset, code }) => {
    const tag = code === undefined ? undefined : input.site.island(code);
    return tag === undefined ? [] : [[offset, tag] as const];
  });
  return islands.length === 0 ? made : rewrite(input, new Map(islands)).made;
}

function rewrite(
  input: PageInput,
  islands: Rewriting["islands"],
): { readonly made: RewrittenPage; readonly blocks: readonly Block[] } {
  const source = unwrapped(input.text);
  const page = parsePage(source, input.isMdx, input.hasMath);
  unravel(page.tree);
  const notes: Note[] = [];
  const lineOf = lineFinder(source);
  const note: Rewriting["note"] = (kind, offset, message) => {
    const line = input.firstLine + lineOf(offset);
    if (!notes.some((one) => one.line === line && one.message === message)) notes.push({ line, kind, message });
  };
  const bindings: Bindings = new Map();
  if (input.props !== undefined) bindings.set("props", { kind: "value", value: input.props, isImported: false });
  bindings.set("frontMatter", { kind: "value", value: input.frontMatter, isImported: false });
  const { site } = input;
  const rewriting: Rewriting = {
    source,
    edits: createEdits(source),
    page,
    bindings,
    scope: scopeIn(bindings, site),
    site,
    frontMatter: input.frontMatter,
    islands,
    note,
    visit: (node, place) => visit(node, place, rewriting),
  };
  if (source !== input.text) note("changed", 0, "fences of mdx-code-block are taken away");
  for (const { offset, message, shown } of page.faults)
    if (shown !== "") note("changed", offset, `is no MDX, and text to docgen: ${message}`);
  visitModules(rewriting);
  for (const [start, end] of page.doubled) {
    rewriting.edits.replace(start, start + 1, "");
    rewriting.edits.replace(end - 1, end, "");
    note("changed", start, "a formula in a line stands between single dollar signs");
  }
  if (input.isPost) dropHeading(rewriting);
  if (!bindings.has("toc")) {
    const toc = identified(rewriting).filter(({ depth }) => depth > 1);
    const value = toc.map(({ text, id, depth }) => ({ value: text, id, level: depth }));
    bindings.set("toc", { kind: "value", value, isImported: false });
  }
  const reading = readingOf(rewriting, input.firstLine);
  const moved = dedent(rewriting, page.tree);
  if (moved !== undefined)
    note("changed", moved, "indented content is moved to the margin, as docgen reads it as code");
  visitAll(page.tree, { prefix: "" }, rewriting);
  separate(page.tree, { prefix: "" }, rewriting);
  const text = rewriting.edits.slice(0, source.length);
  const made = {
    text: text === source ? text : text.replace(/^\n{2,}/, "\n").replace(/\n{3,}$/, "\n"),
    notes,
    reading,
    title: titleIn(page),
  };
  return { made, blocks: blocksOf(rewriting, input.firstLine) };
}

/** The first heading of a page, if it is one of the first level, and what it stands in. */
function mainHeading({
  tree,
  admonitions,
}: ParsedPage): { readonly heading: Nodes; readonly parent: Parent } | undefined {
  const search = (parent: Parent): { readonly heading: Nodes; readonly parent: Parent } | undefined => {
    for (const node of parent.children as Nodes[]) {
      if (
        node.type === "thematicBreak" ||
        (node.type === "heading" && !admonitions.has(node.position?.start.line ?? 0))
      )
        return { heading: node, parent };
      const found = "children" in node ? search(node) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = search(tree);
  return found?.heading.type === "heading" && found.heading.depth === 1 ? found : undefined;
}

function titleIn(page: ParsedPage): RewrittenPage["title"] {
  const main = mainHeading(page);
  if (main === undefined) return "none";
  const isUnseen = (node: Nodes) => node.type === "mdxjsEsm" || (node.type === "mdxFlowExpression" && isComment(node));
  return page.tree.children.find((node) => !isUnseen(node)) === main.heading ? "leading" : "inner";
}

/** Takes the heading out that Docusaurus does not show in a post. */
function dropHeading({ page, edits, note, frontMatter }: Rewriting): void {
  const main = mainHeading(page);
  if (main === undefined || (titleIn(page) === "leading" && frontMatter.title === undefined)) return;
  const { heading, parent } = main;
  parent.children.splice(parent.children.indexOf(heading as never), 1);
  edits.replace(...rangeOf(heading), "");
  note("changed", rangeOf(heading)[0], "the heading is left out: Docusaurus shows none of the first level in a post");
}

/** Lines of ```` ```mdx-code-block ```` fences, which only hide MDX from translators, become empty. */
function unwrapped(text: string): string {
  return text.replace(/^([ \t]*)(`{3,}|~{3,})mdx-code-block[^\n]*\n([\s\S]*?)\n[ \t]*\2[ \t]*$/gm, "$1\n$3\n");
}

function lineFinder(source: string): (offset: number) => number {
  return (offset) => {
    let line = 0;
    for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) line += 1;
    return line;
  };
}

function scopeIn(bindings: Bindings, site: Surroundings): Scope {
  return {
    name: (name) => {
      const binding = bindings.get(name);
      if (binding?.kind === "value") return { value: binding.value };
      return binding?.kind === "asset" ? { value: site.address(binding.path) } : undefined;
    },
    call: (name, values) => {
      const [first] = values;
      if (name === "require" && typeof first === "string") {
        const imported = site.resolve(first);
        return imported.kind === "asset" ? { value: new Asset(site.address(imported.path)) } : undefined;
      }
      const binding = bindings.get(name);
      const classes = classNames(binding, values);
      if (classes !== undefined) return classes;
      const isUrl = binding?.kind === "theme" && binding.name === "useBaseUrl";
      return isUrl && typeof first === "string"
        ? { value: first.startsWith("/") || /^[a-z]+:/.test(first) ? first : `/${first}` }
        : undefined;
    },
  };
}

/** Reads imports and exports, and takes them out of the page. */
function visitModules({ source, edits, page, bindings, scope, site, note }: Rewriting): void {
  for (const node of page.tree.children) {
    if (node.type !== "mdxjsEsm") continue;
    const program = node.data?.estree as Program | undefined;
    const [start, end] = rangeOf(node);
    if (program !== undefined) bind(program, bindings, scope, site.resolve);
    for (const match of source.slice(start, end).matchAll(/^export\s+(?:default|\*)/gm)) {
      note("hand", start + match.index, "an export that docgen cannot run is left out");
    }
    const behind = /^\n+/.exec(source.slice(end))?.[0].length ?? 0;
    edits.replace(start, end + behind, "");
    note("changed", start, "imports and exports are taken out");
  }
}

function visit(node: Nodes, place: Place, at: Rewriting): void {
  const island = at.islands.get(rangeOf(node)[0]);
  if (island !== undefined) {
    at.note("changed", rangeOf(node)[0], `is <${island}>, a component of the site with the code of the page`);
    replaceBlock(node, `<${island} />`, place, at);
    return;
  }
  switch (node.type) {
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      visitElement(node, place, at);
      return;
    case "mdxFlowExpression":
    case "mdxTextExpression":
      visitExpression(node, at);
      return;
    case "heading":
      visitHeading(node, place, at);
      return;
    case "paragraph":
      escapeStatement(node, at);
      if (visitParagraph(node, at)) {
        toHtml(node.children, at, place);
        return;
      }
      visitAll(node, place, at);
      return;
    case "link":
    case "image":
    case "definition":
      visitLink(node, place, at);
      return;
    case "code":
      visitFence(node, at);
      return;
    case "blockquote":
    case "listItem":
      visitAll(node, { ...place, prefix: prefixIn(node, place, at) }, at);
      return;
    case "html": {
      // A browser shows nothing of an unknown element, docgen its tags.
      const text = node.value.replace(/<\/?[A-Z][\w.]*(?:\s[^<>]*)?>/g, "");
      if (text !== node.value) at.edits.replace(...rangeOf(node), text);
      return;
    }
    case "mdxjsEsm":
      return;
    default:
      if ("children" in node) visitAll(node, place, at);
  }
}

/** Text that begins as docgen takes an import or export. */
function escapeStatement(node: Nodes, { source, edits }: Rewriting): void {
  const [start, end] = rangeOf(node);
  const lines = source.slice(start, end).split("\n");
  if (takeStatements(lines.map((text, line) => ({ path: "", line, text }))).statements.length > 0)
    edits.replace(start, start + 1, `&#${source.charCodeAt(start)};`);
}

/** Whether a heading holds what is shown as something else: an expression, the name of an emoji. */
function isRead(node: Nodes): boolean {
  if (node.type === "mdxTextExpression" || (node.type === "text" && /:[a-z0-9_+-]+:/.test(node.value))) return true;
  return "children" in node && (node.children as Nodes[]).some(isRead);
}

function visitHeading(node: Extract<Nodes, { type: "heading" }>, place: Place, at: Rewriting): void {
  const { page, edits, source } = at;
  const line = node.position?.start.line ?? 0;
  const mark = page.headingIds.get(line);
  if (mark !== undefined) {
    const text = `{#${mark.id}}`;
    if (source.slice(mark.start, mark.end) !== text) edits.replace(mark.start, mark.end, text);
  } else if (isRead(node) && !page.admonitions.has(line) && !at.bindings.has("props")) {
    // Docusaurus makes the id of what stands in the braces and between the colons, docgen of what it shows.
    const id = identified(at).find((heading) => heading.line === line)?.id;
    const last = node.children.at(-1);
    if (id !== undefined && last !== undefined) edits.replace(rangeOf(last)[1], rangeOf(last)[1], ` {#${id}}`);
  }
  visitAll(node, place, at);
}

function visitLink(node: Extract<Nodes, { type: "link" | "image" | "definition" }>, place: Place, at: Rewriting): void {
  const [start, end] = rangeOf(node);
  const own = at.source.slice(start, end);
  const url = at.site.link(node.url);
  if (url !== node.url) {
    const lastChild = node.type === "link" ? node.children.at(-1) : undefined;
    const from = lastChild === undefined ? 0 : rangeOf(lastChild)[1] - start;
    const found = own.indexOf(node.url, from);
    if (found >= 0) {
      at.edits.replace(start + found, start + found + node.url.length, url);
      at.note("changed", start, `the address ${node.url} is ${url}`);
    } else at.note("hand", start, `the address ${node.url} has to be ${url}`);
  }
  if (node.type === "link") visitAll(node, place, at);
}

function visitFence(node: Extract<Nodes, { type: "code" }>, at: Rewriting): void {
  const { edits, source, note } = at;
  const [start] = rangeOf(node);
  const end = source.indexOf("\n", start);
  const first = source.slice(start, end < 0 ? undefined : end);
  const info = /^(`{3,}|~{3,})(.*)$/.exec(first);
  const [, mark = "", text = ""] = info ?? [];
  if (info === null) return;
  // ```title="a.js": a fence without a language.
  if (/^\s*(?:title=|\{|showLineNumbers)/.test(text)) {
    edits.replace(start + mark.length, start + mark.length, "text ");
    note("changed", start, "a fence with a title needs a language");
  }
  if (/\sreference(?:\s|$)/.test(text))
    note("hand", start, "code of a file elsewhere (reference): include it by <<<, or write it here");
}
