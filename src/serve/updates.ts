import { relative, sep } from "node:path";
import type { Viewer } from "./channel.ts";
import type { DevSite } from "./dev-site.ts";
import { createSettledFiles } from "./settled.ts";
import type { Show } from "./show.ts";
import type { ToolCode } from "./tool.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** Files that may be the site's though it doesn't know of them. */
const SETTINGS = /\.(?:json|ya?ml|[cm]?[jt]sx?|css|html)$|[\\/]templates$/;
/** More changes than these are a storm: any file may have changed. */
const MAX_PATHS = 200;
const STATIC_FOLDER = "content/static/";

/** What an update needs of the server. */
export interface UpdateHost extends Show {
  readonly root: string;
  readonly site: DevSite;
  readonly tool: ToolCode;
  readonly viewers: () => readonly Viewer[];
  /** @param paths of files that have changed, relative to the root */
  readonly onBegin: (paths: readonly string[]) => void;
  /** Told when viewers see what has changed. @param seconds how long that took */
  readonly onShown: (seconds: number, paths: readonly string[]) => Promise<unknown>;
}

/** Takes up changes of files, and shows them to viewers. */
export interface Updates {
  /** Looks at the site for the first time. */
  readonly begin: () => Promise<void>;
  /**
   * @param hints absolute paths that may have changed
   * @param superseded aborted when there is something newer to show
   */
  readonly take: (hints: ReadonlySet<string>, superseded: AbortSignal) => Promise<void>;
}

export function createUpdates({
  root,
  site,
  tool,
  viewers,
  show,
  tellProblems,
  onBegin,
  onShown,
}: UpdateHost): Updates {
  const settled = createSettledFiles();
  /** The site could be laid out once: from then on the last good state of it is shown. */
  let isReadable = false;
  const pathOf = (absolute: string) => relative(root, absolute).split(sep).join("/");
  return {
    begin: async () => {
      isReadable = await site.isReadable();
    },
    take: async (hints, superseded) => {
      const started = performance.now();
      const changed = await settled.changed(hints, (path) => SETTINGS.test(path) || site.uses(pathOf(path)));
      if (changed.length === 0) return;
      // A page that takes long goes on, and is not waited for any more when there is something newer to show.
      const whileNewest = (work: Promise<unknown>) => unlessAborted(superseded, work).catch(() => undefined);
      const paths = changed.map(pathOf);
      onBegin(paths);
      site.changed(paths.length > MAX_PATHS ? undefined : paths, tool.changed(changed) ? ["tool"] : []);
      const files = paths.flatMap((path) => (path.startsWith(STATIC_FOLDER) ? [path.slice(STATIC_FOLDER.length)] : []));
      const own = viewers();
      const isNew = !isReadable;
      isReadable ||= await site.isReadable();
      for (const viewer of own) {
        if (isNew && isReadable) viewer.send({ type: "reload" });
        else await whileNewest(show(viewer, superseded));
        if (files.length > 0) viewer.send({ type: "files", paths: files });
        viewer.send({ type: "changed" });
      }
      await whileNewest(onShown((performance.now() - started) / 1000, paths));
      await whileNewest(Promise.all(own.map(tellProblems)));
    },
  };
}
