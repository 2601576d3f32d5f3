import type { Token } from "markdown-it";
import { wellFormed } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import type { PageEnv } from "../env.ts";

const PERMALINK = { id: "theme.common.headingLinkTitle", message: "Link to {heading}" };

/**
 * Fills a new token with a permalink, which is shown while the pointer is over its target.
 *
 * @param heading name of the target
 */
export function fillPermalink<T extends { content: string; meta: unknown }>(
  link: T,
  { texts }: PageEnv,
  id: string,
  heading: string,
): T {
  const label = escapeHtml(translate(texts, PERMALINK, { heading }));
  link.content = `<a class="anchor" href="#${escapeHtml(encodeURI(wellFormed(id)))}" aria-label="${label}">#</a>`;
  link.meta = { permalink: true };
  return link;
}

/** Whether an inline token is a permalink, which isn't part of the text. */
export function isPermalink({ meta }: Token): boolean {
  return (meta as { permalink?: boolean } | null)?.permalink === true;
}
