import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "../config/evaluate.ts";
import { TOOL_FOLDERS } from "./tool.ts";
import type { FileWatch, FileWatchEvents } from "./watch-files.ts";

/** Watches what a site is made of, wherever it stands. */
export interface SiteWatch {
  /** Begins; resolved at once where it has begun. */
  readonly start: () => Promise<void>;
  /** Takes up files that the site has come to be made of. */
  readonly follow: () => void;
  readonly stop: () => void;
}

/**
 * @param root absolute path of the site's root
 * @param files those that the site is made of, relative to the root
 */
export function createSiteWatch(root: string, files: () => readonly string[], events: FileWatchEvents): SiteWatch {
  const startedMs = Date.now();
  const own = ["content", "templates", CONFIG_FILE].map((name) => join(root, name));
  const absent = own.filter((path) => !existsSync(path));
  let watching: FileWatch | undefined;
  let isStopped = false;
  /** Files may stand outside of the folders that are watched. */
  const follow = () => {
    const others = files().filter((path) => !/^(?:content|templates)\/|(?:^|\/)node_modules\//.test(path));
    watching?.add(others.map((path) => join(root, path)));
  };
  return {
    start: async () => {
      const { watchFiles } = await import("./watch-files.ts");
      if (watching !== undefined || isStopped) return;
      // What has changed before is found by its time: a page that is waited for comes first.
      const since = { atMs: startedMs, isAbsent: (path: string) => absent.includes(path) };
      watching = watchFiles(root, [...own, ...TOOL_FOLDERS], since, events);
      follow();
    },
    follow,
    stop: () => {
      isStopped = true;
      watching?.stop();
    },
  };
}
