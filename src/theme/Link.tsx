import type { AnchorHTMLAttributes, HTMLAttributes, ReactNode } from "react";
import type { NavLink, PreferredVersion, SidebarItem } from "../navigation/navigation-types.ts";
import { targetOf } from "../navigation/sidebar-path.ts";
import { type Route, toUrl } from "../shared/route.ts";
import { useSite, useUrl } from "./site-context.ts";

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/** A link for React pages. `to` is a route (`/docs/#part`), anchor or external address; `href` stays unchanged. */
export function Link({ to, href, ...rest }: AnchorProps & { readonly to?: string; readonly href?: string }): ReactNode {
  const url = useUrl();
  return <a href={to === undefined ? href : url(to)} {...rest} />;
}

/** A link to a page by its unencoded route. */
export function RouteLink({ route, ...rest }: AnchorProps & { readonly route: Route }): ReactNode {
  return <a href={toUrl(useSite().site.baseUrl, route)} {...rest} />;
}

/** A link to the target of a sidebar item. */
export function ItemLink({ item, ...rest }: AnchorProps & { readonly item: SidebarItem }): ReactNode {
  const { baseUrl } = useSite().site;
  const route = targetOf(item);
  return <a href={item.type === "address" ? item.url : route && toUrl(baseUrl, route)} {...rest} />;
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

/** Attributes for the client script that sets the link to the preferred version, before or after hydration. */
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
