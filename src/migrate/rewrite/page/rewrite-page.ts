import type { Nodes } from "mdast";
import { statementIn } from "../../../markdown/plugins/module-statement.ts";
import { lineAt } from "../../../shared/line-at.ts";
import type { Note } from "../../job.ts";
import { withClosedFences } from "../../read/mask-mdx.ts";
import { parseMdxPage } from "../../read/parse-mdx.ts";
import { type Bindings, bind, scopeOf } from "./bindings.ts";
import { dedent } from "./dedent.ts";
import { visitFence, visitLink } from "./fences-links.ts";
import { dropHeading, type MainTitle, pageHeadings, titleIn, visitHeading } from "./headings.ts";
import { hasMarkdown, prefixIn, separate, toHtml, unravel, visitParagraph } from "./markdown-in-html.ts";
import { childrenOf, isElement, isExpression, keyOf, rangeOf } from "./nodes.ts";
import { writeTabBlocks } from "./page-tabs.ts";
import { statementsOf } from "./part-code.ts";
import { asLaterMdx, unwrapped } from "./prepare-text.ts";
import { replaceWrappers, writePart } from "./rewrite-component.ts";
import { visitElement, withTitles } from "./rewrite-element.ts";
import { visitExpression } from "./rewrite-expression.ts";
import {
  Asset,
  createEdits,
  type Edits,
  type NodeContext,
  type PageInput,
  type Rewriting,
  type Surroundings,
  visitAll,
} from "./rewriting.ts";
import type { Binding, Scope } from "./scope.ts";
import { type VisibleContent, visibleContent } from "./visible-content.ts";

/** A page in docgen's form. */
export interface RewrittenPage {
  readonly text: string;
  readonly notes: Note[];
  readonly visible: VisibleContent;
  readonly title: MainTitle;
}

/**
 * Rewrites the text of a page. What needs code at run time becomes a component of the site; inside raw HTML, all of the
 * HTML does.
 *
 * @throws Error if it isn't MDX at all, or nested too deep
 */
export function rewritePage(input: PageInput): RewrittenPage {
  const { rewritten, incomplete } = rewrite(input, new Set());
  return incomplete.size === 0 ? rewritten : rewrite(input, incomplete).rewritten;
}

