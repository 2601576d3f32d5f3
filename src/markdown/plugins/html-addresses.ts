import { isMediaAddress, isScriptAddress } from "../../shared/address-kind.ts";
import { readHtml, type StartTag } from "../../shared/html.ts";
import { attributeOf, editHtml, type HtmlEdit, onlyText } from "../../shared/html-parts.ts";
import type { Position } from "../../shared/problem.ts";
import { escapeHtml, wordSet } from "../../shared/text.ts";
import { SLOT_SIGN, type Slot, slotMark } from "../document.ts";
import type { PageEnv } from "../env.ts";

/** Attributes with further URLs than the main one of an element, and the elements that have them. */
const BARE: Readonly<Record<string, readonly string[]>> = {
  poster: ["video"],
  data: ["object"],
  srcset: ["img", "source"],
};
/** Matches an entry of a `srcset`: a URL, which may contain commas, and its descriptor. */
const CANDIDATE = /([\s,]*)(\S*[^\s,])(\s[^,]*|,+|$)/g;

/** The URLs of a `srcset`, in order. */
export function addressesOfSrcset(value: string): string[] {
  return Array.from(value.matchAll(CANDIDATE), ([, , url = ""]) => url);
}

/** The accessible name that a tag gives its element; undefined if it gives none. */
export function labelInTag({ attributes }: StartTag): string | undefined {
  return attributes.find(({ name, value }) => (name === "aria-label" || name === "title") && value !== "")?.value;
}

/** Gives URLs in a component's HTML slots: pages have several languages. @param position of the component's tag */
export function componentAddresses(env: PageEnv, html: string, position: Position): string {
  const parts = readHtml(html);
  const edits = parts.flatMap((part, index) => {
    if (part.kind !== "start") return [];
    // What the component was given as content has its slots.
    const attributes = part.attributes.filter(({ value }) => value.trim() !== "" && !value.includes(SLOT_SIGN));
    return addressEdits(env, { ...part, attributes }, position, () => onlyText(html, parts, index), true);
  });
  return editHtml(html, edits);
}

/** Gives the URLs of a tag their slots. @param isRendered whether React wrote the tag: the rest stays unchanged */
export function addressEdits(
  env: PageEnv,
  tag: StartTag,
  position: Position,
  linkText: () => string | undefined,
  isRendered = false,
): HtmlEdit[] {
  const kind = slotKind(tag);
  if (kind === undefined) return [];
  const slot = (fields: Pick<Slot, "kind" | "target" | "isBare" | "text">) => {
    // A component may have written it with the base URL.
    const hasBase = isRendered && env.baseUrl !== "/" && fields.target.startsWith(env.baseUrl);
    const target = hasBase ? fields.target.slice(env.baseUrl.length - 1) : fields.target;
    env.slots.push({ ...fields, target, url: target, ...position });
    return slotMark(env.slots.length - 1);
  };
  return tag.attributes.flatMap(({ name, value, from, to }): HtmlEdit[] => {
    if (BARE[name]?.includes(tag.name) === true) {
      const mark = (target: string) => slot({ kind: "media", target, isBare: true });
      const markCandidate = (_: string, before: string, url: string, size: string) =>
        before + mark(url) + escapeHtml(size);
      const marked = name === "srcset" ? value.replace(CANDIDATE, markCandidate) : mark(value);
      return [{ from, to, html: `${name}="${marked}"` }];
    }
    if (name !== "href" && name !== "src") return [];
    const text = tag.name === "a" ? (labelInTag(tag) ?? linkText()) : undefined;
    const said = text === undefined ? {} : { text };
    if (isRendered) return [{ from, to, html: `${name}="${slot({ kind, target: value, isBare: true, ...said })}"` }];
    return [{ from, to, html: slot({ kind, target: value, ...said }) }];
  });
}

/** Adds slots for the tags of a link around an image that has a text and is shown in both colour modes. */
export function linkedImage(env: PageEnv, tag: StartTag, position: Position, edits: readonly HtmlEdit[]): HtmlEdit[] {
  const target = attributeOf(tag, "src");
  const isShown = !/(?:^|\s)(?:dark|light)-only(?:\s|$)/.test(attributeOf(tag, "class") ?? "");
  if (tag.name !== "img" || target === undefined || !attributeOf(tag, "alt")?.trim() || !isShown) return [...edits];
  const { from, to } = tag;
  const start = env.slots.length;
  const slot = { target, url: target, ...position };
  env.slots.push({ kind: "picture-start", ...slot }, { kind: "picture-end", ...slot });
  return [{ from, to: from, html: slotMark(start) }, ...edits, { from: to, to, html: slotMark(start + 1) }];
}

/** The kind of slot for a tag's URL: `media` for an image with a width; undefined for others, such as `<use>`. */
function slotKind(tag: StartTag): Slot["kind"] | undefined {
  const { name } = tag;
  if (name === "a" || name === "area" || name === "link") return "link";
  if (name === "img") return attributeOf(tag, "width") === undefined ? "image" : "media";
  if (name === "iframe") return "frame";
  if (["video", "audio", "source", "track", "embed", "object"].includes(name)) return "media";
  return undefined;
}

/** Matches links that the parser rejected because they would run code: `[x](javascript:…)`, `[x]: javascript:…`. */
export const REFUSED = /\](?:\(|:)\s*(?:<\s*)?(?:javascript|vbscript|file|data):/gi;
const ADDRESSES = wordSet("href xlink:href src action formaction data");

/** Whether an attribute is a URL that would run code. */
export function runsCode({ name, value }: StartTag["attributes"][number]): boolean {
  const isMedia = (name === "src" || name === "data") && isMediaAddress(value);
  return ADDRESSES.has(name) && !isMedia && isScriptAddress(value);
}

/** Reports a URL that would run code, which is removed. */
export function reportScript(env: PageEnv, position: Position): void {
  const message = "docgen removes URLs that would run code";
  const hint = "write it in backticks if it is text; move code to a React page (content/pages/*.tsx)";
  env.problems.push({ ...position, severity: "warning", code: "script-address", message, hint });
}
