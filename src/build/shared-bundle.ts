import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import type { Bundle, PageChunks } from "./bundle.ts";
import { keyOf } from "./cache/record.ts";
import type { Store } from "./cache/store.ts";
import { type LiveFrame, liveFrame } from "./live-frame.ts";
import { bundlePages } from "./page-chunks.ts";
import { loadBundle, readPrebuilt } from "./prebuilt.ts";
import type { Stage } from "./stages.ts";

/** What is bundled for the browser, once for all languages of a site. */
export interface SharedBundle {
  readonly liveFrame: LiveFrame;
  readonly client: Bundle;
  /** @param pages those written in React become chunks; languages with the same ones share them */
  readonly chunks: (pages: readonly SourcePage[]) => Promise<PageChunks>;
}

/** Reads what was bundled when docgen was compiled. @param config of the default language */
export function sharedBundle(root: string, config: SiteConfig, store: Store, stage: Stage): SharedBundle {
  const prebuilt = readPrebuilt();
  const client = loadBundle(prebuilt.bundle);
  const made = new Map<string, Promise<PageChunks>>();
  return {
    liveFrame: liveFrame(prebuilt.frame, config),
    client,
    chunks: (pages) => {
      const key = keyOf(pages.map(({ path }) => path));
      const chunks =
        made.get(key) ??
        stage("bundle", () => bundlePages(root, pages, { mode: "production", shell: client.shell, store }));
      made.set(key, chunks);
      return chunks;
    },
  };
}
