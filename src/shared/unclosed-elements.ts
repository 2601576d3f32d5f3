import { type EndTag, FOREIGN, RAW_TEXT, type StartTag } from "./html.ts";
import { wordSet } from "./text.ts";

/** Elements without an end tag. */
export const VOID_ELEMENTS = wordSet("area base br col embed hr img input link meta param source track wbr");
/** Elements whose end tag is optional. */
const LOOSE = wordSet("html head body p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp");

/** An element that is not closed yet, with its place for messages. */
export interface OpenElement<Place> {
  readonly name: string;
  readonly place: Place;
  /** Whether it is one of `FOREIGN` or inside one. */
  readonly isForeign: boolean;
}

/** An element without its end tag, or an end tag without an element. */
export interface ElementFault<Place> {
  readonly name: string;
  readonly place: Place;
  readonly isEnd: boolean;
}

/** Follows a tag in a stack of open elements, which it changes. @returns the faults that the tag shows */
export function followTag<Place>(
  open: OpenElement<Place>[],
  tag: StartTag | EndTag,
  place: Place,
): ElementFault<Place>[] {
  const { name } = tag;
  const last = open.at(-1);
  if (VOID_ELEMENTS.has(name) || (last !== undefined && RAW_TEXT.has(last.name) && last.name !== name)) return [];
  if (tag.kind === "start") {
    const isForeign = FOREIGN.has(name) || last?.isForeign === true;
    if (!tag.isSelfClosing || !isForeign) open.push({ name, place, isForeign });
    return [];
  }
  const opener = open.findLastIndex((element) => element.name === name);
  if (opener >= 0) return unclosed(open.splice(opener).slice(1));
  return LOOSE.has(name) ? [] : [{ name, place, isEnd: true }];
}

/** The open elements that need an end tag. */
export function unclosed<Place>(open: readonly OpenElement<Place>[]): ElementFault<Place>[] {
  return open.filter(({ name }) => !LOOSE.has(name)).map(({ name, place }) => ({ name, place, isEnd: false }));
}
