import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import type { Bundle } from "./bundle.ts";
import { keyOf } from "./cache/record.ts";
import { digestOf } from "./cache/snapshot.ts";
import type { Store } from "./cache/store.ts";
import type { LiveFrame } from "./live-frame.ts";
import type { Stage } from "./stages.ts";

/** What is bundled for the browser, once for all languages of a site. */
export interface SharedBundle {
  readonly liveFrame: Promise<LiveFrame>;
  /** @param pages those written in React become chunks; languages with the same ones share a bundle */
  readonly bundle: (pages: readonly SourcePage[]) => Promise<Bundle>;
}

/** A bundle in the store: bytes as base64, inputs with their digests. */
interface StoredBundle {
  readonly bundle: Pick<Bundle, "stylesheet" | "script">;
  readonly files: readonly (readonly [file: string, data: string])[];
  readonly inputs: readonly (readonly [path: string, digest: string])[];
}

/** Begins to bundle. @param config of the default language */
export function sharedBundle(root: string, config: SiteConfig, store: Store, stage: Stage): SharedBundle {
  const liveFrame = stage("live frame", () => makeFrame(config, store));
  const frameFile = liveFrame.then(({ file }) => file);
  const made = new Map<string, Promise<Bundle>>();
  return {
    liveFrame,
    bundle: (pages) => {
      const parts = pages.filter(({ format }) => format === "tsx").map(({ path, route }) => [path, route]);
      const key = JSON.stringify(parts);
      const make = async () => {
        const name = keyOf(parts, await frameFile);
        const kept = keptBundle(store, name);
        if (kept !== undefined) return kept;
        const { bundleClient } = await import("./assets.ts");
        const bundle = await bundleClient(root, pages, "production", frameFile);
        if (bundle.problems.length === 0) store.put("bundle", name, storedBundle(bundle));
        return bundle;
      };
      const bundle = made.get(key) ?? stage("bundle", make);
      made.set(key, bundle);
      return bundle;
    },
  };
}

async function makeFrame(config: SiteConfig, store: Store): Promise<LiveFrame> {
  const name = keyOf(config.scripts, config.baseUrl, config.i18n);
  const kept = store.get("frame", name) as LiveFrame | undefined;
  if (kept !== undefined) return kept;
  const { bundleLiveFrame } = await import("./live-frame.ts");
  const frame = await bundleLiveFrame(config);
  store.put("frame", name, frame);
  return frame;
}

function keptBundle(store: Store, name: string): Bundle | undefined {
  const kept = store.get("bundle", name) as StoredBundle | undefined;
  if (kept?.inputs.every(([path, digest]) => digestOf(path) === digest) !== true) return undefined;
  return {
    ...kept.bundle,
    files: kept.files.map(([file, data]) => ({ file, data: Buffer.from(data, "base64") })),
    problems: [],
    inputs: kept.inputs.map(([path]) => path),
  };
}

function storedBundle({ stylesheet, script, files, inputs }: Bundle): StoredBundle {
  return {
    bundle: { stylesheet, script },
    files: files.map(({ file, data }) => [file, Buffer.from(data).toString("base64")] as const),
    inputs: inputs.map((path) => [path, digestOf(path)] as const),
  };
}
