import type { ReactNode } from "react";
import type { DropdownEntry, NavbarEntry } from "../navigation/navbar.ts";
import type { NavLink, PreferredVersion } from "../navigation/types.ts";
import { routeKey } from "../shared/route.ts";
import { ColorModeToggle } from "./ColorModeToggle.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { SIDEBAR_ID } from "./ids.ts";
import { NavAnchor, preferredAttributes, RouteLink } from "./Link.tsx";
import { Logo } from "./Logo.tsx";
import { useSite, useTranslate } from "./site-context.ts";
import { useNavbar } from "./use-navbar.ts";

/** The bar at the top: brand, entries left and right, search, colour mode; below 997 px a menu button. */
export function Navbar({ openSearch }: { readonly openSearch: (() => void) | undefined }): ReactNode {
  const { site } = useSite();
  const t = useTranslate();
  const navbar = useNavbar();
  const entries = (position: "left" | "right") =>
    navbar
      .filter((entry) => entry.position === position)
      .map((entry) => (
        <ErrorBoundary key={keyOf(entry)} fallback={(error) => blame(entry, error)}>
          <Entry entry={entry} openSearch={openSearch} />
        </ErrorBoundary>
      ));
  return (
    <header className="navbar">
      <nav aria-label={t({ id: "theme.NavBar.navAriaLabel", message: "Main" })} className="navbar-inner">
        <button
          type="button"
          className="icon-button menu-button"
          popoverTarget={SIDEBAR_ID}
          aria-label={t({ id: "theme.docs.sidebar.toggleSidebarButtonAriaLabel", message: "Menu" })}
        >
          <span className="icon icon-menu" />
        </button>
        {site.logo?.href === undefined ? (
          <RouteLink route={site.homeRoute} className="brand">
            <Brand />
          </RouteLink>
        ) : (
          <a href={site.logo.href} target={site.logo.target} className="brand">
            <Brand />
          </a>
        )}
        <div className="navbar-items navbar-left">{entries("left")}</div>
        <div className="navbar-items navbar-right">
          {entries("right")}
          {site.colorMode.disableSwitch ? null : <ColorModeToggle />}
        </div>
      </nav>
    </header>
  );
}

function Brand(): ReactNode {
  const { logo, navbarTitle } = useSite().site;
  return (
    <>
      {logo === undefined ? <span className="brand-mark" aria-hidden="true" /> : <Logo logo={logo} />}
      <span>{navbarTitle}</span>
    </>
  );
}

/** The navbar's links as the drawer shows them. */
export function DrawerLinks(): ReactNode {
  const links = useNavbar().flatMap((entry) => {
    if (entry.type === "link") return [entry.link];
    if (entry.type !== "dropdown") return [];
    const inner = entry.items.flatMap((item) => (item.type === "link" ? [item.link] : []));
    return entry.link === undefined ? inner : [entry.link, ...inner];
  });
  return (
    <ul className="drawer-links">
      {links.map((link) => (
        <li key={`${link.version ?? ""} ${link.label} ${link.url}`}>
          <NavAnchor link={link} />
        </li>
      ))}
    </ul>
  );
}

function Entry({
  entry,
  openSearch,
}: {
  readonly entry: NavbarEntry;
  readonly openSearch: (() => void) | undefined;
}): ReactNode {
  const { page } = useSite();
  const t = useTranslate();
  switch (entry.type) {
    case "link": {
      const { link, below } = entry;
      const isActive =
        link.route !== undefined &&
        (routeKey(link.route) === routeKey(page.route) || (below !== undefined && page.route.startsWith(below)));
      return <NavAnchor link={link} className="navbar-link" aria-current={isActive ? "true" : undefined} />;
    }
    case "dropdown":
      return <Dropdown label={entry.label} link={entry.link} items={entry.items} preferred={entry.preferred} />;
    case "html":
      return <span dangerouslySetInnerHTML={{ __html: entry.html }} />;
    case "search":
      return (
        <button
          type="button"
          className="search-button"
          aria-label={t({ id: "theme.SearchBar.label", message: "Search" })}
          onClick={openSearch}
          aria-keyshortcuts="/ Control+K Meta+K"
        >
          <span className="icon icon-search" />
          <span className="search-label">{t({ id: "theme.SearchBar.label", message: "Search" })}</span>
          <kbd>/</kbd>
        </button>
      );
  }
}

interface DropdownProps {
  readonly label: string;
  readonly link: NavLink | undefined;
  readonly items: readonly DropdownEntry[];
  readonly preferred: PreferredVersion | undefined;
}

/** A menu of links; one that has an address of its own lists it first. */
function Dropdown({ label, link, items, preferred }: DropdownProps): ReactNode {
  const { page } = useSite();
  const current = ({ route }: NavLink) =>
    route !== undefined && routeKey(route) === routeKey(page.route) ? "page" : undefined;
  return (
    <details className="dropdown">
      <summary className="navbar-link" {...preferredAttributes(preferred)}>
        {label}
      </summary>
      <ul>
        {link === undefined ? null : (
          <li>
            <NavAnchor link={link} aria-current={current(link)} />
          </li>
        )}
        {items.map((item) =>
          item.type === "link" ? (
            <li key={item.link.label}>
              <NavAnchor link={item.link} aria-current={current(item.link)} />
            </li>
          ) : (
            <li key={item.html} dangerouslySetInnerHTML={{ __html: item.html }} />
          ),
        )}
      </ul>
    </details>
  );
}

function keyOf(entry: NavbarEntry): string {
  return `${entry.type} ${entry.type === "link" ? entry.link.label : entry.type === "dropdown" ? entry.label : ""}`;
}

/** @throws Error that names the entry at fault (specification section 8) */
function blame(entry: NavbarEntry, cause: unknown): never {
  const message = `A navbar item can't be rendered. Look at it in "navbar.items" of site.config.ts:\n${JSON.stringify(entry)}`;
  throw new Error(message, { cause });
}
