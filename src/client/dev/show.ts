import { DEV_HYDRATED, DEV_SWAP_EVENT } from "../../shared/constants.ts";
import { APP_ID, ARTICLE_ID, PAGE_DATA_ID } from "../../theme/ids.ts";
import { swapHead } from "../router/swap.ts";
import { keepStyles } from "./files.ts";
import { DEV_META } from "./messages.ts";
import { type Morphed, morph, type Written, writtenOf } from "./morph.ts";

/** What is asked of the client when a page was swapped in place. */
export interface Swap {
  readonly next: Document;
  /** Elements of articles that need their behaviour. */
  readonly fresh: readonly Element[];
}

/** The page that is shown, as it is being written. */
export interface Shown {
  /** Notes the page as it stands, before scripts change it. */
  readonly note: () => void;
  readonly version: () => string;
  /** Shows the page as it is now. @param html the whole of it */
  readonly show: (html: string) => void;
}

export function createShown(): Shown {
  let written: Written | undefined;
  const note = () => {
    const app = document.getElementById(APP_ID);
    written = app === null ? undefined : writtenOf(app);
  };
  return {
    note,
    version: () => document.querySelector<HTMLMetaElement>(`meta[name="${DEV_META}"]`)?.content ?? "",
    show: (html) => {
      const next = new DOMParser().parseFromString(html, "text/html");
      const app = next.getElementById(APP_ID);
      if (written === undefined || app === null || needsReload(next)) return location.reload();
      const isTaken = isHydrated();
      const morphed = isTaken ? morphArticle(written, next) : morph(written, app);
      if (morphed === undefined) return location.reload();
      keepStyles(next);
      swapHead(next);
      const swap: Swap = { next, fresh: morphed.fresh };
      document.dispatchEvent(new CustomEvent(DEV_SWAP_EVENT, { detail: swap }));
      // React takes what it needs from the page later on.
      if (isTaken) noteLayout(written, app.cloneNode(true) as Element);
      bringIntoView(morphed);
    },
  };
}

/** The client or the policy that it runs under is another: scripts that have run can't be taken back. */
function needsReload(next: Document): boolean {
  const partsOf = (from: Document) =>
    [...from.querySelectorAll("script[src], meta[http-equiv], script:not([type])")].map(({ outerHTML }) => outerHTML);
  const before = new Set(partsOf(document));
  return document.getElementById(PAGE_DATA_ID) === null || partsOf(next).some((part) => !before.has(part));
}

/** React has taken the page over: all but the article is its own. */
function isHydrated(): boolean {
  return document.getElementById(APP_ID)?.hasAttribute(DEV_HYDRATED) === true;
}

/** Changes the article alone. @returns undefined where that isn't enough */
function morphArticle(written: Written, next: Document): Morphed | undefined {
  const article = next.getElementById(ARTICLE_ID);
  const old = written.root.querySelector(`#${ARTICLE_ID}`);
  if (article === null || old === null || layoutOf(written.root) !== layoutOf(next.getElementById(APP_ID))) {
    return undefined;
  }
  return morph({ root: old, shown: written.shown }, article);
}

/** What React was given when it took the page over and is not given again: navbar, sidebar and footer. */
function layoutOf(app: Element | null): string {
  return [...(app?.querySelectorAll(":scope > :not(.page), .sidebar") ?? [])]
    .map(({ outerHTML }) => outerHTML)
    .join("");
}

/** Where React has changed the rest, the written page is that of the server again. */
function noteLayout(written: Written, app: Element): void {
  const old = written.root.querySelector(`#${ARTICLE_ID}`);
  const article = app.querySelector(`#${ARTICLE_ID}`);
  if (old !== null && article !== null) article.replaceWith(old);
  written.root.replaceChildren(...app.childNodes);
}

/** The reader stays where they are, unless what has changed is out of sight. */
function bringIntoView({ fresh, at }: Morphed): void {
  const article = document.getElementById(ARTICLE_ID);
  const changed = [...fresh, ...(at === undefined ? [] : [at])].filter((element) => article?.contains(element));
  if (changed.length === 0 || changed.some(isInView)) return;
  visible(changed[0])?.scrollIntoView({ block: "center", behavior: "instant" });
}

function isInView(element: Element): boolean {
  const { top, bottom, height, width } = element.getBoundingClientRect();
  return (height > 0 || width > 0) && bottom > 0 && top < innerHeight;
}

/** What hides in a tab or in closed details is where they are. */
function visible(element: Element | null | undefined): Element | undefined {
  for (let one = element ?? null; one !== null; one = one.parentElement) {
    if (one.getClientRects().length > 0 && one.getBoundingClientRect().height > 0)
      return isInView(one) ? undefined : one;
  }
  return undefined;
}
