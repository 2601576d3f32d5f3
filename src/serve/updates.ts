import { slashedPath } from "../shared/disk-path.ts";
import { fingerprintOf, infoOf } from "../shared/file-info.ts";
import type { Viewer } from "./channel.ts";
import type { DevSite } from "./dev-site.ts";
import { isIgnoredPath } from "./file-watcher.ts";
import type { Show } from "./show-viewers.ts";

const STATIC_FOLDER = "content/static/";
const isStatic = (path: string) => path.startsWith(STATIC_FOLDER);

/** What updates need from the server. */
interface UpdateHost extends Show {
  readonly root: string;
  readonly site: DevSite;
  readonly viewers: () => readonly Viewer[];
  /** @param paths changed files, relative to the root */
  readonly onBegin: (paths: readonly string[]) => void;
  /** Called when viewers see the change. @param seconds duration of the update @param pages those that were sent anew */
  readonly onShown: (seconds: number, paths: readonly string[], pages: readonly string[]) => Promise<unknown>;
}

/** Applies file changes and updates viewers. */
export function createUpdates({ root, site, viewers, show, sendProblems, onBegin, onShown }: UpdateHost) {
  /** Whether the site was laid out once; from then on its last good state is served. */
  let isReadable = false;
  const pathOf = (absolute: string) => slashedPath(root, absolute);
  /** Fingerprints of files that the engine may not have read. */
  const fingerprints = new Map<string, string>();
  const isEdited = (path: string): boolean => {
    const info = infoOf(path);
    const fingerprint = info?.isFile() === true ? fingerprintOf(info) : undefined;
    if (fingerprint === undefined || fingerprints.get(path) === fingerprint) return false;
    fingerprints.set(path, fingerprint);
    return true;
  };
  return {
    /** Reads the site for the first time. */
    begin: async () => {
      isReadable = await site.isReadable();
    },
    /**
     * @param hints absolute paths that may have changed
     * @param superseded aborted when there is a newer change
     */
    take: async (hints: readonly string[], superseded: AbortSignal) => {
      const started = performance.now();
      const aborted = new Promise<undefined>((resolve) => {
        superseded.addEventListener("abort", () => resolve(undefined), { once: true });
      });
      // A slow page continues to render, but isn't awaited any more when there is a newer change.
      const whileNewest = <T>(work: Promise<T>) => Promise.race([work.catch(() => undefined), aborted]);
      const unread = hints.filter((path) => isStatic(pathOf(path)) && isEdited(path));
      site.changes.changed(hints.map(pathOf));
      const changed = new Set([...unread.map(pathOf), ...site.changes.take()]);
      const paths = [...changed].filter((path) => !isIgnoredPath(path));
      if (paths.length === 0) {
        // An update that was abandoned for these hints may have left viewers behind.
        for (const viewer of viewers()) await whileNewest(show(viewer, superseded));
        return;
      }
      onBegin(paths);
      const files = paths.flatMap((path) => (isStatic(path) ? [path.slice(STATIC_FOLDER.length)] : []));
      const current = viewers();
      const pages = new Set<string>();
      const isNew = !isReadable;
      isReadable ||= await site.isReadable();
      for (const viewer of current) {
        if (isNew && isReadable) viewer.send({ type: "reload" });
        else if (await whileNewest(show(viewer, superseded))) pages.add(viewer.path);
        if (files.length > 0) viewer.send({ type: "files", paths: files });
        viewer.send({ type: "changed" });
      }
      await whileNewest(onShown((performance.now() - started) / 1000, paths, [...pages]));
      await whileNewest(Promise.all(current.map(sendProblems)));
    },
  };
}
