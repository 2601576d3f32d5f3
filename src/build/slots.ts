import type { SourcePage } from "../content/types.ts";
import type { LinkUse } from "../links/check.ts";
import { type Resolved, resolveLink } from "../links/resolve.ts";
import type { Slot } from "../markdown/document.ts";
import { escapeHtml } from "../shared/text.ts";
import type { Plan } from "./plan.ts";

/** Writes the attributes of a slot and notes where it leads. @param address rewrites the address for its place */
export function fillSlot(
  slot: Slot,
  page: SourcePage,
  plan: Plan,
  links: LinkUse[],
  address: (url: string) => string = (url) => url,
): string {
  const resolved = resolveLink(slot.target, { ...page, path: slot.path }, plan.indexOf(page), slot.url);
  links.push({ path: slot.path, line: slot.line, column: slot.column, target: slot.target, resolved });
  const url = escapeHtml(address(resolved.url));
  if (slot.kind === "link") return `href="${url}"`;
  return `src="${url}"${slot.kind === "image" ? sizeOf(resolved) : ""}`;
}

function sizeOf(resolved: Resolved): string {
  if (resolved.kind !== "file") return "";
  const { width, height } = resolved.media;
  return width === undefined || height === undefined ? "" : ` width="${width}" height="${height}"`;
}
