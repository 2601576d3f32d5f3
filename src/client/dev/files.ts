import { decodePath } from "../../shared/route.ts";

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
export function keepStyles(next: Document): void {
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
export function dropOldStyles(): void {
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
