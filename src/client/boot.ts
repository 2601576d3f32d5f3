import { followColorMode } from "./color-mode-sync.ts";
import { enhanceArticle } from "./enhance/article.ts";
import { hydrateOnIntent } from "./hydrate-on-intent.ts";

followColorMode();
enhanceArticle();
hydrateOnIntent(() => import("./hydrate.tsx"));
