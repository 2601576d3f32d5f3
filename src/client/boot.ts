import { followColorMode } from "./color-mode-sync.ts";
import { enhanceArticle } from "./enhance/article.ts";
import { enhanceLayout } from "./enhance/layout.ts";
import { hydrateOnIntent } from "./hydrate-on-intent.ts";

followColorMode();
enhanceArticle();
enhanceLayout();
hydrateOnIntent(() => import("./hydrate.tsx"));
