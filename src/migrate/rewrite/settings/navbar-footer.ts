import type { Mapping } from "../../../content/data-file.ts";
import { type HtmlRange, readHtml, type StartTag } from "../../../shared/html.ts";
import { attributeOf, editHtml, endOfElement, shownTexts } from "../../../shared/html-parts.ts";
import type { NoteSetting } from "../../job.ts";
import { PATHNAME, staticPath } from "../../plan/new-paths.ts";
import { asText, filled, list, pick, record } from "../../read/config-values.ts";
import { newDocId } from "../../read/doc-names.ts";
import { firstDoc } from "../../read/read-sidebars.ts";
import type { SiteFacts } from "./site-facts.ts";
import { isUnknown, noteUnsupported } from "./unsupported.ts";

/** Converts the navbar; undefined for an empty one. */
export function convertNavbar(options: Mapping, facts: SiteFacts, note: NoteSetting): Mapping | undefined {
  noteUnsupported(options, "navbar", "title logo hideOnScroll items links style", note);
  // `links` is their name in the first versions of Docusaurus 2.
  const items = options.items ?? options.links;
  return filled({
    title: asText(options.title),
    logo: logo(record(options.logo), facts),
    hideOnScroll: options.hideOnScroll === true ? true : undefined,
    items: isUnknown(items) ? items : filled(list(items).flatMap((item) => navbarItem(item, facts, note))),
  });
}

function logo(options: Mapping, { linkTo }: SiteFacts): Mapping | undefined {
  if (options.src === undefined) return undefined;
  const href = asText(options.href);
  return {
    ...pick(options, "alt target"),
    href: href && linkTo(href),
    src: fromBaseUrl(options.src),
    srcDark: fromBaseUrl(options.srcDark),
    width: amount(options.width),
    height: amount(options.height),
  };
}

function amount(value: unknown): number | undefined {
  const number = Number.parseFloat(String(value));
  return Number.isNaN(number) ? undefined : number;
}

function navbarItem(item: Mapping, facts: SiteFacts, note: NoteSetting): Mapping[] {
  const extraItems = [...list(item.dropdownItemsBefore), ...list(item.dropdownItemsAfter)]
    // Beside the dropdown, its items have nothing to be separated from.
    .filter(({ value }) => !/^\s*<hr\b[^>]*>\s*$/.test(String(value ?? "")))
    .flatMap((entry) => dropdownItem(entry, facts, note).map((shown) => ({ ...shown, position: item.position })));
  if (extraItems.length > 0)
    note("changed", "navbar.items", `moved the additional items of ${String(item.type)} next to it`);
  return [...mainItem(item, facts, note), ...extraItems];
}

function mainItem(item: Mapping, facts: SiteFacts, note: NoteSetting): Mapping[] {
  const { position } = item;
  const type = item.type ?? (Array.isArray(item.items) ? "dropdown" : "default");
  const plugin = asText(item.docsPluginId);
  const docsPluginId = plugin === "default" ? undefined : plugin;
  const label = asText(item.label);
  const docId = typeof item.docId === "string" ? newDocId(item.docId) : item.docId;
  const sidebar = asText(item.sidebarId);
  const sidebarId = sidebar && facts.sidebars.nameOf(plugin ?? "default", sidebar);
  const plain =
    "type items label to href position value docId sidebarId docsPluginId dropdownItemsAfter dropdownItemsBefore";
  const supported = `${plain} aria-label title className html activeBaseRegex activeBasePath target rel`;
  // The site's own types are removed as a whole.
  if (!/^custom-/.test(String(type))) noteUnsupported(item, "navbar.items", supported, note);
  const name = label ?? linkName(item);
  if (item.className !== undefined)
    note("changed", "navbar.items", `className ${String(item.className)} is removed: the item shows its label`);
  if (item.html !== undefined) note("changed", "navbar.items", `html of an item is removed: the item shows "${name}"`);
  if (type === "default") return [{ ...link(item, facts), position, label: name }];
  if (type === "dropdown") {
    const items = list(item.items).flatMap((entry) => dropdownItem(entry, facts, note));
    const target = item.to === undefined && item.href === undefined ? {} : link(item, facts);
    return items.length === 0 ? [] : [{ type, ...target, label: name, position, items }];
  }
  const kept = KEPT.get(type);
  const isLost = type === "docSidebar" && !facts.sidebars.has(plugin ?? "default", sidebar ?? "");
  if (kept === undefined || isLost) {
    const what = isLost ? `for the sidebar "${sidebar}"` : `of type "${String(type)}"`;
    const why = isLost ? "there is no such sidebar" : "docgen has no equivalent";
    note("hand", "navbar.items", `the item ${what} is removed: ${why}`);
    return [];
  }
  const to = asText(item.to);
  const value = String(item.value ?? "");
  const values = { type, label, docId, sidebarId, position, docsPluginId, value, to: to && facts.linkTo(to) };
  return [pick(values, kept)];
}

