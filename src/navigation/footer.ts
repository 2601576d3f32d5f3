import type { FooterConfig } from "../config/schema.ts";
import type { NavLink, ResolveAddress } from "./types.ts";

/** The footer with its links resolved: columns, or one row. */
export interface Footer extends Omit<FooterConfig, "links"> {
  readonly columns: readonly { readonly title?: string; readonly links: readonly NavLink[] }[];
  readonly row: readonly NavLink[];
}

/** Resolves the configured footer against the site's pages. */
export function resolveFooter({ links, ...rest }: FooterConfig, resolve: ResolveAddress): Footer {
  const toLink = (link: Target & { readonly label: string }) => linkOf(link.label, link, resolve);
  return {
    ...rest,
    columns: links.flatMap((entry) => {
      if (!("items" in entry)) return [];
      return [{ ...(entry.title === undefined ? {} : { title: entry.title }), links: entry.items.map(toLink) }];
    }),
    row: links.flatMap((entry) => ("items" in entry ? [] : [toLink(entry)])),
  };
}

/** What an item of the configuration leads to: a route of the site, or an address outside it. */
interface Target {
  readonly to?: string | undefined;
  readonly href?: string | undefined;
}

/** The link of an item of the configuration. */
export function linkOf(label: string, { to, href }: Target, resolve: ResolveAddress): NavLink {
  return { label, ...(to === undefined ? { url: href ?? "" } : resolve(to)) };
}
