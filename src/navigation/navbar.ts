import type { FooterConfig, NavbarItem, SiteConfig } from "../config/schema.ts";
import { sidebarNames } from "../config/sidebars-schema.ts";
import type { SourcePage } from "../content/content-types.ts";
import { nearestOrValid } from "../shared/nearest.ts";
import { encodeRoute, type Route } from "../shared/route.ts";
import type { NavLink, OnConfigProblem, PreferredVersion, ResolveAddress, Sidebars } from "./navigation-types.ts";
import { labelOf } from "./sidebar.ts";
import { firstRoute, sidebarNamed } from "./sidebar-path.ts";

/** A navbar entry with a resolved target. */
export type NavbarEntry = { readonly position: "left" | "right" } & (
  | {
      readonly type: "link";
      readonly link: NavLink;
      /** The link is active on pages with routes below this one. */
      readonly below?: Route | undefined;
      /** The link is active on pages of this sidebar. */
      readonly sidebar?: string;
    }
  | {
      readonly type: "dropdown";
      readonly label: string;
      readonly link?: NavLink | undefined;
      readonly items: readonly DropdownEntry[];
      readonly preferred?: PreferredVersion;
    }
  | { readonly type: "html"; readonly html: string }
  | { readonly type: "search" }
);

/** A link to a docs version; its label and target default to those of the version. */
interface DocsVersionEntry {
  readonly type: "docsVersion";
  readonly plugin: string;
  readonly label?: string | undefined;
  readonly link?: NavLink | undefined;
}

/** A navbar entry, shared by all pages; targets of versions and languages depend on the page. */
export type SiteNavbarEntry =
  | NavbarEntry
  | ({ readonly position: "left" | "right" } & (
      | DocsVersionEntry
      | { readonly type: "docsVersionDropdown"; readonly plugin: string }
      | { readonly type: "localeDropdown" }
    ));

export type DropdownEntry =
  | { readonly type: "link"; readonly link: NavLink }
  | { readonly type: "html"; readonly html: string };

/** What the items of a navbar lead to. */
interface NavbarTargets {
  readonly config: SiteConfig;
  /** If several versions have a doc, the first one is used. */
  readonly pages: readonly SourcePage[];
  readonly sidebars: Sidebars;
  readonly resolve: ResolveAddress;
  /** `plugin:id` of excluded drafts; items that lead to one are omitted. */
  readonly draftIds: ReadonlySet<string>;
}

/**
 * Resolves the configured navbar against the site's pages. Adds a search box on the right if none is configured.
 *
 * @param onFault called for each item with a dangling reference, which is omitted
 */
export function resolveNavbar(targets: NavbarTargets, onFault: OnConfigProblem): SiteNavbarEntry[] {
  const entries = targets.config.navbar.items.flatMap((item, index): SiteNavbarEntry[] => {
    const result = resolveItem(item, targets);
    if (typeof result !== "string") return result;
    const [key, value] =
      item.type === "doc" ? ["docId", item.docId] : ["sidebarId", "sidebarId" in item ? item.sidebarId : ""];
    onFault({ item: `navbar.items[${index}]`, message: result, kind: "broken-reference", key, value });
    return [];
  });
  const hasSearch = entries.some((entry) => entry.type === "search");
  return hasSearch ? entries : [...entries, { type: "search", position: "right" }];
}

function resolveItem(
  item: NavbarItem,
  { config, pages, sidebars, resolve, draftIds }: NavbarTargets,
): SiteNavbarEntry[] | string {
  const { position } = item;
  const firstDocs = config.docs[0]?.id ?? "";
  const toPage = (label: string, route: Route): NavLink => ({ label, ...resolve(encodeRoute(route)) });
  switch (item.type) {
    case "default": {
      const link = configuredLink(item.label, item, resolve);
      const below = link.route?.endsWith("/") === true && link.route !== "/" ? link.route : undefined;
      return [{ type: "link", position, link, below }];
    }
    case "html":
      return [{ type: "html", position, html: item.value }];
    case "search":
      return [{ type: "search", position }];
    case "dropdown": {
      const hasLink = item.to !== undefined || item.href !== undefined;
      const link = hasLink ? configuredLink(item.label, item, resolve) : undefined;
      const items = item.items.map((entry): DropdownEntry => {
        if (entry.type === "html") return { type: "html", html: entry.value };
        return { type: "link", link: configuredLink(entry.label, entry, resolve) };
      });
      return [{ type: "dropdown", position, label: item.label, items, link }];
    }
    case "doc": {
      const { docsPluginId: plugin = firstDocs } = item;
      const docPages = pages.filter((page) => page.plugin === plugin);
      const page = docPages.find(({ id }) => id === item.docId);
      if (page === undefined) {
        if (draftIds.has(`${plugin}:${item.docId}`)) return [];
        // Without duplicates, as several versions have the same ids.
        const ids = [...new Set(docPages.map(({ id }) => id))];
        return `no doc "${item.docId}"${ids.length === 0 ? ": these docs have no pages" : nearestOrValid(item.docId, ids)}`;
      }
      const link = toPage(item.label ?? labelOf(page), page.route);
      return [{ type: "link", position, link, below: page.isIndex ? page.route : undefined }];
    }
    case "docSidebar": {
      const to = firstRoute(sidebarNamed(sidebars, item.sidebarId));
      if (to === undefined) return `sidebar "${item.sidebarId}" contains no link`;
      const link = toPage(item.label ?? item.sidebarId, to);
      const docs = config.docs.find((plugin) => sidebarNames(plugin).includes(item.sidebarId));
      if (docs?.sidebars !== undefined) return [{ type: "link", position, link, sidebar: item.sidebarId }];
      return [{ type: "link", position, link, below: `/${docs?.routeBasePath ?? ""}/`.replace(/\/+/g, "/") }];
    }
    case "docsVersion": {
      const { docsPluginId: plugin = firstDocs, label, to } = item;
      const link = to === undefined ? undefined : configuredLink("", item, resolve);
      return [{ type: "docsVersion", position, plugin, label, link }];
    }
    case "docsVersionDropdown":
      return [{ type: "docsVersionDropdown", position, plugin: item.docsPluginId ?? firstDocs }];
    case "localeDropdown":
      return [{ type: "localeDropdown", position }];
  }
}

/** The footer with resolved links: columns, or one row. */
export interface ResolvedFooter extends Omit<FooterConfig, "links"> {
  readonly columns: readonly { readonly title: string | undefined; readonly links: readonly NavLink[] }[];
  readonly row: readonly NavLink[];
}

/** Resolves the configured footer against the site's pages. */
export function resolveFooter({ links, ...rest }: FooterConfig, resolve: ResolveAddress): ResolvedFooter {
  const toLink = (link: Target & { readonly label: string }) => configuredLink(link.label, link, resolve);
  return {
    ...rest,
    columns: links.flatMap((entry) => {
      return "items" in entry ? [{ title: entry.title, links: entry.items.map(toLink) }] : [];
    }),
    row: links.flatMap((entry) => ("items" in entry ? [] : [toLink(entry)])),
  };
}

/** Target of a configured item: a route of the site, or an address outside it. */
interface Target {
  readonly to?: string | undefined;
  readonly href?: string | undefined;
}

/** The resolved link of a configured item. */
function configuredLink(label: string, { to, href }: Target, resolve: ResolveAddress): NavLink {
  return { label, ...(to === undefined ? { url: href ?? "" } : resolve(to)) };
}
