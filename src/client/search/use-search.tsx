import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { SiteData } from "../../theme/theme-types.ts";
import { targetIn } from "../dom.ts";
import { reloadOnce } from "../reload-once.ts";
import {
  closePlaceholder,
  isSearchShortcut,
  openPlaceholder,
  PANEL,
  SEARCH_BUTTON,
  typedInPlaceholder,
  whenComposed,
} from "./placeholder.ts";
import type { PanelProps } from "./SearchPanel.tsx";
import type { SearchClient } from "./search-client.ts";

const loadPanel = () => import("./SearchPanel.tsx");

/** Loads panel and indexes when the reader is about to search, or has searched before. @param signal aborts it */
export function preloadOnIntent(client: SearchClient, signal: AbortSignal): void {
  const preload = () => {
    client.preload();
    // Opening it retries, and reports the error.
    loadPanel().catch(() => undefined);
  };
  const onReach = (event: Event) => {
    if (targetIn(event, SEARCH_BUTTON) !== null) preload();
  };
  for (const type of ["pointerover", "focusin"]) addEventListener(type, onReach, { signal });
  if (document.querySelector(`${SEARCH_BUTTON}:is(:hover, :focus), ${PANEL}`) !== null) preload();
}

/** Opens the search by its button and its shortcuts; also if it was opened before hydration. `panel`: if it is open */
export function useSearch(site: SiteData, client: SearchClient) {
  const [isOpen, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const close = useCallback(() => setOpen(false), []);
  const open = useCallback(() => {
    openPlaceholder();
    client.preload();
    setOpen(true);
    loadPanel().then(
      async ({ SearchPanel }) => {
        await whenComposed();
        setPanel(() => SearchPanel);
      },
      (error: unknown) => {
        reloadOnce(error);
        closePlaceholder();
        setOpen(false);
      },
    );
  }, [client]);
  useEffect(() => {
    if (typedInPlaceholder() !== undefined) open();
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", onKey);
    // Back closes the search, as it refers to the page.
    addEventListener("popstate", close);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("popstate", close);
    };
  }, [open, close]);
  return { open, panel: isOpen && Panel !== undefined ? <Panel site={site} client={client} onClose={close} /> : null };
}
