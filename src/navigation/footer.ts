import type { FooterConfig } from "../config/schema.ts";
import type { NavLink, ResolveAddress } from "./types.ts";

/** The footer with its links resolved: columns, or one row. */
export interface Footer extends Omit<FooterConfig, "links"> {
  readonly columns: readonly { readonly title?: string; readonly links: readonly NavLink[] }[];
  readonly row: readonly NavLink[];
}

/** Resolves the configured footer against the site's pages. */
export function resolveFooter({ links, ...rest }: FooterConfig, resolve: ResolveAddress): Footer {
  const linkOf = ({
    label,
    to,
    href,
  }: {
    label: string;
    to?: string | undefined;
    href?: string | undefined;
  }): NavLink => {
    return { label, ...(to === undefined ? { url: href ?? "" } : resolve(to)) };
  };
  return {
    ...rest,
    columns: links.flatMap((entry) => {
      if (!("items" in entry)) return [];
      return [{ ...(entry.title === undefined ? {} : { title: entry.title }), links: entry.items.map(linkOf) }];
    }),
    row: links.flatMap((entry) => ("items" in entry ? [] : [linkOf(entry)])),
  };
}
