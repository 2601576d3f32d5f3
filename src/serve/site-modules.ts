import { NO_STORE } from "../build/cache/store.ts";
import { loadPageModules, type PageModules } from "../build/page-modules.ts";
import { createPageThread, type PageThread } from "../build/page-thread.ts";
import type { Site } from "../build/site.ts";
import type { Ledger } from "./ledger.ts";
import type { Renderer } from "./renderer.ts";

/** What pages written in React may be made of, besides themselves. */
const MODULE = /\.(?:[cm]?[jt]sx?|css|json)$/;

/** The pages of a site that are written in React, as they are being written. */
export interface SiteModules {
  /** Bundles them anew. What ran before ends, and its memory is free again. */
  readonly load: (site: Site, renderer: Renderer) => Promise<PageModules>;
  /** True for files that they are made of, or may come to be made of. */
  readonly isModule: (path: string) => boolean;
}

/**
 * @param root absolute path of the site's root
 * @param owner names who finds problems
 * @param onNews told that the ledger holds what no edit and no view has brought
 */
export function createSiteModules(
  root: string,
  ledger: Ledger,
  owner: (name: string) => string,
  onNews: () => void,
): SiteModules {
  const background = owner("background ");
  let thread: PageThread | undefined;
  let keys: PageModules["keys"] = new Map();
  let inputs: ReadonlySet<string> = new Set();
  let hasFaults = false;

  const nextThread = ({ pageWorker }: Renderer): PageThread => {
    void thread?.end();
    const next = createPageThread(
      root,
      (fault) => {
        if (thread !== next) return;
        ledger.set(background + fault.path, [fault]);
        onNews();
      },
      pageWorker,
    );
    thread = next;
    return next;
  };
  return {
    load: async ({ plan }, renderer) => {
      const loaded = await loadPageModules(root, plan.pages, nextThread(renderer), NO_STORE, renderer.themeUrl);
      ledger.set(owner("modules"), loaded.problems);
      const isSame = (path: string) => loaded.keys.has(path) && loaded.keys.get(path) === keys.get(path);
      ledger.drop((one) => one.startsWith(background) && !isSame(one.slice(background.length)));
      keys = loaded.keys;
      inputs = new Set(loaded.inputs);
      hasFaults = loaded.problems.length > 0;
      return loaded;
    },
    isModule: (path) => {
      if (!path.startsWith("content/") || !MODULE.test(path)) return false;
      // One that is broken may wait for any of them.
      return path.endsWith(".tsx") || hasFaults || inputs.has(path);
    },
  };
}
