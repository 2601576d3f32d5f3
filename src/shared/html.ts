import { decodeHTMLAttribute } from "entities/decode";
import { QuoteType, Tokenizer } from "htmlparser2";
import { wordSet } from "./text.ts";

/** A part of HTML, by its offsets. */
export interface HtmlRange {
  readonly from: number;
  readonly to: number;
}

/** An attribute as written, from its name to the end of its value. */
export interface HtmlAttribute extends HtmlRange {
  /** In lower case. */
  readonly name: string;
  /** Without quotes, entities decoded; empty if there is none. */
  readonly value: string;
  readonly quote: '"' | "'" | "";
}

interface HtmlTag extends HtmlRange {
  /** In lower case. */
  readonly name: string;
  /** The name as written. */
  readonly written: string;
}

export interface StartTag extends HtmlTag {
  readonly kind: "start";
  readonly attributes: readonly HtmlAttribute[];
  /** Whether it ends with `/>`, which has a meaning in SVG and MathML only. */
  readonly isSelfClosing: boolean;
  /** Whether it is in a `<template>`, whose content is no part of the page. */
  readonly isInert: boolean;
}

export interface EndTag extends HtmlTag {
  readonly kind: "end";
}

export interface HtmlText extends HtmlRange {
  readonly kind: "text";
  /** The element whose content is text whatever it looks like, such as `script`; undefined in all others. */
  readonly raw: string | undefined;
  readonly isInert: boolean;
}

export interface HtmlComment extends HtmlRange {
  readonly kind: "comment";
  readonly text: string;
  readonly isClosed: boolean;
}

/** A tag that the end of the HTML cuts off. */
export interface CutTag extends HtmlTag {
  readonly kind: "cut";
  readonly attributes: readonly HtmlAttribute[];
  /** Offset of a quote that is not closed. */
  readonly openQuote: number | undefined;
}

/** What shows nothing: a doctype, a processing instruction, CDATA. */
interface Declaration extends HtmlRange {
  readonly kind: "declaration";
}

export type HtmlPart = StartTag | EndTag | HtmlText | HtmlComment | CutTag | Declaration;

/** How HTML is read. */
interface ReadOptions {
  /** Whether `/>` ends every element, as in the languages of templates. */
  readonly selfClosing?: boolean;
}

