import type { SourcePage } from "../../content/content-types.ts";
import { resolveLink } from "../../links/resolve.ts";
import { type CompiledDocument, fillCopy, type Slot } from "../../markdown/document.ts";
import { isListed, targetOf } from "../../navigation/sidebar-path.ts";
import { absoluteUrl, encodeRoute, toUrl, withBaseUrl } from "../../shared/route.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { Plan } from "../model/plan.ts";
import { copyFile } from "../model/reserved-files.ts";
import { fillSlot } from "./slots.ts";

/** URL of a page's copy; undefined if it has none. */
export function copyAddress(page: SourcePage, plan: Plan): string | undefined {
  const file = copyFile(page, plan);
  return file === undefined ? undefined : plan.config.baseUrl + encodeRoute(file);
}

/** Link tag for a page's copy; none without an address. */
export function copyLink(address: string | undefined): string[] {
  return address === undefined ? [] : [`<link rel="alternate" type="text/markdown" href="${escapeHtml(address)}">`];
}

/** Absolute URLs of the pages that have copies, with those of the copies. Plans are made anew with each change. */
const COPIES = new WeakMap<Plan, ReadonlyMap<string, string>>();

/** The absolute URL of a page's copy for that of the page, so that programs stay in Markdown; other URLs unchanged. */
function toCopy(href: string, plan: Plan): string {
  const { config } = plan;
  const copies =
    COPIES.get(plan) ??
    new Map(
      plan.pages.flatMap((page) => {
        const copy = copyAddress(page, plan);
        return copy === undefined ? [] : [[absoluteUrl(config, page.route), config.url + copy] as const];
      }),
    );
  COPIES.set(plan, copies);
  const [, address = "", tail = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const copy = copies.get(address);
  return copy === undefined ? href : copy + tail;
}

/** A page as portable Markdown: its title and text, with absolute addresses, of copies if pages have them. */
export function renderCopy(
  page: SourcePage,
  document: Pick<CompiledDocument, "copy" | "slots" | "heading"> | undefined,
  plan: Plan,
): string {
  const { config } = plan;
  const here = absoluteUrl(config, page.route);
  const absolute = (address: string) =>
    URL.canParse(address, here) ? toCopy(new URL(address, here).href, plan) : address;
  const title = page.frontMatter.title ?? page.title;
  if (document === undefined) {
    const { description = "" } = page.frontMatter;
    return blocks([`# ${title}`, description, cards(page, plan)]);
  }
  const address = (slot: Slot): string => {
    if (slot.kind === "cards") return cards(page, plan);
    const { url } = resolveLink(slot.target, { ...page, path: slot.path }, plan.indexOf(page), slot.url);
    return destination(absolute(url));
  };
  const { heading, slots, copy: text } = document;
  const fill = (copy: string) => fillCopy({ slots, copy }, address, (slot) => fillSlot(slot, page, plan, absolute));
  return blocks([`# ${heading === undefined ? title : fill(heading.markdown)}`, fill(text)]);
}

/** Markdown list of the pages in a category, in the order shown on the page. */
function cards(page: SourcePage, plan: Plan): string {
  const { config } = plan;
  return plan
    .categoryItemsOf(page)
    .filter(isListed)
    .map((item) => {
      const { label, description = "" } = item;
      const url = item.type === "address" ? item.url : toUrl(config.baseUrl, targetOf(item) ?? "/");
      const link = `- [${label.replace(/[[\]]/g, "\\$&")}](${destination(toCopy(withBaseUrl(`${config.url}/`, url), plan))})`;
      return description === "" ? link : `${link}: ${description}`;
    })
    .join("\n");
}

function destination(url: string): string {
  return url.replace(/[\s()<>]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`);
}

/** Joins blocks with blank lines. The result ends with exactly one newline, as `llms-full.txt` requires. */
function blocks(parts: readonly string[]): string {
  return `${parts
    .filter((part) => part !== "")
    .join("\n\n")
    .trim()}\n`;
}
