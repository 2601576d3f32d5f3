import { DEV_SWAP_EVENT, HYDRATED } from "../../shared/constants.ts";
import { decodePath } from "../../shared/route.ts";
import { APP_ID, ARTICLE_ID, PAGE_DATA_ID } from "../../theme/element-ids.ts";
import { swapHead } from "../router/swap.ts";
import { morph, recordSources, type SourceTree } from "./morph.ts";

/** Event detail after a page was updated in place. */
export interface Swap {
  readonly next: Document;
  /** Search root for elements in articles that need to be enhanced. */
  readonly fresh: ParentNode;
}

let sources: SourceTree = new WeakMap();
let layout = "";

/** Records the page's source before scripts change it. */
export function recordPage(): void {
  const app = document.getElementById(APP_ID);
  sources = new WeakMap();
  if (app !== null) recordSources(sources, app);
  layout = layoutHtml(app);
}

/** Updates the page while it is being written. @param html of the whole page */
export function updatePage(html: string): void {
  const next = new DOMParser().parseFromString(html, "text/html");
  const nextLayout = layoutHtml(next.getElementById(APP_ID));
  updateAddresses(next);
  // After hydration React owns all but the article, and gets its data from the page afterwards.
  const isTaken = document.getElementById(APP_ID)?.hasAttribute(HYDRATED) === true;
  const id = isTaken ? ARTICLE_ID : APP_ID;
  const [shown, wanted] = [document.getElementById(id), next.getElementById(id)];
  const isFar = needsReload(next) || (isTaken && layout !== nextLayout);
  if (isFar || shown === null || wanted === null || !sources.has(shown)) {
    location.reload();
    return;
  }
  const { fresh, changed } = morph(sources, shown, wanted);
  layout = nextLayout;
  keepStyles(next);
  swapHead(next);
  dropOldStyles();
  const inArticle = asSearchRoot(fresh.filter((element) => element.closest(".markdown") !== null));
  document.dispatchEvent(new CustomEvent<Swap>(DEV_SWAP_EVENT, { detail: { next, fresh: inArticle } }));
  bringIntoView(changed);
}

/** Updates the addresses in the client's tag: they include a hash of the shared data. */
function updateAddresses(next: Document): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-site]");
  const fresh = next.querySelector<HTMLScriptElement>("script[data-site]");
  if (script !== null && script.src === fresh?.src) Object.assign(script.dataset, fresh.dataset);
}

function asSearchRoot(elements: readonly Element[]): ParentNode {
  const all = (selector: string) => {
    const inside = elements.flatMap((element) => [element, ...element.querySelectorAll(selector)]);
    return inside.filter((element) => element.matches(selector));
  };
  const root = { querySelectorAll: all, querySelector: (selector: string) => all(selector)[0] ?? null };
  // Enhancements call no other method.
  return root as unknown as ParentNode;
}

/** Whether the client or its content security policy has changed: scripts that have run can't be undone. */
function needsReload(next: Document): boolean {
  const partsOf = (from: Document) =>
    [...from.querySelectorAll("script[src], meta[http-equiv], script:not([type])")].map(({ outerHTML }) => outerHTML);
  const before = new Set(partsOf(document));
  return document.getElementById(PAGE_DATA_ID) === null || partsOf(next).some((part) => !before.has(part));
}

/** HTML of navbar, sidebar and footer, whose data React gets only at hydration. */
function layoutHtml(app: Element | null): string {
  const parts = [...(app?.querySelectorAll(":scope > :not(.page), .sidebar") ?? [])];
  return parts.map(({ outerHTML }) => outerHTML).join("");
}

/** Scrolls to the changes only if all of them are out of sight. */
function bringIntoView(elements: readonly Element[]): void {
  const changed = elements.filter((element) => document.getElementById(ARTICLE_ID)?.contains(element));
  if (changed.some(isInView)) return;
  visible(changed[0])?.scrollIntoView({ block: "center", behavior: "instant" });
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return element.checkVisibility() && bottom > 0 && top < innerHeight;
}

/** The closest visible ancestor, for an element in a hidden tab or closed details. */
function visible(element: Element | null | undefined): Element | undefined {
  for (let ancestor = element ?? null; ancestor !== null; ancestor = ancestor.parentElement) {
    if (ancestor.checkVisibility()) return isInView(ancestor) ? undefined : ancestor;
  }
  return undefined;
}

/** Reloads changed static files in the page. @param paths below the site's base URL */
export function refreshFiles(paths: readonly string[]): void {
  const isChanged = (address: string) => {
    const { origin, pathname } = new URL(address, location.href);
    const decoded = decodePath(pathname) ?? pathname;
    return origin === location.origin && paths.some((path) => decoded.endsWith(`/${path}`));
  };
  // A script that has run can't be undone.
  if ([...document.scripts].some(({ src }) => src !== "" && isChanged(src))) {
    location.reload();
    return;
  }
  for (const image of document.images) {
    if (!isChanged(image.src)) continue;
    image.removeAttribute("srcset");
    image.src = renewed(image.src);
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[href]")) {
    if (!isChanged(link.href)) continue;
    if (link.rel === "stylesheet") replaceLink(link);
    else link.href = renewed(link.href);
  }
}

/** Copies the refreshed addresses of style sheets to a fetched page. */
function keepStyles(next: Document): void {
  const current = new Map(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map((link) => {
      return [link.getAttribute("href")?.replace(VERSION, ""), link.getAttribute("href")];
    }),
  );
  for (const link of next.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const address = current.get(link.getAttribute("href") ?? "");
    if (address !== undefined && address !== null) link.setAttribute("href", address);
  }
}

/** Removes the site's old style sheet once a new one has loaded: its name contains a hash of its content. */
function dropOldStyles(): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href*="/assets/"]')];
  for (const [index, link] of links.entries()) {
    const newer = links.slice(index + 1).find(({ href }) => href.replace(DIGEST, "") === link.href.replace(DIGEST, ""));
    newer?.addEventListener("load", () => link.remove());
  }
}

const DIGEST = /-[A-Z0-9]{8}\.css$/;
const VERSION = /[?&]docgen-v=\d+/;

function replaceLink(link: HTMLLinkElement): void {
  const next = link.cloneNode() as HTMLLinkElement;
  next.setAttribute("href", renewed(link.getAttribute("href") ?? ""));
  next.onload = () => link.remove();
  next.onerror = () => next.remove();
  link.after(next);
}

function renewed(address: string): string {
  const plain = address.replace(VERSION, "");
  return `${plain}${plain.includes("?") ? "&" : "?"}docgen-v=${Date.now()}`;
}
