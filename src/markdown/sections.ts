import type { Env, MarkdownIt, Token } from "markdown-it";
import { shownTexts, visibleText } from "../shared/html-parts.ts";
import { truncate } from "../shared/text.ts";
import { inlineMarkdown } from "./copy-inline.ts";
import type { CompiledDocument, Section, TocEntry } from "./document.ts";
import { attribute, type ComponentProps } from "./env.ts";
import { parseFenceMeta, versionMarks } from "./fence-meta.ts";
import { plainText, withoutBadges, withoutComponents, withoutLinks } from "./inline.ts";
import { listedNames, optionRow } from "./plugins/api-components.ts";
import { isPermalink } from "./plugins/heading-id.ts";

/** Lowest heading level that begins a section. */
const MAX_LEVEL = 3;

/** Level of sections made from rows of options: below all headings that begin a section. */
const ROW_LEVEL = MAX_LEVEL + 1;

/** A section whose texts are collected; `captions` are those of code, and labels of tabs. */
type SectionParts = Pick<Section, "id" | "title" | "level"> &
  Readonly<Record<"text" | "code" | "labels" | "captions" | "defined", string[]>>;

/** Splits the tokens of a page into sections for the search. Code is kept apart from text. */
export function collectSections(tokens: readonly Token[]): Section[] {
  const names = definedNames(tokens);
  const sections: SectionParts[] = [];
  const start = (id: string, title: string, level: number): SectionParts => {
    const section = { id, title, level, text: [], code: [], labels: [], captions: [], defined: [] };
    sections.push(section);
    return section;
  };
  let current = start("", "", 1);
  /** The section that continues after a table of options. */
  let around: SectionParts | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (token.type === "tr_open" || token.type === "table_close") current = around ?? current;
    if (token.type === "table_close") around = undefined;
    const row = optionRow(tokens, index);
    // A row that links to another page gets no section, as that page has the explanation; nor does one of a text such as
    // `"array"`, which is a value of the option that the section explains.
    if (row !== undefined && names.has(row.cell) && !/^["']/.test(row.name)) {
      around ??= current;
      current = start(row.id, row.name, ROW_LEVEL);
    }
    const level = token.type === "heading_open" ? Number(token.tag.slice(1)) : 0;
    if (level >= 1 && level <= MAX_LEVEL) {
      current = start(attribute(token, "id"), plainText(tokens[index + 1]?.children ?? []), level);
      index += 1;
    } else if (token.type === "inline") {
      current.text.push(plainText(token.children ?? []));
      const isHead = tokens[index - 1]?.type === "th_open";
      current.labels.push(plainText((token.children ?? []).filter(({ type }) => isHead || type === "image")));
      current.defined.push(...(names.get(token) ?? []));
    } else if (token.type === "fence" || token.type === "code_block") {
      current.captions.push(...captionsOf(token));
      current.code.push(token.content.trim());
    } else if (token.type === "component_open" && token.info === "TabItem") {
      const { value, label = value } = token.meta as ComponentProps;
      current.captions.push(String(label ?? ""));
    } else if (token.type === "component_open" && token.info === "Signature") {
      const names = listedNames((token.meta as ComponentProps).of);
      current.defined.push(...names.map((name) => name.replace(/^.*\./, "")));
    } else if (token.type === "component_open" && token.info === "Options") {
      // The types whose members the rows explain; `Type.member` is explained by its own row.
      const types = listedNames((token.meta as ComponentProps).of);
      current.defined.push(...types.filter((name) => !name.includes(".")));
    }
    if (token.type === "html_block") current.text.push(shownTexts(token.content).join(" ").trim());
  }
  return sections
    .map(({ text, code, labels, captions, ...rest }) => {
      // Most captions repeat a name that the text or the code has, of which they say no more.
      const others = [...text, ...code].join("\n");
      const added = [...new Set(captions)].filter((caption) => !others.includes(caption));
      return { ...rest, text: joined([...text, ...added]), labels: joined(labels), code: code.join("\n") };
    })
    .filter(({ title, text, code }) => title !== "" || text !== "" || code !== "");
}

/** What the caption of a block of code says. */
function captionsOf({ info }: Token): string[] {
  const { options } = parseFenceMeta(info);
  return [options.get("title") ?? "", ...versionMarks(options)];
}

function joined(texts: readonly string[]): string {
  return texts.filter(Boolean).join(" ");
}

