import { NAVIGATED_EVENT, NOT_FOUND_ROUTE } from "../../shared/constants.ts";
import { hasModifier } from "../dom.ts";
import { readPageData } from "../page.ts";
import { withTimeout } from "../timing.ts";
import { addressOfEvent, checkEncoding, isSamePage } from "./links.ts";
import { loadPage, startPrefetching } from "./load-pages.ts";
import type { createNavigation, NavigationHooks } from "./navigate.ts";

/**
 * Navigation without full page loads: fetches the next page's HTML and swaps it in. Addresses of anything but a page of
 * this client are left to the browser. The navigation code is loaded when the reader first interacts with a link.
 */
export function startRouter(hooks: NavigationHooks): void {
  const opened = new URL(location.href);
  let navigation: Promise<ReturnType<typeof createNavigation>> | undefined;
  const load = () => {
    navigation ??= import("./navigate.ts").then(({ createNavigation }) => createNavigation(loadPage, hooks, opened));
    navigation.catch(() => {
      navigation = undefined;
    });
    return withTimeout(navigation);
  };
  const observeLinks = startPrefetching(() => void load().catch(() => undefined));

  addEventListener("click", (event) => {
    const isOther = event.button !== 0 || hasModifier(event) || event.defaultPrevented;
    const address = isOther ? undefined : addressOfEvent(event);
    // Anchors in this page are left to the browser.
    if (address === undefined || (address.hash !== "" && isSamePage(address, new URL(location.href)))) return;
    event.preventDefault();
    load().then(
      ({ visit }) => visit(address),
      () => location.assign(address),
    );
  });
  addEventListener("popstate", () => {
    if (navigation === undefined && isSamePage(new URL(location.href), opened)) return;
    load().then(
      ({ step }) => step(),
      () => location.reload(),
    );
  });
  takePlainAddress((error) => {
    load().then(({ fail }) => fail(error, () => location.reload()), console.info);
  });
  document.addEventListener(NAVIGATED_EVENT, observeLinks);
  observeLinks();
}

/** Replaces an address with a file name by the canonical one. */
function takePlainAddress(fail: (error: unknown) => void): void {
  try {
    checkEncoding(new URL(location.href));
  } catch (error) {
    fail(error);
    return;
  }
  const { route } = readPageData(document);
  const { pathname, search, hash } = location;
  const plain = pathname.replace(/(?:\/index)?\.html$/, route.endsWith("/") ? "/" : "");
  if (plain !== pathname && route !== NOT_FOUND_ROUTE) history.replaceState(history.state, "", plain + search + hash);
}
