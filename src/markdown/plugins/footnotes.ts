import type { MarkdownIt } from "markdown-it";
import footnote from "markdown-it-footnote";
import { translate } from "../../shared/translate.ts";
import { pageOf, reportProblem, whereIs } from "../env.ts";

const BACK = { id: "theme.footnotes.back", message: "Back to reference {reference}" };

/** Adds footnotes. References show their number; links back are named for screen readers: `Back to reference 1-2`. */
export function footnotes(md: MarkdownIt): void {
  md.use(footnote);
  const numbers = (meta: unknown) => {
    const { id, subId = 0 } = meta as { readonly id: number; readonly subId?: number };
    return { number: id + 1, repetition: subId };
  };
  md.renderer.rules.footnote_caption = (tokens, index) => `[${numbers(tokens[index]?.meta).number}]`;
  md.renderer.rules.footnote_anchor = (tokens, index, _options, env) => {
    const { number, repetition } = numbers(tokens[index]?.meta);
    const [target, reference] =
      repetition === 0 ? [number, number] : [`${number}:${repetition}`, `${number}-${repetition + 1}`];
    const label = md.utils.escapeHtml(translate(pageOf(env).texts, BACK, { reference }));
    // The selector keeps the arrow from being drawn as an emoji.
    return ` <a href="#fnref${target}" class="footnote-backref" aria-label="${label}">\u21a9\uFE0E</a>`;
  };
}

/**
 * Reports footnotes that are not shown: the first of two with the same label, and those without a reference. The latter
 * only in the page's own file, as an included file may define footnotes for several pages.
 */
export function lostFootnotes(md: MarkdownIt): void {
  md.core.ruler.before("footnote_tail", "lost_footnotes", ({ tokens, env }) => {
    const page = pageOf(env);
    const { refs = {} } = (env as { footnotes?: { refs?: Readonly<Record<string, number>> } }).footnotes ?? {};
    const defined = new Map<string, number>();
    for (const [index, token] of tokens.entries()) {
      // Without a line, the footnote is empty, and nothing is lost.
      const line = tokens[index + 1]?.map?.[0];
      if (token.type !== "footnote_reference_open" || line === undefined) continue;
      const { label } = token.meta as { readonly label: string };
      const first = defined.get(label);
      defined.set(label, line);
      // A part that is included twice defines its footnotes twice, with the same text.
      const [former, again] = [page.lines[first ?? line], page.lines[line]];
      if (first === undefined || (former?.path === again?.path && former?.line === again?.line)) continue;
      const message = `the footnote [^${label}] is already defined on ${whereIs(page, first, line)}: readers only see this definition`;
      reportProblem(page, line, { ...WARNING, message, hint: "give one of the two another label" });
    }
    for (const [label, line] of defined) {
      if (refs[`:${label}`] !== -1 || page.lines[line]?.path !== page.lines[0]?.path) continue;
      const message = `no text refers to the footnote [^${label}]: readers do not see it`;
      reportProblem(page, line, { ...WARNING, message, hint: `add [^${label}] to the text, or remove the footnote` });
    }
  });
}

const WARNING = { severity: "warning", code: "footnotes" } as const;
