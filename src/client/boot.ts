import { followColorMode } from "./color-mode-sync.ts";
import { enhanceArticle } from "./enhance/article.ts";
import { keepDocsVersion } from "./enhance/docs-version.ts";
import { hydrateOnIntent } from "./hydrate-on-intent.ts";

followColorMode();
keepDocsVersion();
enhanceArticle();
hydrateOnIntent(() => import("./hydrate.tsx"));
