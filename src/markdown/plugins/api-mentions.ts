import type { MarkdownIt, Token } from "markdown-it";
import { readHtml } from "../../shared/html.ts";
import { attributeOf } from "../../shared/html-parts.ts";
import { type ApiMention, type ApiRow, slotMark } from "../document.ts";
import { attribute, type ComponentProps, type PageEnv, pageOf, sourceLineOf } from "../env.ts";
import { linkNesting, plainText, withoutBadges } from "../inline.ts";
import { listedNames } from "./api-components.ts";

/** What separates names in a heading that consists of nothing else. */
const BETWEEN_NAMES = /[,/]|\s(?:and|&)\s/;
const NAME = /^[A-Za-z_$][\w$.]*(?:\(.*\))?$/;
const YES = /^(?:yes|true|required|✓|✔|✅|x)$/i;

/** Collects what a page says about the API of a library, and links the names in its text. */
export function apiMentions(md: MarkdownIt): void {
  md.core.ruler.push("api_mentions", (state) => collectMentions(state.tokens, pageOf(state.env)));
  md.core.ruler.push("api_links", (state) => findNames(state.tokens, pageOf(state.env)));
  const renderCode = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, options, env, renderer) => {
    const html = renderCode?.(tokens, index, options, env, renderer) ?? "";
    const name = (tokens[index]?.meta as { readonly apiName?: string } | null)?.apiName;
    if (name === undefined) return html;
    const [from, to] = [html.indexOf(">") + 1, html.lastIndexOf("<")];
    return html.slice(0, from) + nameLink(pageOf(env), name, html.slice(from, to), false) + html.slice(to);
  };
}

function collectMentions(tokens: readonly Token[], page: PageEnv): void {
  let heading = { id: "", names: [] as readonly string[] };
  for (const [index, token] of tokens.entries()) {
    const position = { ...sourceLineOf(page, token.map?.[0] ?? 0), column: 1 };
    const add = (mention: Pick<ApiMention, "kind" | "names" | "id"> & Partial<ApiMention>) =>
      page.api.push({ ...position, except: [], also: [], rows: [], ...mention });
    if (token.type === "heading_open") {
      // The title has no anchor.
      const id = token.tag === "h1" ? "" : attribute(token, "id");
      heading = { id, names: namesInHeading(tokens[index + 1]) };
      if (heading.names.length > 0) add({ kind: "heading", ...heading });
    } else if (token.type === "component_open" && token.info === "Options") {
      const { of, except, also } = token.meta as ComponentProps;
      if (typeof of !== "string") continue;
      const lists = { names: listedNames(of), except: listedNames(except), also: listedNames(also) };
      add({ kind: "options", id: heading.id, ...lists, rows: rowsOf(tokens, index, page) });
    } else if (token.type === "component_open" && token.info === "Signature") {
      const names = listedNames((token.meta as ComponentProps).of);
      const isHeading = names.every((name) => heading.names.some((written) => lastPart(written) === lastPart(name)));
      const id = isHeading ? heading.id : signatureId(names[0] ?? "", page);
      if (!isHeading) {
        token.attrSet("id", id);
        page.ids.push({ ...position, id });
      }
      add({ kind: "signature", names, id });
    }
  }
}

function signatureId(name: string, { ids }: PageEnv): string {
  const base = `api-${lastPart(name).replaceAll(/[^\w$]+/g, "-")}`;
  const count = ids.filter(({ id }) => id === base || id.startsWith(`${base}-`)).length;
  return count === 0 ? base : `${base}-${count}`;
}

function lastPart(name: string): string {
  return name.replace(/\(.*$/s, "").replace(/^.*\./, "");
}

/** The names that a heading consists of, with or without code; empty if it says anything else. */
function namesInHeading(inline: Token | undefined): string[] {
  const names = plainText(withoutBadges(inline?.children ?? []))
    .split(BETWEEN_NAMES)
    .map((name) => name.trim());
  return names.every((name) => NAME.test(name)) ? names : [];
}

/** The rows of the tables, and the terms of the lists, in the component that a token opens. */
function rowsOf(tokens: readonly Token[], open: number, page: PageEnv): ApiRow[] {
  const rows: ApiRow[] = [];
  let head: string[] = [];
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.type === "component_open") depth += 1;
    if (token?.type === "component_close" && --depth === 0) break;
    if (token?.type === "thead_open") head = [];
    if (token?.type === "th_open") head.push(plainText(tokens[index + 1]?.children ?? []));
    // Only the rows of the body, and the terms of a list, have an id.
    const id = token?.type === "tr_open" || token?.type === "dt_open" ? attribute(token, "id") : "";
    if (token === undefined || id === "") continue;
    const position = { ...sourceLineOf(page, token.map?.[0] ?? tokens[index + 1]?.map?.[0] ?? 0), column: 1 };
    const cells = token.type === "dt_open" ? tokens.slice(index + 1, index + 2) : cellsFrom(tokens, index);
    rows.push({ ...position, id, ...rowParts(cells, head) });
  }
  return rows;
}

