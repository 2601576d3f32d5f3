import type { SourcePage } from "../../content/content-types.ts";
import { type Resolved, resolveLink } from "../../links/resolve.ts";
import { isTagSlot, type Slot } from "../../markdown/document.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { Plan } from "../model/plan.ts";

/** Returns the attributes for a slot. @param address rewrites the address for its place */
export function fillSlot(
  slot: Slot,
  page: SourcePage,
  plan: Plan,
  address: (url: string) => string = (url) => url,
): string {
  // In a page that loads no scripts the component stays as rendered.
  if (slot.kind === "island" || isTagSlot(slot.kind)) return "";
  const resolved = resolveLink(slot.target, { ...page, path: slot.path }, plan.indexOf(page), slot.url);
  const url = escapeHtml(address(resolved.url));
  if (slot.isBare === true) return url;
  if (slot.kind === "link") return `href="${url}"`;
  return `src="${url}"${slot.kind === "image" ? sizeOf(resolved) : ""}`;
}

function sizeOf(resolved: Resolved): string {
  const size = shownSize(resolved);
  return size === undefined ? "" : ` width="${size.width}" height="${size.height}"`;
}

/** The size in CSS pixels at which pages show a picture; undefined if the target is no picture with a size. */
export function shownSize(resolved: Resolved): { readonly width: number; readonly height: number } | undefined {
  if (resolved.kind !== "file") return undefined;
  const { width, height, density = 1 } = resolved.media;
  if (width === undefined || height === undefined) return undefined;
  const shown = (pixels: number) => Math.max(1, Math.round(pixels / density));
  return { width: shown(width), height: shown(height) };
}
