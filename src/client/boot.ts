import { DEV_ARTICLE_EVENT, DEV_SWAP_EVENT, PENDING_HIGHLIGHT_KEY } from "../shared/constants.ts";
import { followColorMode } from "../theme/color-mode.ts";
import { readStored } from "../theme/storage.ts";
import type { Swap } from "./dev/update-page.ts";
import { enhanceArticle, enhanceMarkdown, enhanceSite } from "./enhance/article.ts";
import { keepDocsVersion } from "./enhance/docs-version.ts";
import { enhanceLayout } from "./enhance/layout.ts";
import { hydrateOnIntent } from "./hydrate-on-intent.ts";
import { siteTag } from "./page.ts";
import { startRouter } from "./router/router.ts";
import { swapPage } from "./router/swap.ts";
import { whenIdle } from "./timing.ts";

followColorMode();
enhanceSite();
enhanceLayout();
keepDocsVersion();
let page = new AbortController();
enhanceArticle(page.signal);
const hydration = hydrateOnIntent(async () => (await import("./hydrate.tsx")).hydrate());
startRouter({
  prepare: async (next) => {
    const shell = await hydration.shell();
    const show = shell === undefined ? () => swapPage(next) : await shell.prepare(next);
    return () => {
      page.abort();
      show();
    };
  },
  onShown: () => {
    document.dispatchEvent(new Event(DEV_ARTICLE_EVENT));
    page = new AbortController();
    enhanceArticle(page.signal);
    hydration.considerPage();
  },
});
document.addEventListener(DEV_SWAP_EVENT, (event) => {
  const { next, fresh } = (event as CustomEvent<Swap>).detail;
  enhanceMarkdown(fresh, page.signal);
  hydration.shell()?.then(
    ({ update }) => update(next),
    () => undefined,
  );
});
if (readStored("sessionStorage", PENDING_HIGHLIGHT_KEY) !== undefined) {
  import("./search/highlight.ts").then(
    ({ applyPendingHighlight }) => applyPendingHighlight(),
    () => undefined,
  );
}
const { worker } = siteTag();
if (worker !== undefined) {
  whenIdle(() => {
    import("./offline/register.ts").then(
      ({ keepOffline }) => keepOffline(worker),
      () => undefined,
    );
  });
}
