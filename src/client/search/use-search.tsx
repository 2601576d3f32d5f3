import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import type { SiteData } from "../../theme/types.ts";
import { reloadOnce } from "../reload-once.ts";
import type { SearchDesk } from "./desk.ts";
import { onSearchReach } from "./reach.ts";
import type { PanelProps } from "./SearchPanel.tsx";
import { isSearchShortcut } from "./shortcut.ts";
import { closeStandIn, openStandIn, typedInStandIn } from "./stand-in.ts";

/** Fetches the panel's script. */
const loadPanel = () => import("./SearchPanel.tsx");

/** Fetches what the search needs, indexes included, when the reader first reaches for it. @param signal ends it */
export function prepareOnReach(desk: SearchDesk, signal: AbortSignal): void {
  onSearchReach(() => {
    desk.prepare();
    // Opening it tries again, and tells.
    loadPanel().catch(() => undefined);
  }, signal);
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
