import type { SourcePage } from "../../content/content-types.ts";
import { type Resolved, resolveLink } from "../../links/resolve.ts";
import { isTagSlot, type Slot } from "../../markdown/document.ts";
import { badgeClass } from "../../shared/badge.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { Plan } from "../model/plan.ts";

/** Returns the attributes for a slot. @param address rewrites the address for its place */
export function fillSlot(slot: Slot, page: SourcePage, plan: Plan, address = (url: string) => url): string {
  // In a page that loads no scripts the component stays as rendered.
  if (slot.kind === "island" || isTagSlot(slot.kind)) return "";
  const resolved = targetOf(slot, page, plan);
  const url = escapeHtml(address(resolved.url));
  if (slot.isBare === true) return url;
  if (slot.kind === "link") return `href="${url}"`;
  const size = slot.kind === "image" ? shownSize(resolved) : undefined;
  return `src="${url}"${size === undefined ? "" : ` width="${size.width}" height="${size.height}"`}`;
}

function targetOf(slot: Slot, page: SourcePage, plan: Plan): Resolved {
  return resolveLink(slot.target, { ...page, path: slot.path }, plan.indexOf(page), slot.url);
}

/** The size in CSS pixels at which pages show a picture; undefined if the target is no picture with a size. */
function shownSize(resolved: Resolved): { readonly width: number; readonly height: number } | undefined {
  if (resolved.kind !== "file") return undefined;
  const { width, height, density = 1 } = resolved.media;
  if (width === undefined || height === undefined) return undefined;
  const shown = (pixels: number) => Math.max(1, Math.round(pixels / density));
  return { width: shown(width), height: shown(height) };
}

/** The tag, or the badge, that a slot stands for; empty if it shows none. @param names addresses of APIs, by name */
export function slotTag(
  slot: Slot,
  page: SourcePage,
  plan: Plan,
  names: Readonly<Record<string, string>> = {},
): string {
  if (slot.kind === "name-start" || slot.kind === "name-end") return nameTag(slot, page, plan, names);
  return slot.kind === "badge" ? cardBadge(slot, page, plan) : pictureTag(slot, page, plan);
}

/** The tag of a link around the name of an API; empty if nothing documents it, or only the page itself. */
function nameTag(slot: Slot, page: SourcePage, plan: Plan, names: Readonly<Record<string, string>>): string {
  const address = Object.hasOwn(names, slot.target) ? names[slot.target] : undefined;
  const isOnPage = address?.replace(/#.*$/, "") === page.route;
  if (address === undefined || (isOnPage && slot.linksToOwnPage !== true)) return "";
  if (slot.kind === "name-end") return "</a>";
  const target = isOnPage ? `#${address.replace(/^[^#]*#?/, "")}` : address;
  return `<a ${fillSlot({ ...slot, kind: "link", target, url: target }, page, plan)}>`;
}

/** Width of the text in CSS pixels, `--measure` of the theme. A wider image is shown smaller than its `width`. */
const TEXT_WIDTH = 704;

/** The tag of a link around an image to its file, which opens it at full size without scripts; empty if it fits. */
function pictureTag(slot: Slot, page: SourcePage, plan: Plan): string {
  const resolved = targetOf(slot, page, plan);
  if ((shownSize(resolved)?.width ?? 0) <= TEXT_WIDTH) return "";
  return slot.kind === "picture-end" ? "</a>" : `<a href="${escapeHtml(resolved.url)}">`;
}

/** The badge of the page that a card links to; empty if it has none. */
function cardBadge(slot: Slot, page: SourcePage, plan: Plan): string {
  const resolved = targetOf(slot, page, plan);
  const target = resolved.kind === "page" ? plan.pages.find(({ route }) => route === resolved.route) : undefined;
  const { badge } = target?.frontMatter ?? {};
  return badge === undefined ? "" : ` <span class="${badgeClass(badge.type)}">${escapeHtml(badge.text)}</span>`;
}
