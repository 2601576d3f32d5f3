// ## Title {#own-id}
import { slug as githubSlug } from "github-slugger";
import type { MarkdownIt, Token } from "markdown-it";
import { attribute, pageOf, reportProblem, sourceLineOf, whereIs } from "../env.ts";
import { plainText, withoutBadges } from "../inline.ts";

const OWN_ID = /(?<!\s)\s*(?<!\\)\{#([^\s{}]+)\}\s*$/;

/**
 * Gives each heading an id: an explicit one, or the one that GitHub generates from its text, so that links to pages
 * written for other tools stay valid. Explicit ids are reserved first; a generated id that is taken gets a number.
 * Generated ids are in NFC, as keyboards type them. Also reports empty headings, which are left out, and skipped levels,
 * except for headings inside other blocks, which have levels of their own.
 */
export function headingIds(md: MarkdownIt): void {
  // Must run before inline parsing: `{#__init__}` is an id, not bold text.
  md.core.ruler.before("inline", "own_heading_ids", (state) => {
    for (const { token, inline } of headingsOf(state.tokens)) {
      const [whole = "", id] = OWN_ID.exec(inline.content) ?? [];
      if (id === undefined) continue;
      token.attrSet("id", id);
      inline.content = inline.content.slice(0, -whole.length);
    }
    const empty = headingsOf(state.tokens).filter(({ inline }) => inline.content.trim() === "");
    for (const { token } of empty) {
      const hint = "add text, or remove it";
      const fault = { severity: "warning", code: "heading", message: "heading is empty", hint } as const;
      reportProblem(pageOf(state.env), token.map?.[0] ?? 0, fault);
      state.tokens.splice(state.tokens.indexOf(token), 3);
    }
  });
  md.core.ruler.push("heading_ids", (state) => {
    const env = pageOf(state.env);
    const headings = headingsOf(state.tokens);
    const ownLines = new Map<string, number>();
    for (const { token } of headings) {
      const id = attribute(token, "id");
      if (id === "") continue;
      const line = token.map?.[0] ?? 0;
      const first = ownLines.get(id);
      if (first === undefined) {
        ownLines.set(id, line);
        continue;
      }
      token.attrs = token.attrs?.filter(([name]) => name !== "id") ?? null;
      const message = `the id "${id}" is already used on ${whereIs(env, first, line)}`;
      reportProblem(env, line, { code: "duplicate-id", message, hint: "give one of the two another id" });
    }
    const taken = new Set(ownLines.keys());
    const counts = new Map<string, number>();
    let above = 1;
    let title: Token | undefined;
    for (const { token, inline } of headings) {
      const level = Number(token.tag.slice(1));
      if (level === 1 && token.level === 0 && title !== undefined) {
        const message = `a second heading of level 1, after that on ${whereIs(env, title.map?.[0] ?? 0, token.map?.[0] ?? 0)}`;
        const hint = "start it with ##: a page has one title";
        reportProblem(env, token.map?.[0] ?? 0, { severity: "warning", code: "heading", message, hint });
      }
      if (level === 1) title ??= token;
      if (level > above + 1 && token.level === 0) {
        const message = `a heading of level ${level} follows one of level ${above}: a level is missing`;
        const hint = `start it with ${"#".repeat(above + 1)}: screen readers list headings by level`;
        reportProblem(env, token.map?.[0] ?? 0, { severity: "warning", code: "heading", message, hint });
      }
      above = level;
      if (attribute(token, "id") === "") {
        const base = githubSlug(idText(inline.children ?? []).normalize("NFC")) || "section";
        token.attrSet("id", firstFree(base, taken, counts));
      }
      const id = attribute(token, "id");
      taken.add(id);
      env.ids.push({ id, ...sourceLineOf(env, token.map?.[0] ?? 0), column: 1 });
    }
  });
}

/** Text that an id is made from: without badges. An emoji counts only if it is written as itself: not as a code such as `:rocket:`. */
function idText(tokens: readonly Token[]): string {
  return plainText(withoutBadges(tokens).filter(({ type }) => type !== "emoji"));
}

function headingsOf(tokens: readonly Token[]): { readonly token: Token; readonly inline: Token }[] {
  return tokens.flatMap((token, index) => {
    const inline = tokens[index + 1];
    return token.type === "heading_open" && inline !== undefined ? [{ token, inline }] : [];
  });
}

/**
 * A free name: the base, or the base with the first number that is not taken.
 *
 * @param counts last number by base; updated
 */
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