/** Elements whose content is text: only their own end tag counts. */
export const RAW_TEXT = wordSet("script style textarea title iframe noembed noframes xmp plaintext");
/** Elements of other languages than HTML, and those in them that contain HTML. */
export const FOREIGN = wordSet("svg math");
const INTEGRATION = wordSet("foreignobject desc title annotation-xml mi mo mn ms mtext");
const QUOTES: ReadonlyMap<QuoteType, HtmlAttribute["quote"]> = new Map([
  [QuoteType.Double, '"'],
  [QuoteType.Single, "'"],
]);
const OPEN_VALUE = /\s*=\s*(?=["'])/y;
const CUT_NAME = /<\/?([A-Za-z][^\s/>]*)/y;

/** Reads HTML as a browser does; all parts together are the whole of it. */
export function readHtml(html: string, options: ReadOptions = {}): HtmlPart[] {
  const parts: HtmlPart[] = [];
  scan(html, options, (part) => void parts.push(part));
  return parts;
}

/** The first start tag of an element. Reads only up to it. */
export function findStartTag(html: string, name: string): StartTag | undefined {
  let found: StartTag | undefined;
  scan(html, {}, (part) => {
    if (part.kind === "start" && part.name === name) found ??= part;
    return found !== undefined;
  });
  return found;
}

/** @param emit takes the next part; returns true to stop */
function scan(html: string, { selfClosing = false }: ReadOptions, emit: (part: HtmlPart) => boolean | undefined): void {
  const context = createContext(selfClosing);
  const attributes = collectAttributes(html);
  let done = 0;
  let text: HtmlText | undefined;
  let tag: Pick<StartTag, "from" | "name" | "written"> | undefined;

  const send = (part: HtmlPart) => {
    if (emit(part) === true) tokenizer.pause();
  };
  const flush = () => {
    const last = text;
    text = undefined;
    if (last !== undefined) send(last);
  };
  const put = (part: HtmlPart) => {
    flush();
    done = part.to;
    send(part);
  };
  const declaration = (start: number, end: number) =>
    put({ kind: "declaration", from: html.lastIndexOf("<", start - 1), to: Math.min(end + 1, html.length) });
  const startTag = (to: number, isSelfClosing: boolean) => {
    if (tag === undefined) return;
    const { isInert } = context;
    const part: StartTag = { kind: "start", ...tag, to, attributes: attributes.take(), isSelfClosing, isInert };
    tag = undefined;
    put(part);
    context.enter(part);
  };
  const endTag = (start: number, end: number) => {
    const to = html.indexOf(">", end) + 1;
    if (to === 0) return;
    const written = html.slice(start, end);
    const name = written.toLowerCase();
    context.leave(name);
    put({ kind: "end", from: start - "</".length, to, name, written });
  };
  const comment = (start: number, end: number, marks: number) => {
    const from = start - "<!--".length;
    if (!html.startsWith("<!--", from)) return declaration(start, end);
    const isClosed = end < html.length;
    const own = html.slice(start, Math.max(start, end - marks));
    put({ kind: "comment", from, to: Math.min(end + 1, html.length), text: own, isClosed });
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false, recognizeSelfClosing: selfClosing },
    {
      ...attributes.callbacks,
      isInForeignContext: () => context.isForeign,
      ontext: (from, to) => {
        // The tokenizer gives the rest of some tags that are cut off as text.
        if (tag !== undefined || from < done || (from === done + 1 && html[done] === "<")) return;
        // It leaves out `</>`.
        if (from > done) put({ kind: "declaration", from: done, to: from });
        text = { kind: "text", from: text?.from ?? from, to, raw: context.raw, isInert: context.isInert };
        done = to;
      },
      onopentagname: (from, to) => {
        const written = html.slice(from, to);
        tag = { from: from - 1, name: written.toLowerCase(), written };
      },
      onopentagend: (end) => startTag(end + 1, false),
      onselfclosingtag: (end) => startTag(end + 1, true),
      onclosetag: endTag,
      oncomment: comment,
      oncdata: declaration,
      ondeclaration: declaration,
      onprocessinginstruction: declaration,
      onattribentity: () => undefined,
      ontextentity: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  if (tokenizer.running) tokenizer.end();
  flush();
  // What the tokenizer has left out is the beginning of a tag.
  if (tokenizer.running && done < html.length) put(cutTag(html, done, attributes.end()));
}

function cutTag(html: string, from: number, rest: Pick<CutTag, "attributes" | "openQuote">): HtmlPart {
  CUT_NAME.lastIndex = from;
  const written = CUT_NAME.exec(html)?.[1];
  const range = { from, to: html.length };
  if (written === undefined) return { kind: "declaration", ...range };
  return { kind: "cut", ...range, name: written.toLowerCase(), written, ...rest };
}

/** Collects the attributes of a tag. */
function collectAttributes(html: string) {
  let attributes: HtmlAttribute[] = [];
  let name: HtmlRange | undefined;
  let value: HtmlRange | undefined;
  const add = (quote: HtmlAttribute["quote"], to: number) => {
    const { from = to } = name ?? {};
    const own = value === undefined ? "" : decodeHTMLAttribute(html.slice(value.from, value.to));
    attributes.push({ name: html.slice(from, name?.to).toLowerCase(), value: own, quote, from, to });
    name = undefined;
    value = undefined;
  };
  const take = () => {
    const all = attributes;
    attributes = [];
    return all;
  };
  return {
    callbacks: {
      onattribname: (from: number, to: number) => {
        name = { from, to };
      },
      onattribdata: (from: number, to: number) => {
        value = { from, to };
      },
      onattribend: (quote: QuoteType, to: number) => add(QUOTES.get(quote) ?? "", to),
    },
    take,
    /** The attributes of a tag that is cut off. */
    end: (): Pick<CutTag, "attributes" | "openQuote"> => {
      OPEN_VALUE.lastIndex = name?.to ?? html.length;
      const openQuote = OPEN_VALUE.test(html) ? OPEN_VALUE.lastIndex : undefined;
      if (name !== undefined) add("", html.length);
      return { attributes: take(), openQuote };
    },
  };
}

/** Follows the elements in which tags are read in another way. */
function createContext(selfClosing: boolean) {
  let raw: string | undefined;
  let templates = 0;
  /** The surrounding elements of `FOREIGN` and `INTEGRATION`. */
  const around: string[] = [];
  const isForeign = () => FOREIGN.has(around.at(-1) ?? "");
  return {
    get raw() {
      return raw;
    },
    get isInert() {
      return templates > 0;
    },
    get isForeign() {
      return isForeign();
    },
    enter: ({ name, isSelfClosing }: StartTag): void => {
      if (isSelfClosing && (selfClosing || isForeign() || FOREIGN.has(name))) return;
      if (RAW_TEXT.has(name) && !isForeign()) raw = name;
      if (FOREIGN.has(name) || (isForeign() && INTEGRATION.has(name))) around.push(name);
      if (name === "template") templates += 1;
    },
    leave: (name: string): void => {
      raw = undefined;
      if (around.includes(name)) around.length = around.lastIndexOf(name);
      if (name === "template") templates = Math.max(0, templates - 1);
    },
  };
}
