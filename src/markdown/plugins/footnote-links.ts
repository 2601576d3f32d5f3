import type { MarkdownIt } from "markdown-it";
import footnote from "markdown-it-footnote";
import { translate } from "../../shared/translate.ts";
import { pageOf } from "../env.ts";

const BACK = { id: "theme.footnotes.back", message: "Back to reference {reference}" };

/**
 * Adds footnotes. All references to a footnote show its number, and each link back to one has a name for those who
 * don't see the arrow: `Back to reference 1`, `Back to reference 1-2`.
 */
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
