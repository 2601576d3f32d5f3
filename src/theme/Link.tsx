import type { AnchorHTMLAttributes, ReactNode } from "react";
import type { NavLink } from "../navigation/types.ts";
import { useUrl } from "./site-context.ts";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** Route on this site, hash included. */
  readonly to?: string | undefined;
  /** Address outside it. */
  readonly href?: string | undefined;
};

/** A link to a page of this site by its route, or to another site by its address. */
export function Link({ to, href, ...rest }: Props): ReactNode {
  const url = useUrl();
  return <a href={to === undefined ? href : url(to)} {...rest} />;
}

/** A configured link. */
export function NavAnchor({ link, ...rest }: { readonly link: NavLink } & Omit<Props, "to" | "href">): ReactNode {
  return (
    <Link to={link.to} href={link.href} {...rest}>
      {link.label}
    </Link>
  );
}
