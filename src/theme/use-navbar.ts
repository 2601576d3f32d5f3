import type { NavbarEntry, SiteNavbarEntry } from "../navigation/navbar.ts";
import type { NavLink } from "../navigation/types.ts";
import { toUrl } from "../shared/route.ts";
import { type Context, useSite } from "./site-context.ts";

/** The navbar's entries on this page: those of versions and languages lead where they lead from here. */
export function useNavbar(): NavbarEntry[] {
  const context = useSite();
  return context.site.navbar.flatMap((entry) => entryOnPage(entry, context));
}

function entryOnPage(entry: SiteNavbarEntry, context: Context): NavbarEntry[] {
  if (entry.type === "docsVersion") return versionLink(entry, context);
  if (entry.type === "docsVersionDropdown") return versionDropdown(entry, context);
  if (entry.type === "localeDropdown") return localeDropdown(entry, context);
  return [entry];
}

/** The versions of a set of docs, and the one that the page shows: its own, else the last. */
function versionsOf(plugin: string, { site, page }: Context) {
  const docs = site.docs?.find((one) => one.plugin === plugin);
  const own = page.version?.plugin === plugin ? page.version : undefined;
  const shown = docs?.versions.find(({ name }) => name === (own?.name ?? docs.last));
  return { versions: docs?.versions ?? [], own, shown };
}

function versionLink(
  { position, plugin, label, link }: Extract<SiteNavbarEntry, { type: "docsVersion" }>,
  context: Context,
): NavbarEntry[] {
  const { versions, own, shown } = versionsOf(plugin, context);
  if (shown === undefined) return [];
  const { route } = shown;
  const preferred = { plugin, label: label === undefined, url: link === undefined, own: own?.name };
  return [
    {
      type: "link",
      position,
      link: {
        ...(link ?? { url: toUrl(context.site.baseUrl, route), route }),
        label: label ?? shown.label,
        ...(versions.length > 1 ? { preferred } : {}),
      },
    },
  ];
}

/** Each version leads to the same doc in it; where there is nothing to choose, the entry is a plain link. */
function versionDropdown(
  { position, plugin }: Extract<SiteNavbarEntry, { type: "docsVersionDropdown" }>,
  context: Context,
): NavbarEntry[] {
  const { versions, own, shown } = versionsOf(plugin, context);
  if (versions.length < 2) return versionLink({ type: "docsVersion", position, plugin }, context);
  const items = versions.map(({ name, label, route: main }) => {
    const route = own?.routes.find((one) => one.name === name)?.route ?? main;
    const link: NavLink = {
      label,
      url: toUrl(context.site.baseUrl, route),
      // The main doc of another version that lacks this page is not this page.
      ...(own === undefined || name === own.name ? { route } : {}),
      version: `${plugin}:${name}`,
    };
    return { type: "link" as const, link };
  });
  const preferred = { plugin, label: true, url: false, own: own?.name };
  return [{ type: "dropdown", position, label: shown?.label ?? plugin, items, preferred }];
}

/** Each language leads to the same page in it. */
function localeDropdown(
  { position }: Extract<SiteNavbarEntry, { type: "localeDropdown" }>,
  { site, page }: Context,
): NavbarEntry[] {
  const locales = site.locales ?? [];
  const current = locales.find(({ baseUrl }) => baseUrl === site.baseUrl);
  if (current === undefined) return [];
  const items = locales.map(({ label, lang, baseUrl }) => {
    const isCurrent = baseUrl === site.baseUrl;
    const url = page.kind === "notFound" ? baseUrl : toUrl(baseUrl, page.route);
    const link: NavLink = { label, url, lang, ...(isCurrent ? { route: page.route } : {}) };
    return { type: "link" as const, link };
  });
  return [{ type: "dropdown", position, label: current.label, items }];
}
