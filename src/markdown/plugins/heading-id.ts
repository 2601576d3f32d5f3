// ## Title {#own-id #former-id}
import { slug as githubSlug } from "github-slugger";
import type { MarkdownIt, Token } from "markdown-it";
import anchor from "markdown-it-anchor";
import type { StartTag } from "../../shared/html.ts";
import { attributeOf } from "../../shared/html-parts.ts";
import { wellFormed } from "../../shared/route.ts";
import { escapeHtml, startTag } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { attribute, type PageEnv, pageOf, reportProblem, sourceLineOf, whereIs } from "../env.ts";
import { isVersion, parseFenceMeta, VERSION_MARKS, versionMarks } from "../fence-meta.ts";
import { plainText, withoutBadges } from "../inline.ts";

const OWN_IDS = /(?<!\s)\s*(?<!\\)\{#([^\s{}]+(?:\s+#[^\s{}]+)*)\s*\}\s*$/;
/** Braces that are no id, though they look like one. */
const LOOSE_BRACES = /(?<!\\)\{\s*[.#][^{}]*\}\s*$/;

/**
 * Gives each heading an id: an explicit one, or the one that GitHub generates from its text, so that links to pages
 * written for other tools stay valid. Further explicit ids are anchors only, for links to former ids. Explicit ids are
 * reserved first; a generated id that is taken gets a number. Generated ids are in NFC, as keyboards type them. Also
 * reports empty headings, which are left out, and skipped levels, except for headings inside other blocks, which have
 * levels of their own.
 */
export function headingIds(md: MarkdownIt): void {
  // Must run before inline parsing: `{#__init__}` is an id, not bold text.
  md.core.ruler.before("inline", "own_heading_ids", (state) => {
    const env = pageOf(state.env);
    for (const heading of headingsOf(state.tokens)) {
      const { token, inline, line } = heading;
      showVersions(env, heading);
      const [whole = "", ids] = OWN_IDS.exec(inline.content) ?? [];
      if (ids !== undefined) {
        const [id = "", ...others] = ids.split(/\s+#/);
        token.attrSet("id", id);
        if (others.length > 0) token.meta = { otherIds: others };
        inline.content = inline.content.slice(0, -whole.length);
      }
      const hint = "write ids as {#first #second} at its end, or write \\{ if it is text";
      if (LOOSE_BRACES.test(inline.content)) warn(env, line, "braces in the heading are text", hint);
      if (inline.content.trim() !== "") continue;
      warn(env, line, "heading is empty", "add text, or remove it");
      state.tokens.splice(state.tokens.indexOf(token), 3);
    }
  });
  md.core.ruler.push("heading_ids", (state) => {
    const env = pageOf(state.env);
    const headings = headingsOf(state.tokens);
    const ownLines = new Map<string, number>();
    const isFree = (id: string, line: number): boolean => {
      const first = ownLines.get(id);
      if (first === undefined) {
        ownLines.set(id, line);
        return true;
      }
      const message = `the id "${id}" is already used on ${whereIs(env, first, line)}`;
      reportProblem(env, line, { code: "duplicate-id", message, hint: "give one of the two another id" });
      return false;
    };
    for (const { token, line } of headings) {
      const ids = idsOf(token).map((id) => (id !== "" && isFree(id, line) ? id : ""));
      if (ids[0] === "") token.attrs = token.attrs?.filter(([name]) => name !== "id") ?? null;
      if (ids.length > 1) token.meta = { otherIds: ids.slice(1).filter(Boolean) };
    }
    const taken = new Set(ownLines.keys());
    const counts = new Map<string, number>();
    let above = 1;
    let titleLine: number | undefined;
    for (const { token, inline, line } of headings) {
      const level = Number(token.tag.slice(1));
      if (level === 1 && token.level === 0 && titleLine !== undefined) {
        const message = `a second heading of level 1, after that on ${whereIs(env, titleLine, line)}`;
        warn(env, line, message, "start it with ##: a page has one title");
      }
      // The title of a page without text is shown as a paragraph.
      if (level > 1 && plainText(inline.children ?? []).trim() === "") {
        warn(env, line, "the heading has no text: links to it have no name", "add text beside it");
      }
      if (level === 1) titleLine ??= line;
      if (level > above + 1 && token.level === 0) {
        const message = `a heading of level ${level} follows one of level ${above}: a level is missing`;
        const hint = `start it with ${"#".repeat(above + 1)}: screen readers list headings by level`;
        warn(env, line, message, hint);
      }
      above = level;
      if (attribute(token, "id") === "") {
        // An emoji counts only if it is written as itself: not as a code such as `:rocket:`.
        const named = withoutBadges(inline.children ?? []).filter(({ type }) => type !== "emoji");
        const base = githubSlug(plainText(named).normalize("NFC")) || "section";
        token.attrSet("id", firstFree(base, taken, counts));
      }
      for (const id of idsOf(token)) {
        taken.add(id);
        env.ids.push({ id, ...sourceLineOf(env, line), column: 1 });
      }
    }
  });
  md.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
    const [, ...others] = idsOf(tokens[index] as Token);
    const anchors = others.map((id) => `<span id="${escapeHtml(id)}"></span>`);
    return self.renderToken(tokens, index, options) + anchors.join("");
  };
}

/** Ids of a heading: first that of its permalink, which is empty until it is known. */
function idsOf(token: Token): string[] {
  const { otherIds = [] } = (token.meta ?? {}) as { readonly otherIds?: readonly string[] };
  return [attribute(token, "id"), ...otherIds];
}

function warn(env: PageEnv, line: number, message: string, hint: string): void {
  reportProblem(env, line, { severity: "warning", code: "heading", message, hint });
}

interface Heading {
  readonly token: Token;
  readonly inline: Token;
  /** Line of the body, from 0. */
  readonly line: number;
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, index) => {
    const inline = tokens[index + 1];
    return token.type === "heading_open" && inline !== undefined ? [{ token, inline, line: token.map?.[0] ?? 0 }] : [];
  });
}

/** A free name: the base, if necessary with the first free number. @param counts last number by base; updated */
export function firstFree(base: string, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  let id = base;
  let number = counts.get(base) ?? 0;
  while (taken.has(id)) {
    number += 1;
    id = `${base}-${number}`;
  }
  counts.set(base, number);
  return id;
}

// ## Dense mode {since="0.19"}
const BRACES = /(?<!\\)\{([^{}]*\b(?:since|until)=[^{}]*)\}\s*$/;
const MARK = /\b(?:since|until)=(?:"[^"]*"|'[^']*'|\S+)/g;

/** Shows the versions of the library that have what a section is about, as a badge after its heading. */
function showVersions(env: PageEnv, { inline, line }: Heading): void {
  const [whole = "", inside] = BRACES.exec(inline.content) ?? [];
  if (inside === undefined) return;
  const { options } = parseFenceMeta(`- ${inside}`);
  const wrong = VERSION_MARKS.find((name) => !isVersion(options.get(name) ?? "0.0"));
  if (wrong !== undefined) {
    const message = `${wrong} "${options.get(wrong)}" is not a version`;
    reportProblem(env, line, { code: "heading", message, hint: `write {${wrong}="0.20"}` });
  }
  const marks = wrong === undefined ? versionMarks(options) : [];
  const badges = marks.map((text) => ` <Badge type="info">${text}</Badge>`).join("");
  const others = inside.replace(MARK, "").trim();
  inline.content = inline.content.slice(0, -whole.length).trimEnd() + badges + (others === "" ? "" : ` {${others}}`);
}

const PERMALINK_CLASS = "anchor";
const PERMALINK = { id: "theme.common.headingLinkTitle", message: "Link to {heading}" };

/** Fills a new token with a permalink, shown while the pointer is over its target. @param heading name of the target */
export function fillPermalink<T extends { content: string; meta: unknown }>(
  link: T,
  { texts }: PageEnv,
  id: string,
  heading: string,
): T {
  const href = `#${encodeURI(wellFormed(id))}`;
  const label = translate(texts, PERMALINK, { heading });
  link.content = `${startTag("a", { class: PERMALINK_CLASS, href, "aria-label": label })}#</a>`;
  link.meta = { permalink: true };
  return link;
}

/** Whether a tag in a page begins a permalink. */
export function isPermalinkTag(tag: StartTag): boolean {
  return tag.name === "a" && attributeOf(tag, "class") === PERMALINK_CLASS;
}

/** Whether an inline token is a permalink, which isn't part of the text. */
export function isPermalink({ meta }: Token): boolean {
  return (meta as { permalink?: boolean } | null)?.permalink === true;
}

/** Adds a permalink to each heading but the title. */
export function permalinks(md: MarkdownIt): void {
  md.use(anchor, {
    level: [2, 3, 4, 5, 6],
    tabIndex: false,
    permalink: (slug, _options, state, index) => {
      const inline = state.tokens[index + 1];
      if (inline === undefined) return;
      const title = plainText(inline.children ?? []);
      inline.children?.push(fillPermalink(new state.Token("html_inline", "", 0), pageOf(state.env), slug, title));
    },
  });
}
