import type { FooterConfig } from "../config/schema.ts";
import type { NavLink, ResolveAddress } from "./navigation-types.ts";

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
export function configuredLink(label: string, { to, href }: Target, resolve: ResolveAddress): NavLink {
  return { label, ...(to === undefined ? { url: href ?? "" } : resolve(to)) };
}
