import type { Token } from "markdown-it";
import { truncate } from "../shared/text.ts";
import { plainText } from "./inline.ts";

/** Maximum length of a lead, in characters; it is shown in one to three lines. */
export const MAX_LEAD = 500;

/** The first paragraph of a page as text, truncated; empty if there is none. */
export function leadOf(tokens: readonly Token[]): string {
  let text = "";
  // Skips paragraphs that consist of images only, such as badges.
  for (let at = 0; at < tokens.length && text === ""; at++) {
    const content = tokens[at]?.type === "paragraph_open" && tokens[at]?.level === 0 ? tokens[at + 1] : undefined;
    const shown = content?.children?.filter(({ type }) => type !== "image") ?? [];
    text = plainText(shown).replace(/\s+/g, " ");
  }
  return truncate(text, MAX_LEAD);
}
