import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import matter from "gray-matter";
import MarkdownIt, { type Token } from "markdown-it";
import { type FenceMeta, parseFenceMeta } from "../../src/markdown/fence-meta.ts";
import { PROJECT } from "../helpers/docgen.ts";

/** A piece of a page, with the headings that it stands under, the page's title not among them. */
interface Piece {
  readonly line: number;
  readonly under: readonly string[];
}

export interface Heading extends Piece {
  readonly level: number;
  readonly text: string;
}

export interface Fence extends Piece, FenceMeta {
  readonly code: string;
}

/** Inline code, in a sentence or in a table. */
export interface Code extends Piece {
  readonly text: string;
}

/** A link, or a picture with its alternative text. */
export interface Link extends Piece {
  readonly text: string;
  readonly href: string;
}

export interface Table extends Piece {
  readonly head: readonly string[];
  /** Inline code of the cells of each row. */
  readonly codes: readonly (readonly (readonly string[])[])[];
}

/** A Markdown page of the site as its author wrote it. */
export interface Page {
  /** From the project's folder, forward slashes. */
  readonly path: string;
  readonly route: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly headings: readonly Heading[];
  readonly fences: readonly Fence[];
  readonly codes: readonly Code[];
  readonly links: readonly Link[];
  readonly images: readonly Link[];
  readonly tables: readonly Table[];
}

const markdown = new MarkdownIt({ html: true });

/** All Markdown pages of the docs and beside them, in the order of their paths. */
export function readPages(): Page[] {
  return ["content/docs", "content/pages"].flatMap((folder) => {
    const names = readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" });
    const pages = names.map((name) => name.replaceAll("\\", "/")).filter((name) => /(^|\/)[^_/][^/]*\.md$/.test(name));
    return pages.sort().map((name) => readPage(folder, name));
  });
}

function readPage(folder: string, name: string): Page {
  const path = `${folder}/${name}`;
  const source = readFileSync(join(PROJECT, path), "utf8");
  const { content, data } = matter(source);
  const firstLine = source.slice(0, source.lastIndexOf(content)).split("\n").length;
  const base = folder === "content/docs" ? "/docs/" : "/";
  const fromPath = base + name.replace(/(^|\/)\d+[-_. ]+/g, "$1").replace(/(^|\/)index\.md$|\.md$/, "$1");
  const route = typeof data.slug === "string" ? base.slice(0, -1) + data.slug : fromPath;
  return { path, route, data, body: content, ...takeApart(markdown.parse(content, {}), firstLine) };
}

/** Takes a list of tokens apart. @param firstLine of the first of them in its file */
function takeApart(tokens: readonly Token[], firstLine: number) {
  const headings: Heading[] = [];
  const fences: Fence[] = [];
  const codes: Code[] = [];
  const links: Link[] = [];
  const images: Link[] = [];
  const tables: { line: number; under: string[]; head: string[]; codes: string[][][] }[] = [];
  let open: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    const piece = { line: firstLine + (token.map?.[0] ?? 0), under: open.map(({ text }) => text) };
    const inline = tokens[index + 1]?.children ?? [];
    if (token.type === "heading_open") {
      const level = Number(token.tag.slice(1));
      const text = textOf(inline).replace(/\s*\{#[^}]*\}$/, "");
      open = open.filter((heading) => heading.level < level);
      headings.push({ ...piece, under: open.map((heading) => heading.text), level, text });
      open.push({ ...piece, level, text });
    } else if (token.type === "fence") {
      fences.push({ ...piece, ...parseFenceMeta(token.info), code: token.content });
    } else if (token.type === "table_open") tables.push({ ...piece, head: [], codes: [] });
    else if (token.type === "tr_open") tables.at(-1)?.codes.push([]);
    else if (token.type === "th_open") tables.at(-1)?.head.push(textOf(inline));
    else if (token.type === "td_open") tables.at(-1)?.codes.at(-1)?.push(codesOf(inline));
    else if (token.type === "inline") {
      const children = token.children ?? [];
      codes.push(...codesOf(children).map((text) => ({ ...piece, text })));
      for (const [at, child] of children.entries()) {
        if (child.type === "image") images.push({ ...piece, text: child.content, href: String(child.attrGet("src")) });
        if (child.type !== "link_open") continue;
        const end = children.findIndex((other, place) => place > at && other.type === "link_close");
        links.push({ ...piece, text: textOf(children.slice(at, end)), href: String(child.attrGet("href")) });
      }
    }
  }
  return {
    headings,
    fences,
    codes,
    links,
    images,
    tables: tables.map((table) => ({ ...table, codes: table.codes.slice(1) })),
  };
}

function textOf(inline: readonly Token[]): string {
  return inline
    .map(({ content }) => content)
    .join("")
    .trim();
}

function codesOf(inline: readonly Token[]): string[] {
  return inline.filter(({ type }) => type === "code_inline").map(({ content }) => content);
}
