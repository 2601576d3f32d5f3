import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { SidebarCategory, SidebarItem } from "../navigation/navigation-types.ts";
import { isAt, pathTo } from "../navigation/sidebar-path.ts";
import { toUrl } from "../shared/route.ts";
import { SIDEBAR_ID } from "./element-ids.ts";
import { ItemLink } from "./Link.tsx";
import { DrawerLinks } from "./Navbar.tsx";
import { useSidebar, useSite, useTranslate } from "./site-context.ts";
import { TitleBadge } from "./TitleBadge.tsx";

/**
 * The docs navigation beside the article; in a narrow window the same element is the drawer opened by the menu button,
 * with or without JavaScript. The drawer shows one of two panels, the docs if there are any and the main menu; without
 * JavaScript, both. Only the branch of the current page is rendered: other categories link to their index page until
 * they are opened.
 */
export function Sidebar(): ReactNode {
  const { site, page } = useSite();
  const t = useTranslate();
  const items = useSidebar();
  const path = new Set(pathTo(items, page.route));
  return (
    <aside className="sidebar" id={SIDEBAR_ID} popover="auto">
      <div className="drawer-head">
        <span>{site.navbarTitle}</span>
        <button
          type="button"
          className="icon-button"
          popoverTarget={SIDEBAR_ID}
          popoverTargetAction="hide"
          aria-label={t({ id: "theme.docs.sidebar.closeSidebarButtonAriaLabel", message: "Close menu" })}
        >
          <span className="icon icon-close" />
        </button>
      </div>
      <nav className="main-panel" aria-label={t({ id: "theme.NavBar.drawerAriaLabel", message: "Main menu" })}>
        <DrawerLinks />
      </nav>
      {items.length === 0 ? null : (
        <div className="docs-panel">
          <button type="button" className="drawer-back" data-native="">
            {t({
              id: "theme.navbar.mobileSidebarSecondaryMenu.backButtonLabel",
              message: "← Back to main menu",
            })}
          </button>
          <nav aria-label={t({ id: "theme.docs.sidebar.navAriaLabel", message: "Docs sidebar" })}>
            <Items items={items} path={path} />
          </nav>
        </div>
      )}
    </aside>
  );
}

interface ItemsProps {
  readonly items: readonly SidebarItem[];
  readonly path: ReadonlySet<SidebarItem>;
}

function Items({ items, path }: ItemsProps): ReactNode {
  const { site, page } = useSite();
  return (
    <ul>
      {items.map((item) => {
        if (item.type === "html") {
          // Not keyed by its HTML: several entries may have the same.
          return <li key={items.indexOf(item)} dangerouslySetInnerHTML={{ __html: item.label }} />;
        }
        const isCurrent = isAt(item, page.route);
        if (item.unlisted === true && !path.has(item)) return null;
        const key = item.route ?? item.label;
        if (item.type === "category") return <Category key={key} category={item} path={path} isCurrent={isCurrent} />;
        return (
          <li key={key}>
            {/* A plain link: an ItemLink for each of dozens of items takes a fifth of the sidebar's rendering time. */}
            <a
              href={item.type === "address" ? item.url : toUrl(site.baseUrl, item.route)}
              aria-current={isCurrent ? "page" : undefined}
            >
              {item.label}
              <TitleBadge badge={item.badge} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface CategoryProps {
  readonly category: SidebarCategory;
  readonly path: ReadonlySet<SidebarItem>;
  readonly isCurrent: boolean;
}

const COLLAPSE = { id: "theme.DocSidebarItem.collapseCategoryAriaLabel", message: "Collapse {label}" };
const EXPAND = { id: "theme.DocSidebarItem.expandCategoryAriaLabel", message: "Expand {label}" };

function Category({ category, path, isCurrent }: CategoryProps): ReactNode {
  const t = useTranslate();
  const isOnPath = path.has(category);
  const [wasOnPath, setWasOnPath] = useState(isOnPath);
  const [wasOpened, setOpen] = useState(isOnPath || !category.collapsed);
  const isOpen = wasOpened || category.fixed === true;
  // Open the categories of the new page; those that are open stay open.
  if (isOnPath !== wasOnPath) {
    setWasOnPath(isOnPath);
    if (isOnPath) setOpen(true);
  }
  return (
    <li className="category">
      <div className="category-row">
        <ItemLink item={category} aria-current={isCurrent ? "page" : undefined}>
          {category.label}
          <TitleBadge badge={category.badge} />
        </ItemLink>
        {category.items.length === 0 || category.fixed === true ? null : (
          <button
            type="button"
            className="caret"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? COLLAPSE : EXPAND, { label: category.label })}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {category.items.length === 0 ? null : (
        <Collapsible isOpen={isOpen}>
          <Items items={category.items} path={path} />
        </Collapsible>
      )}
    </li>
  );
}

/** Unit of height from which the duration of the animation is computed, in CSS pixels. */
const UNIT_PX = 36;

/** Animates the height of its content, rendered at first opening; else it is natural or `display: none`. */
function Collapsible({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const animation = useRef<Animation>(undefined);
  const wasOpen = useRef(isOpen);
  const [isRendered, setRendered] = useState(isOpen);
  const [isShown, setShown] = useState(isOpen);
  if (isOpen && !isRendered) setRendered(true);
  if (isOpen && !isShown) setShown(true);

  useLayoutEffect(() => {
    const { current: box } = element;
    if (box === null || wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const isResting = animation.current === undefined;
    // Reversed while animating, it starts at its current height.
    const from = isOpen && isResting ? 0 : box.offsetHeight;
    animation.current?.cancel();
    const height = box.scrollHeight;
    const duration = collapseDurationMs(height, matchMedia("(prefers-reduced-motion: reduce)").matches);
    const frames = { height: [`${from}px`, `${isOpen ? height : 0}px`], overflow: ["hidden", "hidden"] };
    const running = box.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" });
    animation.current = running;
    running.onfinish = () => {
      if (!isOpen) setShown(false);
      else {
        animation.current = undefined;
        running.cancel();
      }
    };
  }, [isOpen]);

  if (!isRendered) return null;
  return (
    <div ref={element} hidden={!isShown}>
      {children}
    </div>
  );
}

/** Duration of the animation in ms; grows less than proportionally with the height. @param heightPx height when open */
function collapseDurationMs(heightPx: number, prefersReducedMotion: boolean): number {
  if (prefersReducedMotion) return 1;
  const units = heightPx / UNIT_PX;
  return Math.round((4 + 15 * units ** 0.25 + units / 5) * 10);
}