function cellsFrom(tokens: readonly Token[], open: number): Token[] {
  let close = open;
  while (close < tokens.length && tokens[close]?.type !== "tr_close") close += 1;
  return tokens.slice(open, close).filter(({ type }) => type === "inline");
}

function rowParts(
  [first, ...others]: readonly Token[],
  head: readonly string[],
): Pick<ApiRow, "codes" | "default" | "isRequired"> {
  const children = first?.children ?? [];
  const named = withoutBadges(children);
  const codes = named.filter(({ type }) => type === "code_inline").map(({ content }) => content.trim());
  const [, remark] = /\b(required|optional)\b/i.exec(plainText(children)) ?? [];
  const cellUnder = (name: RegExp) => others[head.findIndex((title) => name.test(title)) - 1];
  const defaultCell = cellUnder(/^defaults?$/i)?.children ?? [];
  const text = plainText(defaultCell);
  const code = defaultCell.find(({ type }) => type === "code_inline")?.content.trim();
  const required = cellUnder(/^required\??$/i);
  const isMarked = codes.some((name) => name.endsWith("?"));
  const isRequired =
    required !== undefined
      ? YES.test(plainText(required.children ?? []))
      : remark !== undefined
        ? remark.toLowerCase() === "required"
        : /^required$/i.test(text) || (isMarked ? false : undefined);
  return {
    codes: codes.map((name) => name.replace(/\?$/, "")),
    ...(text === "" || /^required$/i.test(text) ? {} : { default: { code, text } }),
    ...(isRequired === undefined ? {} : { isRequired }),
  };
}

/** Finds the names in inline code, except in headings and links. */
function findNames(tokens: readonly Token[], page: PageEnv): void {
  if (page.apiNames === undefined) return;
  for (const [index, { type, children }] of tokens.entries()) {
    if (type !== "inline" || tokens[index - 1]?.type === "heading_open") continue;
    let links = 0;
    for (const token of children ?? []) {
      links += linkNesting(token);
      // The whole code, or the function that it calls.
      const [apiName] = token.type === "code_inline" && links === 0 ? page.apiNames(token.content, "text") : [];
      const isWhole =
        apiName !== undefined &&
        /^[\w$.]*$/.test(token.content.slice(0, apiName.from)) &&
        /^(?:\(.*\))?;?$/s.test(token.content.slice(apiName.to));
      if (isWhole) token.meta = { ...(token.meta as object | null), apiName: apiName.name };
    }
  }
}

/** Classes of highlighted code that contains no names: comments, strings, regular expressions. */
const SILENT = new Set(["c", "s", "r"]);

/** Marks names in highlighted code, each once. @param isDeclaration types link, too, also to their own page */
export function markNames(page: PageEnv, lines: readonly string[], isDeclaration: boolean): readonly string[] {
  const find = page.apiNames;
  if (find === undefined) return lines;
  const seen = new Set<string>();
  return lines.map((html) => {
    if (!isDeclaration && !html.includes(".")) return html;
    let plain = "";
    /** Offset in the HTML of each piece of text, by its offset in the text. */
    const starts: { readonly plain: number; readonly html: number; readonly length: number }[] = [];
    let isSilent = false;
    for (const part of readHtml(html)) {
      const { kind, from, to } = part;
      if (kind === "text") {
        starts.push({ plain: plain.length, html: from, length: to - from });
        plain += isSilent ? " ".repeat(to - from) : html.slice(from, to);
      }
      if (kind === "start") isSilent = SILENT.has(attributeOf(part, "class") ?? "");
      else if (kind === "end") isSilent = false;
    }
    let marked = "";
    let done = 0;
    for (const { name, from, to } of find(plain, isDeclaration ? "declaration" : "code")) {
      const piece = starts.find((start) => from >= start.plain && to <= start.plain + start.length);
      if (piece === undefined || seen.has(name)) continue;
      seen.add(name);
      const start = piece.html + from - piece.plain;
      const end = start + to - from;
      marked += html.slice(done, start) + nameLink(page, name, html.slice(start, end), isDeclaration);
      done = end;
    }
    return marked + html.slice(done);
  });
}

/** HTML between the marks of a link that a name gets if something documents it. */
function nameLink(page: PageEnv, name: string, html: string, linksToOwnPage: boolean): string {
  const mark = (kind: "name-start" | "name-end") => {
    const isSame = (slot: PageEnv["slots"][number]) =>
      slot.kind === kind && slot.target === name && slot.linksToOwnPage === linksToOwnPage;
    const index = page.slots.findIndex(isSame);
    if (index >= 0) return slotMark(index);
    const { path = "", line = 1 } = page.lines[0] ?? {};
    page.slots.push({ kind, target: name, url: "", linksToOwnPage, path, line, column: 1 });
    return slotMark(page.slots.length - 1);
  };
  return mark("name-start") + html + mark("name-end");
}
