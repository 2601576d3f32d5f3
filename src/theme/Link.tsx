import type { AnchorHTMLAttributes, ReactNode } from "react";
import type { NavLink } from "../navigation/types.ts";
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
    <a href={link.url} {...rest}>
      {link.label}
    </a>
  );
}