/** The settings of navbar items by their types, besides links and dropdowns. */
const KEPT: ReadonlyMap<unknown, string> = new Map([
  ["html", "type position value"],
  ["search", "type position"],
  ["localeDropdown", "type position"],
  ["docSidebar", "type label sidebarId position docsPluginId"],
  ["doc", "type label docId position docsPluginId"],
  ["docsVersion", "type label to position docsPluginId"],
  ["docsVersionDropdown", "type position docsPluginId"],
]);

/** A name for a link without a label: the text of its HTML, the name for screen readers, its tooltip, or its host. */
function linkName(item: Mapping): string {
  const [, host] = /^https?:\/\/(?:www\.)?([^/?#]+)/.exec(String(item.href ?? item.to ?? "")) ?? [];
  const text = shownTexts(asText(item.html) ?? "")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  return text || (asText(item["aria-label"]) ?? asText(item.title) ?? host ?? "Link");
}

/** Converts an entry of a dropdown; docgen supports links and HTML there. */
function dropdownItem(item: Mapping, facts: SiteFacts, note: NoteSetting): Mapping[] {
  const { sidebars, docs } = facts;
  const { type = "default", sidebarId, docsPluginId = "default" } = item;
  if (type === "html") return [{ type, value: String(item.value ?? "") }];
  const isLink = type === "default" || (type === "docsVersion" && item.to !== undefined);
  if (isLink) return [{ ...link(item, facts), label: asText(item.label) ?? linkName(item) }];
  const set = String(docsPluginId);
  const written = sidebars.written.get(set) ?? {};
  const ids = [...docs.keys()].flatMap((key) => (key.startsWith(`${set} `) ? key.slice(set.length + 1) : []));
  const entries = written[sidebars.nameOf(set, String(sidebarId))];
  const docId = type === "docSidebar" ? firstDoc(entries, ids) : newDocId(String(item.docId));
  const path = docs.get(`${set} ${String(docId)}`);
  if (path !== undefined && (type === "doc" || type === "docSidebar"))
    return [{ label: String(item.label ?? sidebarId ?? docId), to: encodeURI(path) }];
  const lost: Readonly<Record<string, string>> = {
    doc: `of the doc "${String(item.docId)}" is removed from its dropdown: there is no such doc`,
    docSidebar: `for the sidebar "${String(sidebarId)}" is removed from its dropdown: the sidebar has no docs`,
  };
  const other = `of type "${String(type)}" is removed from its dropdown: replace it with a link`;
  note("hand", "navbar.items", `the item ${lost[String(type)] ?? other}`);
  return [];
}

/** A link, with an address that the new site has. */
function link(item: Mapping, { linkTo }: SiteFacts): Mapping {
  const address = asText(item.href) ?? asText(item.to) ?? "";
  const target = linkTo(address);
  // Docusaurus adds the base URL to paths, and docgen to those in `to`.
  const isInner = /^(?:\/(?!\/)|pathname:)/.test(target);
  const isOutside = !isInner && (item.href !== undefined || address.startsWith(PATHNAME));
  return { ...pick(item, "label"), [isOutside ? "href" : "to"]: target };
}

/** Converts the footer; undefined if there is none. */
export function convertFooter(options: Mapping, facts: SiteFacts, note: NoteSetting) {
  const links = list(options.links).flatMap((column): Mapping[] => {
    if (!Array.isArray(column.items)) return footerLink(column, facts, note);
    const items = list(column.items).flatMap((item) => footerLink(item, facts, note));
    return items.length === 0 ? [] : [{ title: asText(column.title), items }];
  });
  if (Object.keys(options).length === 0) return undefined;
  noteUnsupported(options, "footer", "style logo links copyright", note);
  return {
    style: options.style,
    logo: logo(record(options.logo), facts),
    links: isUnknown(options.links) ? options.links : filled(links),
    copyright: isUnknown(options.copyright) ? options.copyright : asText(options.copyright),
  };
}

function footerLink(item: Mapping, facts: SiteFacts, note: NoteSetting): Mapping[] {
  // Docusaurus shows nothing for an entry without a label.
  if (item.html === undefined) return item.label === undefined ? [] : [link(item, facts)];
  const html = String(item.html);
  const links = linksIn(html);
  // What remains besides the links is not shown as text.
  const rest = editHtml(
    html,
    links.map((range) => ({ ...range, html: "" })),
  );
  const isComplete = links.length > 0 && links.every(({ href, label }) => href !== "#" && label !== "");
  if (isComplete && textOf(rest) === "") {
    for (const { isPicture, href, label } of links)
      if (isPicture)
        note("changed", "footer.links", `the picture of the link to ${href} is removed: the link shows "${label}"`);
    // Docusaurus adds no base URL to addresses in HTML.
    return links.map(({ label, href }) =>
      facts.linkTo(href) === href ? { label, href } : link({ label, href }, facts),
    );
  }
  const remedy = "replace it with a link, or replace the footer (templates/Footer.tsx)";
  note("hand", "footer.links", `an HTML item is removed: ${remedy}`);
  return [];
}

interface HtmlLink extends HtmlRange {
  readonly href: string;
  /** Its text, or what its attributes or its picture say; empty if there is none. */
  readonly label: string;
  readonly isPicture: boolean;
}

function linksIn(html: string): HtmlLink[] {
  const parts = readHtml(html);
  return parts.flatMap((part, index): HtmlLink[] => {
    if (part.kind !== "start" || part.name !== "a") return [];
    const to = endOfElement(parts, index);
    const inside = parts.flatMap((tag) => (tag.kind === "start" && tag.from > part.from && tag.to < to ? [tag] : []));
    const isPicture = inside.some(({ name }) => name === "img" || name === "svg");
    const href = attributeOf(part, "href") ?? "#";
    const names = [...["aria-label", "title"].map((name) => attributeOf(part, name)), ...inside.map(nameOf)];
    const label = textOf(html.slice(part.to, to)) || names.find(Boolean) || (isPicture ? linkName({ href }) : "");
    return [{ from: part.from, to, href, label, isPicture }];
  });
}

function nameOf(tag: StartTag): string | undefined {
  return attributeOf(tag, "alt") || attributeOf(tag, "title");
}

/** The text of HTML, without that of its pictures. */
function textOf(html: string): string {
  const parts = readHtml(html);
  const pictures = parts.flatMap((part, index) =>
    part.kind === "start" && part.name === "svg" ? [{ from: part.from, to: endOfElement(parts, index), html: "" }] : [],
  );
  return shownTexts(editHtml(html, pictures)).join("").replace(/\s+/g, " ").trim();
}

/** Converts an image address, which Docusaurus resolves against the base URL. */
export function fromBaseUrl(value: unknown): string | undefined {
  const address = asText(value);
  if (address === undefined || /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(address)) return address;
  return `/${staticPath(address.replace(/^\.?\//, ""))}`;
}
