import { NOT_FOUND_ROUTE } from "../../shared/constants.ts";
import { toUrl } from "../../shared/route.ts";
import { readPageData } from "../page.ts";
import { basePath } from "../site.ts";
import { inTime } from "../timing.ts";
import { checkEncoding, isSamePage, linkOf, pageAddress } from "./links.ts";
import type { createNavigation, NavigationHooks } from "./navigate.ts";
import { createPages } from "./pages.ts";
import { startPrefetching } from "./prefetch.ts";

/**
 * Navigation without loading whole pages: the next page's HTML is fetched and takes the place of the
 * one that is shown. Whatever is not a page of this client is left to the browser. What goes from
 * page to page is loaded when the reader first reaches for a link.
 */
export function startRouter({ prepare, onShown }: NavigationHooks): void {
  const opened = new URL(location.href);
  const loadPage = createPages();
  const hooks: NavigationHooks = {
    prepare,
    onShown: () => {
      onShown();
      observeLinks();
    },
  };
  let navigation: Promise<ReturnType<typeof createNavigation>> | undefined;
  const load = () => {
    navigation ??= import("./navigate.ts").then(({ createNavigation }) => createNavigation(loadPage, hooks, opened));
    navigation.catch(() => {
      navigation = undefined;
    });
    return inTime(navigation);
  };
  const observeLinks = startPrefetching(loadPage, () => void load().catch(() => undefined));

  addEventListener("click", (event) => {
    const link = linkOf(event);
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const address = link === undefined || isOther || event.defaultPrevented ? undefined : pageAddress(link);
    // A part of this page is the browser's to find.
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
  observeLinks();
}

/** Shows the address that other pages link to, where a page was opened by a file's name. */
function takePlainAddress(fail: (error: unknown) => void): void {
  try {
    checkEncoding(new URL(location.href));
  } catch (error) {
    fail(error);
    return;
  }
  const { route } = readPageData(document);
  const isFile = location.pathname.endsWith(".html") && route !== NOT_FOUND_ROUTE;
  if (isFile) history.replaceState(history.state, "", toUrl(basePath(), route) + location.search + location.hash);
}
