import { relative, sep } from "node:path";
import type { Viewer } from "./channel.ts";
import type { DevSite } from "./dev-site.ts";
import type { Show } from "./show.ts";
import { createStableFiles } from "./stable-files.ts";
import type { ToolCode } from "./tool.ts";

/** Files that may become inputs though they aren't yet. */
const SETTINGS = /\.(?:json|ya?ml|[cm]?[jt]sx?|css|html)$|[\\/]templates$/;
/** Above this number of changes, all inputs are marked as changed. */
const MAX_PATHS = 200;
const STATIC_FOLDER = "content/static/";

/** What updates need from the server. */
export interface UpdateHost extends Show {
  readonly root: string;
  readonly site: DevSite;
  readonly tool: ToolCode;
  readonly viewers: () => readonly Viewer[];
  /** @param paths changed files, relative to the root */
  readonly onBegin: (paths: readonly string[]) => void;
  /** Called when viewers see the change. @param seconds duration of the update @param pages those that were sent anew */
  readonly onShown: (seconds: number, paths: readonly string[], pages: readonly string[]) => Promise<unknown>;
}

/** Applies file changes and updates viewers. */
export interface Updates {
  /** Reads the site for the first time. */
  readonly begin: () => Promise<void>;
  /**
   * @param hints absolute paths that may have changed
   * @param superseded aborted when there is a newer change
   */
  readonly take: (hints: ReadonlySet<string>, superseded: AbortSignal) => Promise<void>;
}

export function createUpdates({
  root,
  site,
  tool,
  viewers,
  show,
  sendProblems,
  onBegin,
  onShown,
}: UpdateHost): Updates {
  const stableFiles = createStableFiles();
  /** Whether the site was laid out once; from then on its last good state is served. */
  let isReadable = false;
  const pathOf = (absolute: string) => relative(root, absolute).split(sep).join("/");
  return {
    begin: async () => {
      isReadable = await site.isReadable();
    },
    take: async (hints, superseded) => {
      const started = performance.now();
      const changed = await stableFiles.changed(hints, (path) => SETTINGS.test(path) || site.uses(pathOf(path)));
      // A slow page continues to render, but isn't awaited any more when there is a newer change.
      const whileNewest = <T>(work: Promise<T>) => unlessAborted(superseded, work).catch(() => undefined);
      // A file that is as it was may have been read while it was different.
      const hinted = hints.size > MAX_PATHS ? undefined : [...hints].map(pathOf);
      site.changed(hinted, tool.changed(changed) ? ["tool"] : []);
      if (changed.length === 0) {
        for (const viewer of viewers()) await whileNewest(show(viewer, superseded));
        return;
      }
      const paths = changed.map(pathOf);
      onBegin(paths);
      const files = paths.flatMap((path) => (path.startsWith(STATIC_FOLDER) ? [path.slice(STATIC_FOLDER.length)] : []));
      const own = viewers();
      const pages = new Set<string>();
      const isNew = !isReadable;
      isReadable ||= await site.isReadable();
      for (const viewer of own) {
        if (isNew && isReadable) viewer.send({ type: "reload" });
        else if (await whileNewest(show(viewer, superseded))) pages.add(viewer.path);
        if (files.length > 0) viewer.send({ type: "files", paths: files });
        viewer.send({ type: "changed" });
      }
      await whileNewest(onShown((performance.now() - started) / 1000, paths, [...pages]));
      await whileNewest(Promise.all(own.map(sendProblems)));
    },
  };
}

/** Waits for a promise until the signal is aborted. @throws the rejection, or the signal's reason once it is aborted */
function unlessAborted<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    waited.then(resolve, reject);
  });
}
