import type { ReactNode } from "react";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { Link, RouteLink } from "./Link.tsx";
import { PageTools } from "./PageTools.tsx";
import { useSite, useTranslate } from "./site-context.ts";

/** Breadcrumbs from the root of the sidebar to the page, which is plain text. */
export function Breadcrumbs({ path }: { readonly path: readonly SidebarItem[] }): ReactNode {
  const { site } = useSite();
  const t = useTranslate();
  return (
    <div className="breadcrumbs">
      <nav aria-label={t({ id: "theme.docs.breadcrumbs.navAriaLabel", message: "Breadcrumbs" })}>
        <ol>
          {site.hasHome ? (
            <li>
              <Link to="/" aria-label={t({ id: "theme.docs.breadcrumbs.home", message: "Home page" })}>
                <span className="icon icon-home" />
              </Link>
            </li>
          ) : null}
          {path.map((item, index) => (
            <li key={item.label}>
              {index === path.length - 1 ? (
                <span aria-current="page">{item.label}</span>
              ) : item.route === undefined ? (
                <span>{item.label}</span>
              ) : (
                <RouteLink route={item.route}>{item.label}</RouteLink>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <PageTools />
    </div>
  );
}
