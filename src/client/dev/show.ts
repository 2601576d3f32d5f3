import { DEV_META, DEV_SWAP_EVENT, HYDRATED } from "../../shared/constants.ts";
import { APP_ID, ARTICLE_ID, PAGE_DATA_ID } from "../../theme/ids.ts";
import { swapHead } from "../router/swap.ts";
import { dropOldStyles, keepStyles } from "./files.ts";
import { morph, noteSources, type Sources } from "./morph.ts";

/** What is asked of the client when a page was swapped in place. */
export interface Swap {
  readonly next: Document;
  /** Finds elements of articles that need their behaviour, as the root of a search. */
  readonly fresh: ParentNode;
}

/** The page that is shown, as it is being written. */
export function createShown() {
  let sources: Sources = new WeakMap();
  let layout = "";
  /** Notes the page as it stands, before scripts change it. */
  const note = () => {
    const app = document.getElementById(APP_ID);
    sources = new WeakMap();
    if (app !== null) noteSources(sources, app);
    layout = layoutOf(app);
  };
  return {
    note,
    version: () => document.querySelector<HTMLMetaElement>(`meta[name="${DEV_META}"]`)?.content ?? "",
    /** Shows the page as it is now. @param html the whole of it */
    show: (html: string) => {
      const next = new DOMParser().parseFromString(html, "text/html");
      const nextLayout = layoutOf(next.getElementById(APP_ID));
      takeAddresses(next);
      // React has taken the page over: all but the article is its own, and it takes what it needs from the page later on.
      const isTaken = document.getElementById(APP_ID)?.hasAttribute(HYDRATED) === true;
      const id = isTaken ? ARTICLE_ID : APP_ID;
      const [shown, wanted] = [document.getElementById(id), next.getElementById(id)];
      const isFar = needsReload(next) || (isTaken && layout !== nextLayout);
      if (isFar || shown === null || wanted === null || !sources.has(shown)) return location.reload();
      const { fresh, changed } = morph(sources, shown, wanted);
      layout = nextLayout;
      keepStyles(next);
      swapHead(next);
      dropOldStyles();
      const swap: Swap = { next, fresh: within(fresh.filter((element) => element.closest(".markdown") !== null)) };
      document.dispatchEvent(new CustomEvent(DEV_SWAP_EVENT, { detail: swap }));
      bringIntoView(changed);
    },
  };
}

/** The client's tag names the data of all pages, which may be another: what reads it later on reads the new. */
function takeAddresses(next: Document): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-site]");
  const fresh = next.querySelector<HTMLScriptElement>("script[data-site]");
  if (script !== null && script.src === fresh?.src) Object.assign(script.dataset, fresh.dataset);
}

/** Elements as the root of a search in which they are found themselves. */
function within(elements: readonly Element[]): ParentNode {
  const all = (selector: string) =>
    elements.flatMap((element) => [
      ...(element.matches(selector) ? [element] : []),
      ...element.querySelectorAll(selector),
    ]);
  const root = { querySelectorAll: all, querySelector: (selector: string) => all(selector)[0] ?? null };
  // Those who enhance an article ask nothing else of it.
  return root as unknown as ParentNode;
}

/** The client or the policy that it runs under is another: scripts that have run can't be taken back. */
function needsReload(next: Document): boolean {
  const partsOf = (from: Document) =>
    [...from.querySelectorAll("script[src], meta[http-equiv], script:not([type])")].map(({ outerHTML }) => outerHTML);
  const before = new Set(partsOf(document));
  return document.getElementById(PAGE_DATA_ID) === null || partsOf(next).some((part) => !before.has(part));
}

/** What React was given when it took the page over and is not given again: navbar, sidebar and footer. */
function layoutOf(app: Element | null): string {
  return [...(app?.querySelectorAll(":scope > :not(.page), .sidebar") ?? [])]
    .map(({ outerHTML }) => outerHTML)
    .join("");
}

/** The reader stays where they are, unless what has changed is out of sight. */
function bringIntoView(elements: readonly Element[]): void {
  const changed = elements.filter((element) => document.getElementById(ARTICLE_ID)?.contains(element));
  if (changed.some(isInView)) return;
  visible(changed[0])?.scrollIntoView({ block: "center", behavior: "instant" });
}

function isInView(element: Element): boolean {
  const { top, bottom, height, width } = element.getBoundingClientRect();
  return (height > 0 || width > 0) && bottom > 0 && top < innerHeight;
}

/** What hides in a tab or in closed details is where they are. */
function visible(element: Element | null | undefined): Element | undefined {
  for (let one = element ?? null; one !== null; one = one.parentElement) {
    if (one.getBoundingClientRect().height > 0) return isInView(one) ? undefined : one;
  }
  return undefined;
}