function rewrite(
  input: PageInput,
  asParts: Rewriting["asParts"],
): { readonly rewritten: RewrittenPage; readonly incomplete: Rewriting["incomplete"] } {
  const { text, isMdx, isMdx1, hasMath, firstLine, site } = input;
  const { text: fenced, fences, lineIn } = isMdx && isMdx1 ? asLaterMdx(text) : { text, fences: [], lineIn: Number };
  const closed = withClosedFences(fenced);
  const source = unwrapped(closed);
  const page = parseMdxPage(source, isMdx, hasMath, isMdx1);
  unravel(page.tree);
  const notes: Note[] = [];
  const note: Rewriting["note"] = (kind, where, message) => {
    const at = lineAt(source, typeof where === "number" ? where : rangeOf(where)[0]);
    notes.push({ line: firstLine - 1 + lineIn(at), kind, message });
  };
  const edits = createEdits(source);
  const bindings: Bindings = new Map(input.shared.bindings);
  const define = (name: string, value: unknown) => bindings.set(name, { kind: "value", value, isImported: false });
  if (input.props !== undefined) define("props", { children: "", ...input.props });
  define("frontMatter", input.frontMatter);
  const ofPage = modulesIn(page.tree).flatMap(({ data }) => (data?.estree ? statementsOf(data.estree, source) : []));
  const named = new Set(ofPage.flatMap(({ names }) => names));
  // What a page imports itself takes the place of what the site gives to every page.
  const ofSite = input.shared.statements.filter(({ names }) => !names.every((name) => named.has(name)));
  const at: Rewriting = {
    ...input,
    source,
    edits,
    page,
    bindings,
    scope: scopeIn(bindings, site),
    statements: [...ofSite, ...ofPage],
    asParts,
    incomplete: new Set(),
    became: new Map(),
    note,
    replace: (node, by, message) => {
      edits.replace(...rangeOf(node), by);
      if (message !== undefined) note("changed", node, message);
    },
    visit: (node, context) => visit(node, context, at),
  };
  for (const line of fences)
    notes.push({ line: firstLine - 1 + line, kind: "changed", message: "wrote indented code as a fence" });
  if (closed !== fenced) note("changed", 0, "closed fences where their admonitions end");
  if (source !== closed) note("changed", 0, "removed mdx-code-block fences");
  for (const { offset, message, shown, tag } of page.faults)
    if (tag !== "") {
      const isClosed = closeVerbatim(tag, offset, edits, source);
      if (isClosed) note("hand", offset, `closed ${tag} at the end of its block: check that it ends there`);
      else note("changed", offset, `kept ${tag}, which MDX can't parse, as HTML: ${message}`);
    } else if (/^<\/?[A-Z]/.test(source.slice(offset, offset + 3))) {
      const [, name = ""] = /^<\/?(\w+)/.exec(source.slice(offset)) ?? [];
      edits.replace(offset, offset + 1, "&lt;");
      // Other names are types in prose.
      const isComponent = new RegExp(`^import\\b[^;]*?\\b${name}\\b`, "m").test(source);
      const kind = isMdx1 && !isComponent ? "changed" : "hand";
      note(kind, offset, `the tag is shown as text, because MDX can't parse it: ${message}`);
    } else if (shown !== "") note("changed", offset, `is not valid MDX and is kept as text: ${message}`);
  visitModules(at);
  replaceWrappers(page.tree, at);
  for (const { offset, line, closing } of page.unclosed) {
    edits.replace(offset, offset, `${source.slice(0, offset).endsWith("\n") ? "" : "\n"}\n${closing}\n`);
    notes.push({ line: firstLine - 1 + line, kind: "changed", message: "closed an admonition" });
  }
  for (const [start, end] of page.doubled) {
    edits.replace(start, start + 1, "");
    edits.replace(end - 1, end, "");
    note("changed", start, "replaced $$ around an inline formula with $");
  }
  if (input.isPost) dropHeading(at);
  const headings = pageHeadings(at).map(({ text: value, id, depth: level }) => ({ value, id, level }));
  const [first] = headings;
  if (!bindings.has("contentTitle")) define("contentTitle", first?.level === 1 ? first.value : undefined);
  const toc = headings.filter(({ level }) => level > 1);
  if (!bindings.has("toc")) define("toc", toc);
  const moved = dedent(at);
  if (moved !== undefined) note("changed", moved, "removed indentation that docgen would read as a code block");
  if (site.tabBlocks !== undefined) writeTabBlocks(page.tree, site.tabBlocks, at);
  visitAll(page.tree, { prefix: "" }, at);
  separate(page.tree, { prefix: "" }, at);
  const visible = visibleContent(at, firstLine);
  const result = edits.result();
  const rewritten = {
    text: result === source ? result : result.replace(/^\n{2,}/, "\n").replace(/\n{3,}$/, "\n"),
    notes,
    visible,
    title: titleIn(page),
  };
  return { rewritten, incomplete: at.incomplete };
}

/** Closes an element that would make code of the rest of the page, at the end of its block. @returns whether it is one */
function closeVerbatim(tag: string, offset: number, edits: Edits, source: string): boolean {
  const name = /^<(pre|script|style|textarea)\b/.exec(tag)?.[1];
  if (name === undefined) return false;
  const end = offset + (/\n[ \t]*\n|\n?$/.exec(source.slice(offset))?.index ?? 0);
  if (source.slice(offset, end).includes(`</${name}>`)) return false;
  edits.replace(end, end, `</${name}>`);
  return true;
}

/** The imports and exports of a page, also those inside elements. */
function modulesIn(node: Nodes): Extract<Nodes, { type: "mdxjsEsm" }>[] {
  return node.type === "mdxjsEsm" ? [node] : childrenOf(node).flatMap(modulesIn);
}

