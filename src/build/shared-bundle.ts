import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import type { Bundle } from "./bundle.ts";
import { keyOf } from "./cache/record.ts";
import { inputDigest } from "./cache/snapshot.ts";
import type { Store } from "./cache/store.ts";
import { type LiveFrame, liveFrame } from "./live-frame.ts";
import { loadFiles, type Prebuilt, readPrebuilt, type StoredBundle, storeFiles } from "./prebuilt.ts";
import type { Stage } from "./stages.ts";

/** What is bundled for the browser, once for all languages of a site. */
export interface SharedBundle {
  readonly liveFrame: LiveFrame;
  /** @param pages those written in React become chunks; languages with the same ones share a bundle */
  readonly bundle: (pages: readonly SourcePage[]) => Promise<Bundle>;
}

/** Begins to bundle. @param config of the default language */
export function sharedBundle(root: string, config: SiteConfig, store: Store, stage: Stage): SharedBundle {
  const prebuilt = readPrebuilt();
  const made = new Map<string, Promise<Bundle>>();
  return {
    liveFrame: liveFrame(prebuilt.frame, config),
    bundle: (pages) => {
      const ownPages = pages.filter(({ format }) => format === "tsx");
      const key = keyOf(ownPages.map(({ path, route }) => [path, route]));
      const make = () => bundleWith(ownPages, { root, key, store, prebuilt });
      const bundle = made.get(key) ?? stage("bundle", make);
      made.set(key, bundle);
      return bundle;
    },
  };
}

async function bundleWith(
  pages: readonly SourcePage[],
  { root, key, store, prebuilt }: { root: string; key: string; store: Store; prebuilt: Prebuilt },
): Promise<Bundle> {
  if (pages.length === 0) return loadBundle(prebuilt.bundle);
  const kept = store.get("bundle", key) as StoredBundle | undefined;
  if (kept?.inputs.every(([input, digest]) => inputDigest(root, input) === digest) === true) return loadBundle(kept);
  const { bundleClient } = await import("./assets.ts");
  const bundle = await bundleClient(root, pages, "production");
  if (bundle.problems.length === 0) store.put("bundle", key, storeBundle(root, bundle));
  return bundle;
}

function loadBundle({ stylesheet, script, files, inputs }: StoredBundle): Bundle {
  return {
    stylesheet,
    script,
    files: loadFiles(files),
    problems: [],
    inputs: inputs.map(([input]) => input),
  };
}

/** A bundle as it is kept. */
export function storeBundle(root: string, { stylesheet, script, files, inputs }: Bundle): StoredBundle {
  return {
    stylesheet,
    script,
    files: storeFiles(files),
    inputs: inputs.map((input) => [input, inputDigest(root, input)] as const),
  };
}
