import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import type { SiteData } from "../../theme/types.ts";
import { reloadOnce } from "../reload-once.ts";
import type { SearchDesk } from "./desk.ts";
import { closeStandIn, isSearchShortcut, openStandIn, PANEL, SEARCH_BUTTON, typedInStandIn } from "./open.ts";
import type { PanelProps } from "./SearchPanel.tsx";

/** Fetches the panel's script. */
const loadPanel = () => import("./SearchPanel.tsx");

/**
 * Fetches what the search needs, indexes included, whenever the reader reaches for it, and at once where that has
 * happened. @param signal ends it
 */
export function prepareOnReach(desk: SearchDesk, signal: AbortSignal): void {
  const prepare = () => {
    desk.prepare();
    // Opening it tries again, and tells.
    loadPanel().catch(() => undefined);
  };
  const onReach = ({ target }: Event) => {
    if (target instanceof Element && target.closest(SEARCH_BUTTON) !== null) prepare();
  };
  for (const type of ["pointerover", "focusin"]) addEventListener(type, onReach, { signal });
  if (document.querySelector(`${SEARCH_BUTTON}:is(:hover, :focus), ${PANEL}`) !== null) prepare();
}

/** The search, for the page's shell to hold. */
export interface Search {
  readonly open: () => void;
  /** The panel where it is open. */
  readonly panel: ReactNode;
}

/** Opens the search by its button and its shortcuts; takes over one that was opened before React came. */
export function useSearch(site: SiteData, desk: SearchDesk): Search {
  const [isOpen, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const close = useCallback(() => setOpen(false), []);
  const open = useCallback(() => {
    openStandIn();
    desk.prepare();
    setOpen(true);
    loadPanel().then(
      ({ SearchPanel }) => setPanel(() => SearchPanel),
      (error: unknown) => {
        reloadOnce(error);
        closeStandIn();
        setOpen(false);
      },
    );
  }, [desk]);
  useEffect(() => {
    if (typedInStandIn() !== undefined) open();
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", onKey);
    // Who goes back means the page; one that comes late does not disturb who searches again.
    addEventListener("popstate", close);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("popstate", close);
    };
  }, [open, close]);
  return { open, panel: isOpen && Panel !== undefined ? <Panel site={site} desk={desk} onClose={close} /> : null };
}