/** The scope of a page: files have their addresses or texts as values, also those that `require` names. */
function scopeIn(bindings: Bindings, site: Surroundings): Scope {
  const plain = scopeOf(bindings);
  const fileValue = ({ path, isText }: Extract<Binding, { kind: "partial" | "asset" }>) =>
    isText === true ? site.textOf(path) : site.address(path);
  return {
    ...plain,
    name: (name) => {
      const binding = bindings.get(name);
      return binding?.kind === "asset" ? { value: fileValue(binding) } : plain.name(name);
    },
    call: (name, values) => {
      const [first] = values;
      const binding = bindings.get(name);
      if (name === "require" && typeof first === "string") {
        const imported = site.resolve(first, "*");
        return imported.kind === "asset" ? { value: new Asset(fileValue(imported)) } : undefined;
      }
      if (binding?.kind !== "theme" || binding.name !== "useBaseUrl" || typeof first !== "string")
        return plain.call(name, values);
      return { value: /^(?:\/|[a-z]+:)/.test(first) ? first : `/${first}` };
    },
  };
}

/** Reads imports and exports, and removes them from the page. */
function visitModules({ source, edits, page, bindings, scope, site, note }: Rewriting): void {
  for (const node of modulesIn(page.tree)) {
    const [start, end] = rangeOf(node);
    if (node.data?.estree) bind(node.data.estree, bindings, scope, site.resolve);
    for (const statement of node.data?.estree?.body ?? []) {
      const isBare = statement.type === "ImportDeclaration" && statement.specifiers.length === 0;
      if (isBare && !site.addSheet(String(statement.source.value)))
        note("hand", start, `removed the import of ${statement.source.raw}, which docgen doesn't run`);
    }
    for (const { index } of source.slice(start, end).matchAll(/^export\s+(?:default|\*)/gm))
      note("hand", start + index, "removed an export, which docgen can't run");
    const behind = /^\n+/.exec(source.slice(end))?.[0].length ?? 0;
    edits.replace(start, end + behind, "");
    note("changed", start, "removed imports and exports");
  }
}

function visit(node: Nodes, context: NodeContext, at: Rewriting): void {
  const isPart = at.asParts.has(keyOf(node)) && (isElement(node) || node.type === "paragraph");
  if (isPart && writePart(node, context, at)) return;
  if (isElement(node)) visitElement(node, context, at);
  else if (isExpression(node)) visitExpression(node, context, at);
  else if (node.type === "paragraph") {
    escapeStatement(node, at);
    const isHtml = visitParagraph(node, at);
    const inside = isHtml ? { ...context, html: context.html ?? node } : context;
    if (isHtml && hasMarkdown(node.children, at)) toHtml(node.children, at, inside);
    else visitAll(node, inside, at);
  } else if (node.type === "blockquote" || node.type === "listItem")
    visitAll(node, { ...context, prefix: prefixIn(node, context, at) }, at);
  else if (node.type === "html") {
    // Browsers hide the tags of unknown elements, docgen shows them as text.
    const text = withTitles(node.value.replace(/<\/?[A-Z][\w.]*(?:\s[^<>]*)?>/g, ""));
    if (text !== node.value) at.replace(node, text);
  } else {
    if (node.type === "link" || node.type === "image" || node.type === "definition") visitLink(node, at);
    if (node.type === "code") visitFence(node, context, at);
    visitAll(node, node.type === "tableCell" ? { ...context, isCell: true } : context, at);
    const isEmptied =
      childrenOf(node).length > 0 && childrenOf(node).every((child) => at.edits.removes(...rangeOf(child)));
    if (node.type === "heading" && !isEmptied) visitHeading(node, at);
    // Its delimiters alone would be text, and a link without a text an error.
    if (isEmptied && node.type === "link") at.replace(node, `<${at.site.link(node.url)}>`);
    else if (isEmptied && /^(?:strong|emphasis|delete|heading)$/.test(node.type)) at.replace(node, "");
  }
}

/** Escapes text that docgen would read as an import or export. */
function escapeStatement(node: Nodes, { source, edits }: Rewriting): void {
  const [start, end] = rangeOf(node);
  if (statementIn(source.slice(start, end).split("\n")) !== undefined)
    edits.replace(start, start + 1, `&#${source.charCodeAt(start)};`);
}
