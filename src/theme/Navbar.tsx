import type { MouseEvent, ReactNode } from "react";
import type { DropdownEntry, NavbarEntry } from "../navigation/navbar.ts";
import type { NavLink } from "../navigation/navigation-types.ts";
import { COLOR_MODE_STORAGE_KEY } from "../shared/constants.ts";
import { routeKey } from "../shared/route.ts";
import { applyColorMode, currentColorMode } from "./color-mode.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { SIDEBAR_ID } from "./element-ids.ts";
import { NavAnchor, preferredAttributes } from "./Link.tsx";
import { Logo, LogoLink } from "./Logo.tsx";
import { useSite, useTranslate, useUrl } from "./site-context.ts";
import { writeStored } from "./storage.ts";
import { useNavbar } from "./use-navbar.ts";

/** The navbar: brand, entries left and right, search, colour mode; a menu button below 997 px. */
export function Navbar({ openSearch }: { readonly openSearch: (() => void) | undefined }): ReactNode {
  const { site } = useSite();
  const t = useTranslate();
  const navbar = useNavbar();
  const entries = (position: "left" | "right") =>
    navbar.entries
      .filter((entry) => entry.position === position)
      .map((entry) => (
        <ErrorBoundary key={keyOf(entry)} fallback={({ error }) => rethrowForEntry(entry, error)}>
          <Entry entry={entry} isCurrent={entry === navbar.current} openSearch={openSearch} />
        </ErrorBoundary>
      ));
  return (
    <header className={site.hideNavbarOnScroll ? "navbar hideable" : "navbar"}>
      <nav aria-label={t({ id: "theme.NavBar.navAriaLabel", message: "Main" })} className="navbar-inner">
        <button
          type="button"
          className="icon-button menu-button"
          popoverTarget={SIDEBAR_ID}
          aria-label={t({ id: "theme.docs.sidebar.toggleSidebarButtonAriaLabel", message: "Menu" })}
        >
          <span className="icon icon-menu" />
        </button>
        <LogoLink logo={site.logo} className="brand">
          {site.logo !== undefined && <Logo logo={site.logo} />}
          <span>{site.navbarTitle}</span>
        </LogoLink>
        <div className="navbar-items navbar-left">{entries("left")}</div>
        <div className="navbar-items navbar-right">
          {entries("right")}
          {site.colorMode.disableSwitch ? null : <ColorModeToggle />}
        </div>
      </nav>
    </header>
  );
}

/** The navbar's entries in the drawer: stacked, with open menus. */
export function DrawerLinks(): ReactNode {
  const { entries, current } = useNavbar();
  return (
    <ul className="drawer-links">
      {entries.map((entry) => {
        if (entry.type === "search") return null;
        if (entry.type === "dropdown") {
          return (
            <li key={keyOf(entry)}>
              <span className="drawer-group" {...preferredAttributes(entry.preferred)}>
                {entry.label}
              </span>
              <MenuItems link={entry.link} items={entry.items} />
            </li>
          );
        }
        if (entry.type === "html") return <li key={keyOf(entry)} dangerouslySetInnerHTML={{ __html: entry.html }} />;
        return (
          <li key={keyOf(entry)}>
            <NavAnchor link={entry.link} aria-current={entry === current ? "true" : undefined} />
          </li>
        );
      })}
    </ul>
  );
}

interface EntryProps {
  readonly entry: NavbarEntry;
  readonly isCurrent: boolean;
  readonly openSearch: (() => void) | undefined;
}

function Entry({ entry, isCurrent, openSearch }: EntryProps): ReactNode {
  switch (entry.type) {
    case "link":
      return <NavAnchor link={entry.link} className="navbar-link" aria-current={isCurrent ? "true" : undefined} />;
    case "dropdown":
      return <Dropdown {...entry} />;
    case "html":
      return <span dangerouslySetInnerHTML={{ __html: entry.html }} />;
    case "search":
      return <SearchButton openSearch={openSearch} />;
  }
}

/** Opens the search panel; without JavaScript, or in another tab, it is a link to the page of all results. */
function SearchButton({ openSearch }: Pick<EntryProps, "openSearch">): ReactNode {
  const t = useTranslate();
  const url = useUrl();
  const { searchRoute } = useSite().site;
  const label = t({ id: "theme.SearchBar.label", message: "Search" });
  const attributes = { className: "search-button", "aria-label": label, "aria-keyshortcuts": "/ Control+K Meta+K" };
  const content = (
    <>
      <span className="icon icon-search" />
      <span className="search-label">{label}</span>
      <kbd>/</kbd>
    </>
  );
  if (searchRoute === undefined)
    return (
      <button type="button" onClick={openSearch} {...attributes}>
        {content}
      </button>
    );
  const onClick = (event: MouseEvent) => {
    if (openSearch === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openSearch();
  };
  return (
    <a href={url(searchRoute)} data-noroute="" onClick={onClick} {...attributes}>
      {content}
    </a>
  );
}

type DropdownProps = Extract<NavbarEntry, { type: "dropdown" }>;

interface MenuProps extends Pick<DropdownProps, "items"> {
  readonly link: NavLink | undefined;
}

/** A menu of links. The list is a sibling of `details`, so that the style sheet can show it on hover. */
function Dropdown({ label, preferred, link, items }: DropdownProps): ReactNode {
  return (
    <div className="dropdown">
      {/* May be open before hydration. */}
      <details suppressHydrationWarning>
        <summary className="navbar-link" {...preferredAttributes(preferred)}>
          {label}
        </summary>
      </details>
      <MenuItems link={link} items={items} />
    </div>
  );
}

/** The items of a menu; the menu's own link, if any, comes first. */
function MenuItems({ link, items }: MenuProps): ReactNode {
  const { page } = useSite();
  const all: readonly DropdownEntry[] = link === undefined ? items : [{ type: "link", link }, ...items];
  const current = ({ route }: NavLink) =>
    route !== undefined && routeKey(route) === routeKey(page.route) ? "page" : undefined;
  return (
    <ul>
      {all.map((item) =>
        item.type === "link" ? (
          <li key={`${item.link.label} ${item.link.url}`}>
            <NavAnchor link={item.link} aria-current={current(item.link)} />
          </li>
        ) : (
          <li key={item.html} dangerouslySetInnerHTML={{ __html: item.html }} />
        ),
      )}
    </ul>
  );
}

function keyOf(entry: NavbarEntry): string {
  return `${entry.type} ${entry.type === "link" ? entry.link.label : entry.type === "dropdown" ? entry.label : ""}`;
}

/** @throws Error that quotes the configuration entry */
function rethrowForEntry(entry: NavbarEntry, cause: unknown): never {
  const message = `A navbar item can't be rendered. Look at it in "navbar.items" of site.config.ts:\n${JSON.stringify(entry)}`;
  throw new Error(message, { cause });
}

/** Switches between light and dark. The style sheet alone shows the current mode. */
export function ColorModeToggle(): ReactNode {
  const t = useTranslate();
  const toggle = () => {
    const mode = currentColorMode() === "dark" ? "light" : "dark";
    applyColorMode(mode);
    // If storage is blocked, the choice applies to this page only.
    writeStored("localStorage", COLOR_MODE_STORAGE_KEY, mode);
  };
  return (
    <button
      type="button"
      className="icon-button color-mode"
      onClick={toggle}
      aria-label={t({ id: "theme.colorToggle.ariaLabel", message: "Switch between light and dark mode" })}
    >
      <span className="icon icon-sun dark-only" />
      <span className="icon icon-moon light-only" />
    </button>
  );
}
