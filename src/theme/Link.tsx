import type { AnchorHTMLAttributes, HTMLAttributes, ReactNode } from "react";
import type { NavLink, PreferredVersion } from "../navigation/types.ts";
import type { Route } from "../shared/route.ts";
import { toUrl } from "../shared/route.ts";
import { useSite, useUrl } from "./site-context.ts";

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/** A link as an author of a page writes it: a route of this site, `to="/docs/#part"`, or an address outside. */
export function Link({ to, href, ...rest }: AnchorProps & { readonly to?: string; readonly href?: string }): ReactNode {
  const url = useUrl();
  return <a href={to === undefined ? href : url(to)} {...rest} />;
}

/** A link to a page by its very route, in which every character stands for itself. */
export function RouteLink({ route, ...rest }: AnchorProps & { readonly route: Route }): ReactNode {
  return <a href={toUrl(useSite().site.baseUrl, route)} {...rest} />;
}

/** A configured link. */
export function NavAnchor({ link, ...rest }: AnchorProps & { readonly link: NavLink }): ReactNode {
  return (
    <a
      href={link.url}
      lang={link.lang}
      hrefLang={link.lang}
      data-docs-version={link.version}
      {...preferredAttributes(link.preferred)}
      {...rest}
    >
      {link.label}
    </a>
  );
}

/** Marks what the browser's script sets to the version that the reader prefers, before or after React comes. */
export function preferredAttributes(preferred: PreferredVersion | undefined): HTMLAttributes<HTMLElement> {
  if (preferred === undefined) return {};
  const { plugin, label, url, own } = preferred;
  const attributes = {
    "data-preferred-version": plugin,
    "data-preferred-parts": [label ? "label" : "", url ? "url" : ""].join(" ").trim(),
    "data-own-version": own,
  };
  return { ...attributes, suppressHydrationWarning: true };
}