/** A name, or a call with its arguments. */
const NAME = /^[^\s(]+(?=$|\(.*\)$)/;
const BETWEEN_NAMES = /^[\s,/]*$/;
/** A name that is recognised in a second cell, after a first one in words: `.json`, `!ref`. */
const SIGNED = /^[.!]\w/;

/**
 * Finds table cells with names that their rows explain: the first cell of a row if it contains only code, else the
 * second. Rows that link to another page are skipped, as that page has the explanation. In a row of options, a link to a
 * place in another page only explains a word.
 *
 * @returns the names by cell
 */
function definedNames(tokens: readonly Token[]): Map<Token, string[]> {
  const namesByToken = new Map<Token, string[]>();
  let row: Token[] = [];
  let isOption = false;
  tokens.forEach((token, at) => {
    if (token.type === "tr_open") [row, isOption] = [[], attribute(token, "id") !== ""];
    const content = tokens[at + 1];
    if (token.type === "td_open" && content?.type === "inline") row.push(content);
    if (token.type !== "tr_close" || row.some((cell) => leadsAway(cell, isOption))) return;
    const [first, second] = row;
    if (first !== undefined && isCode(first)) namesByToken.set(first, namesIn(first));
    else if (second !== undefined && isCode(second))
      namesByToken.set(
        second,
        namesIn(second).filter((name) => SIGNED.test(name)),
      );
  });
  return namesByToken;
}

function leadsAway({ children }: Token, isOption: boolean): boolean {
  return (children ?? []).some((token) => {
    const href = token.type === "link_open" ? attribute(token, "href") : "#";
    return isOption ? !href.includes("#") : !href.startsWith("#");
  });
}

function isCode({ children }: Token): boolean {
  const tokens = withoutBadges(children ?? []);
  const codes = tokens.filter(({ type }) => type === "code_inline");
  const others = tokens.filter((token) => token.type !== "code_inline" && !isPermalink(token));
  return codes.length > 0 && others.every(({ type, content }) => type === "text" && BETWEEN_NAMES.test(content));
}

function namesIn({ children }: Token): string[] {
  const codes = withoutBadges(children ?? []).filter(({ type }) => type === "code_inline");
  return codes.flatMap(({ content }) => NAME.exec(content.trim())?.[0] ?? []);
}

/** Maximum length of a lead, in characters; it is shown in one to three lines. */
export const MAX_LEAD = 500;

/** The first paragraph of a page as text, truncated; empty if there is none. */
export function leadOf(tokens: readonly Token[]): string {
  let text = "";
  // Skips paragraphs that consist of images only, such as badges.
  for (let at = 0; at < tokens.length && text === ""; at++) {
    const content = tokens[at]?.type === "paragraph_open" && tokens[at]?.level === 0 ? tokens[at + 1] : undefined;
    const shown = content?.children?.filter(({ type }) => type !== "image") ?? [];
    const texts = shown.map((token) =>
      token.type === "math" ? { ...token, type: "text", content: token.info } : token,
    );
    text = plainText(texts).replace(/\s+/g, " ");
  }
  return truncate(text, MAX_LEAD);
}

/**
 * Finds the level-1 heading that a page begins with, which the layout shows above everything else; undefined if the page
 * begins with anything else.
 *
 * @returns `start`: the index of its first token
 */
export function findLeadingHeading(
  tokens: readonly Token[],
): { readonly start: number; readonly inline: Token } | undefined {
  // A block of HTML that consists of comments shows nothing.
  const start = tokens.findIndex(({ type, content }) => type !== "html_block" || content.trim() !== "");
  const [first, inline] = tokens.slice(Math.max(0, start));
  if (first?.type !== "heading_open" || first.tag !== "h1" || inline === undefined) return undefined;
  return { start, inline };
}

/**
 * Removes the leading heading from the tokens of a page. One without a text can't name the page: it becomes a paragraph,
 * as it may show an image.
 *
 * @returns undefined if there is none with a text
 */
export function takeLeadingHeading(parser: MarkdownIt, tokens: Token[], env: Env): CompiledDocument["heading"] {
  const leading = findLeadingHeading(tokens);
  if (leading === undefined) return undefined;
  const shown = withoutLinks(leading.inline.children ?? []);
  const render = (part: Token[]) => parser.renderer.renderInline(part, parser.options, env);
  const textOnly = withoutComponents(shown);
  // The title is needed before components run.
  const plain = render(textOnly);
  const text = visibleText(plain);
  const heading = tokens.splice(leading.start, 3);
  if (text !== "") return { html: render(shown), text, markdown: inlineMarkdown(shown).replace(/\n/g, " ") };
  if (plain.trim() !== "" || textOnly.length < shown.length)
    tokens.splice(leading.start, 0, ...heading.map(asParagraph));
  return undefined;
}

function asParagraph(token: Token): Token {
  if (token.type === "inline") return token;
  return Object.assign(token, { type: token.type.replace("heading", "paragraph"), tag: "p", attrs: null });
}

/** The headings of a page in their order, without those that only show components. */
export function collectToc(md: MarkdownIt, tokens: readonly Token[], env: Env): TocEntry[] {
  return tokens.flatMap((token, index) => {
    const level = token.type === "heading_open" ? Number(token.tag.slice(1)) : 0;
    const inline = tokens[index + 1];
    if (level === 0 || inline === undefined) return [];
    const html = md.renderer
      .renderInline(withoutComponents(withoutLinks(inline.children ?? [])), md.options as never, env)
      .trim();
    return html === "" ? [] : [{ level, id: attribute(token, "id"), html }];
  });
}
