import type { Token } from "markdown-it";
import type { StartTag } from "../../shared/html.ts";
import { attributeOf } from "../../shared/html-parts.ts";
import { wellFormed } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import type { PageEnv } from "../env.ts";

const PERMALINK_CLASS = "anchor";
const PERMALINK = { id: "theme.common.headingLinkTitle", message: "Link to {heading}" };

/** Fills a new token with a permalink, shown while the pointer is over its target. @param heading name of the target */
export function fillPermalink<T extends { content: string; meta: unknown }>(
  link: T,
  { texts }: PageEnv,
  id: string,
  heading: string,
): T {
  const label = escapeHtml(translate(texts, PERMALINK, { heading }));
  link.content = `<a class="${PERMALINK_CLASS}" href="#${escapeHtml(encodeURI(wellFormed(id)))}" aria-label="${label}">#</a>`;
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
