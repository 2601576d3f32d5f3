import type { Mapping } from "../../../content/data-file.ts";
import type { NoteSetting } from "../../job.ts";
import { staticPath } from "../../plan/new-paths.ts";
import { asText, filled, list, noteUnsupported, pick, record } from "../../read/config-values.ts";
import { firstDoc } from "../../read/read-sidebars.ts";
import type { SiteFacts } from "./site-facts.ts";

/** What navbar items may refer to. */
type NavbarFacts = Pick<SiteFacts, "sidebars" | "docs">;

/** Converts the navbar; undefined for an empty one. */
export function convertNavbar(options: Mapping, facts: NavbarFacts, note: NoteSetting): Mapping | undefined {
  return filled({
    title: asText(options.title),
    logo: logo(record(options.logo)),
    hideOnScroll: options.hideOnScroll === true ? true : undefined,
    items: filled(list(options.items).flatMap((item) => navbarItem(item, facts, note))),
  });
}

function logo(options: Mapping): Mapping | undefined {
  if (options.src === undefined) return undefined;
  return {
    ...pick(options, "alt href target"),
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

function navbarItem(item: Mapping, facts: NavbarFacts, note: NoteSetting): Mapping[] {
  const { position } = item;
  const type = item.type ?? (Array.isArray(item.items) ? "dropdown" : "default");
  const plugin = asText(item.docsPluginId);
  const docsPluginId = plugin === "default" ? undefined : plugin;
  const label = asText(item.label);
  const docId = typeof item.docId === "string" ? facts.sidebars.docId(plugin ?? "default", item.docId) : item.docId;
  const sidebar = asText(item.sidebarId);
  const sidebarId = sidebar && facts.sidebars.nameOf(plugin ?? "default", sidebar);
  const extraItems = [...list(item.dropdownItemsAfter), ...list(item.dropdownItemsBefore)];
  const plain =
    "type items label to href position value docId sidebarId docsPluginId dropdownItemsAfter dropdownItemsBefore";
  noteUnsupported(
    item,
    "navbar.items",
    `${plain} aria-label className activeBaseRegex activeBasePath target rel`,
    note,
  );
  if (item.className !== undefined)
    note("changed", "navbar.items", `className ${String(item.className)} is removed: the item shows its label`);
  if (extraItems.length > 0)
    note("hand", "navbar.items", `the additional items of ${String(type)} are removed: make them separate items`);
  switch (type) {
    case "default":
      return [{ ...pick(item, "label to href position"), label: label ?? asText(item["aria-label"]) ?? "Link" }];
    case "dropdown":
      return [
        {
          type,
          label: label ?? "",
          position,
          items: list(item.items).flatMap((entry) => dropdownItem(entry, facts, note)),
        },
      ];
    case "html":
      return [{ type, position, value: String(item.value ?? "") }];
    case "search":
    case "localeDropdown":
      return [{ type, position }];
    case "docSidebar":
      if (!facts.sidebars.has(plugin ?? "default", sidebar ?? "")) {
        note("hand", "navbar.items", `the item for the sidebar "${sidebar}" is removed: there is no such sidebar`);
        return [];
      }
      return [{ type, label, sidebarId, position, docsPluginId }];
    case "doc":
    case "docsVersion":
      return [{ type, label, docId, sidebarId, position, docsPluginId }];
    case "docsVersionDropdown":
      return [{ type, position, docsPluginId }];
    default:
      note("hand", "navbar.items", `the item of type "${String(type)}" is removed: docgen has no equivalent`);
      return [];
  }
}

/** Converts an entry of a dropdown; docgen supports links and HTML there. */
function dropdownItem(item: Mapping, { sidebars, docs }: NavbarFacts, note: NoteSetting): Mapping[] {
  const { type = "default", sidebarId, docsPluginId = "default" } = item;
  if (type === "html") return [{ type, value: String(item.value ?? "") }];
  if (type === "default") return [pick(item, "label to href")];
  const set = String(docsPluginId);
  const written = sidebars.written.get(set) ?? {};
  const docId =
    type === "docSidebar"
      ? firstDoc(written[sidebars.nameOf(set, String(sidebarId))])
      : sidebars.docId(set, String(item.docId));
  const path = docs.get(`${set} ${String(docId)}`);
  if (path !== undefined && (type === "doc" || type === "docSidebar"))
    return [{ label: String(item.label ?? sidebarId ?? docId), to: encodeURI(path) }];
  const message = `the item of type "${String(type)}" in a dropdown is removed: replace it with a link`;
  note("hand", "navbar.items", message);
  return [];
}

/** Converts the footer; undefined if there is none. */
export function convertFooter(options: Mapping, note: NoteSetting): Mapping | undefined {
  const links = list(options.links).flatMap((column): Mapping[] =>
    Array.isArray(column.items)
      ? [{ title: asText(column.title), items: list(column.items).flatMap((item) => footerLink(item, note)) }]
      : footerLink(column, note),
  );
  if (Object.keys(options).length === 0) return undefined;
  return {
    style: options.style,
    logo: logo(record(options.logo)),
    links: filled(links),
    copyright: asText(options.copyright),
  };
}

function footerLink(item: Mapping, note: NoteSetting): Mapping[] {
  if (item.html === undefined) return [pick(item, "label to href")];
  const [, href, label] = /<a [^>]*href="([^"]+)"[^>]*>([^<]+)<\/a>/.exec(String(item.html)) ?? [];
  if (href !== undefined && label !== undefined) return [{ label: label.trim(), href }];
  const remedy = "replace it with a link, or replace the footer (templates/Footer.tsx)";
  note("hand", "footer.links", `an HTML item is removed: ${remedy}`);
  return [];
}

/** Converts an image address, which Docusaurus resolves against the base URL. */
export function fromBaseUrl(value: unknown): string | undefined {
  const address = asText(value);
  if (address === undefined || /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(address)) return address;
  return `/${staticPath(address.replace(/^\.?\//, ""))}`;
}
