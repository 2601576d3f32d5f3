import type { NavbarEntry, SiteNavbarEntry } from "../navigation/navbar.ts";
import type { NavLink } from "../navigation/navigation-types.ts";
import { routeKey, toUrl } from "../shared/route.ts";
import { type ThemeContext, useSite } from "./site-context.ts";

/** The navbar's entries, with versions and languages set for the page, and the current entry. */
export function useNavbar(): { readonly entries: NavbarEntry[]; readonly current: NavbarEntry | undefined } {
  const context = useSite();
  const entries = context.site.navbar.flatMap((entry) => entryOnPage(entry, context));
  return { entries, current: currentOf(entries, context.page) };
}

/** The entry for the page, else for the nearest page above it, else for its sidebar. */
function currentOf(entries: readonly NavbarEntry[], { route, sidebar }: ThemeContext["page"]): NavbarEntry | undefined {
  let current = entries.find(
    (entry) => entry.type === "link" && entry.sidebar !== undefined && entry.sidebar === sidebar,
  );
  let longest = 0;
  for (const entry of entries) {
    if (entry.type !== "link" || entry.link.route === undefined) continue;
    const above = routeKey(entry.link.route) === routeKey(route) ? route : (entry.below ?? "");
    if (above.length <= longest || !route.startsWith(above)) continue;
    longest = above.length;
    current = entry;
  }
  return current;
}

function entryOnPage(entry: SiteNavbarEntry, context: ThemeContext): NavbarEntry[] {
  if (entry.type === "docsVersion") return versionLink(entry, context);
  if (entry.type === "docsVersionDropdown") return versionDropdown(entry, context);
  if (entry.type === "localeDropdown") return localeDropdown(entry, context);
  return [entry];
}

/** The versions of a set of docs, and the page's version or else the last one. */
function versionsOf(plugin: string, { site, page }: ThemeContext) {
  const docs = site.docs?.find((candidate) => candidate.plugin === plugin);
  const pageVersion = page.version?.plugin === plugin ? page.version : undefined;
  const shown = docs?.versions.find(({ name }) => name === (pageVersion?.name ?? docs.last));
  return { versions: docs?.versions ?? [], own: pageVersion, shown };
}

/** A configured entry of one type. */
type EntryOf<Type> = Extract<SiteNavbarEntry, { type: Type }>;

function versionLink({ position, plugin, label, link }: EntryOf<"docsVersion">, context: ThemeContext): NavbarEntry[] {
  const { versions, own: pageVersion, shown } = versionsOf(plugin, context);
  if (shown === undefined) return [];
  const { route } = shown;
  const preferred = { plugin, label: label === undefined, url: link === undefined, own: pageVersion?.name };
  const target: NavLink = {
    ...(link ?? { url: toUrl(context.site.baseUrl, route), route }),
    label: label ?? shown.label,
    ...(versions.length > 1 ? { preferred } : {}),
  };
  return [{ type: "link", position, link: target }];
}

/** Links each version to the same doc; with a single version, the entry is a plain link. */
function versionDropdown({ position, plugin }: EntryOf<"docsVersionDropdown">, context: ThemeContext): NavbarEntry[] {
  const { versions, own: pageVersion, shown } = versionsOf(plugin, context);
  if (versions.length < 2) return versionLink({ type: "docsVersion", position, plugin }, context);
  const items = versions.map(({ name, label, route: main }) => {
    const route = pageVersion?.routes.find((entry) => entry.name === name)?.route ?? main;
    const link: NavLink = {
      label,
      url: toUrl(context.site.baseUrl, route),
      // The main doc, which stands in for this page in a version that lacks it, is a different page.
      ...(pageVersion === undefined || name === pageVersion.name ? { route } : {}),
      version: `${plugin}:${name}`,
    };
    return { type: "link" as const, link };
  });
  const preferred = { plugin, label: true, url: false, own: pageVersion?.name };
  return [{ type: "dropdown", position, label: shown?.label ?? plugin, items, preferred }];
}

function localeDropdown({ position }: EntryOf<"localeDropdown">, { site, page }: ThemeContext): NavbarEntry[] {
  const locales = site.locales ?? [];
  const current = locales.find(({ baseUrl }) => baseUrl === site.baseUrl);
  if (current === undefined) return [];
  const items = locales.map(({ label, lang, baseUrl }) => {
    const isCurrent = baseUrl === site.baseUrl;
    const isMissing = page.kind === "notFound" || page.missingIn?.includes(baseUrl) === true;
    const url = toUrl(baseUrl, isMissing ? site.homeRoute : page.route);
    const link: NavLink = { label, url, lang, ...(isCurrent ? { route: page.route } : {}) };
    return { type: "link" as const, link };
  });
  return [{ type: "dropdown", position, label: current.label, items }];
}
