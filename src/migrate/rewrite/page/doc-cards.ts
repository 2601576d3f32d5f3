import type { Mapping } from "../../../content/data-file.ts";
import { list } from "../../read/config-values.ts";
import type { Attributes } from "./element-tags.ts";
import { escapeMarkdown } from "./html-text.ts";
import { type Element, rangeOf } from "./nodes.ts";
import type { Rewriting } from "./rewriting.ts";

/** Matches `useCurrentSidebarCategory().items`: all pages of the category, as docgen lists them. */
const WHOLE_CATEGORY = /\bitems=\{\s*use(?:CurrentSidebarCategory|CurrentSidebarSiblings)\(\)(?:\??\.items)?\s*\}/;

const CARDS = "<DocCardList />";

/** Whether an item of a sidebar has an address and a label, which docgen needs for a card. */
export function isCard({ href, label }: Mapping): boolean {
  return typeof href === "string" && typeof label === "string";
}

/** A list item with the link and the description of a card. */
export function cardItem({ href, label, description }: Mapping, separator: string, { site }: Rewriting): string {
  const text = typeof description === "string" ? separator + escapeMarkdown(description) : "";
  return `- [${escapeMarkdown(String(label))}](${site.link(String(href))})${text}`;
}

/** What a list of cards becomes: the cards that the page lists itself, or those of its category. */
export function docCards(node: Element, { props }: Attributes, at: Rewriting): string {
  const source = at.source.slice(...rangeOf(node));
  const items = list(props.items);
  if (items.length > 0 && items.every(isCard)) {
    at.note("changed", node, "replaced the items of <DocCardList> with a list of cards");
    return `:::cards\n${items.map((item) => cardItem(item, " ", at)).join("\n")}\n:::`;
  }
  if (/\sitems=/.test(source) && !WHOLE_CATEGORY.test(source))
    at.note("hand", node, "<DocCardList>: items requires running code; all pages of the category are listed");
  else if (source !== CARDS)
    at.note("changed", node, "removed the attributes of <DocCardList>, which lists the pages of its category");
  return CARDS;
}
