import type { ReactNode } from "react";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { absoluteUrl } from "../shared/route.ts";
import { Link, RouteLink } from "./Link.tsx";
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

/** A button that copies the page as Markdown, and a menu beside it: open the Markdown, ask an assistant about it. */
function PageTools(): ReactNode {
  const { site, page } = useSite();
  const t = useTranslate();
  if (page.copy === undefined) return null;
  const { origin, links } = site.assistants ?? { origin: "", links: [] };
  const places = { url: absoluteUrl({ url: origin, baseUrl: site.baseUrl }, page.route), markdown: origin + page.copy };
  return (
    <div className="page-tools dropdown">
      <button type="button" className="copy-page" data-native="" suppressHydrationWarning>
        {t({ id: "theme.copyPage.label", message: "Copy page" })}
      </button>
      {/* May be open before hydration. */}
      <details suppressHydrationWarning>
        <summary aria-label={t({ id: "theme.copyPage.menu", message: "More" })} />
      </details>
      <ul>
        <li>
          <a href={page.copy} data-native="">
            {t({ id: "theme.copyPage.view", message: "View as Markdown" })}
          </a>
        </li>
        {links.map(({ label, url }) => (
          <li key={label}>
            <a
              href={url.replace(/\{(url|markdown)\}/g, (_, name: keyof typeof places) =>
                encodeURIComponent(places[name]),
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
