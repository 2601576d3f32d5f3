import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import type { OutputFile } from "../output/types.ts";
import { type Bundle, bundleClient } from "./assets.ts";
import { bundleLiveFrame } from "./live-frame.ts";
import type { Stage } from "./stages.ts";

/** What is bundled for the browser, once for all languages of a site. */
export interface SharedBundle {
  readonly liveFrame: Promise<OutputFile>;
  /** @param pages those written in React become chunks; languages with the same ones share a bundle */
  readonly bundle: (pages: readonly SourcePage[]) => Promise<Bundle>;
}

/** Begins to bundle. @param config of the default language */
export function sharedBundle(root: string, config: SiteConfig, stage: Stage): SharedBundle {
  const liveFrame = stage("live frame", () => bundleLiveFrame(config));
  const frameFile = liveFrame.then(({ file }) => file);
  const made = new Map<string, Promise<Bundle>>();
  return {
    liveFrame,
    bundle: (pages) => {
      const parts = pages.filter(({ format }) => format === "tsx").map(({ path, route }) => [path, route]);
      const key = JSON.stringify(parts);
      const bundle = made.get(key) ?? stage("bundle", () => bundleClient(root, pages, "production", frameFile));
      made.set(key, bundle);
      return bundle;
    },
  };
}
