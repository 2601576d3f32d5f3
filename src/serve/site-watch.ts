import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "../config/config-file.ts";
import type { FileWatchEvents, watchFiles } from "./watch-files.ts";

/**
 * Watches all inputs of a site, wherever they are.
 *
 * @param root absolute path of the site's root
 * @param unwatched input files that are not watched yet, relative to the root; emptied here
 */
export function createSiteWatch(root: string, unwatched: Set<string>, events: FileWatchEvents) {
  const startedMs = Date.now();
  const own = ["content", "templates", CONFIG_FILE].map((name) => join(root, name));
  const absent = own.filter((path) => !existsSync(path));
  let watching: ReturnType<typeof watchFiles> | undefined;
  let isStopped = false;
  /** Watches input files outside the watched folders. */
  const follow = () => {
    if (watching === undefined || unwatched.size === 0) return;
    const others = [...unwatched].filter((path) => !/^(?:content|templates)\/|(?:^|\/)node_modules\//.test(path));
    unwatched.clear();
    watching.add(others.map((path) => join(root, path)));
  };
  return {
    /** Starts watching; resolves at once if already started. */
    start: async () => {
      const { watchFiles } = await import("./watch-files.ts");
      if (watching !== undefined || isStopped) return;
      // Watching starts after the first page, which has priority; earlier changes are found by their ctime.
      const since = { atMs: startedMs, isAbsent: (path: string) => absent.includes(path) };
      watching = watchFiles(root, own, since, events);
      follow();
    },
    /** Watches new inputs as well. */
    follow,
    stop: () => {
      isStopped = true;
      watching?.stop();
    },
  };
}
