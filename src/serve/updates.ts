import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { FromServer, ShownProblem } from "../client/dev/dev-messages.ts";
import { attempt } from "../shared/attempt.ts";
import { codeFrame } from "../shared/code-frame.ts";
import { contains, slashedPath } from "../shared/disk-path.ts";
import { fingerprintOf, infoOf } from "../shared/file-info.ts";
import type { Position, Problem } from "../shared/problem.ts";
import type { Viewer } from "./channel.ts";
import type { DevSite, View } from "./dev-site.ts";
import { type createProblemReporter, explainFailure } from "./failures.ts";
import { isIgnoredPath } from "./file-watcher.ts";

const STATIC_FOLDER = "content/static/";
const isStatic = (path: string) => path.startsWith(STATIC_FOLDER);
/** Maximum number of problems that are sent to a page. */
const MAX_ERRORS = 10;
const MAX_NOTES = 50;

/** What updates need from the server. */
interface UpdateHost {
  readonly root: string;
  readonly site: DevSite;
  readonly viewers: () => readonly Viewer[];
  readonly problems: ReturnType<typeof createProblemReporter>;
  /** Called when viewers see the change. @param seconds duration of the update @param pages those that were sent anew */
  readonly onShown: (seconds: number, paths: readonly string[], pages: readonly string[]) => Promise<unknown>;
}

/** Applies file changes, and sends pages and problems to viewers. */
export function createUpdates({ root, site, viewers, problems, onShown }: UpdateHost) {
  const { show, sendProblems } = createSenders(root, site, problems);
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
    show,
    sendProblems,
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
      problems.renew(paths);
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

/** Functions that send to a viewer. The failure of one page doesn't affect the others. */
function createSenders(root: string, site: DevSite, problems: UpdateHost["problems"]) {
  const viewOf = async (viewer: Viewer): Promise<View | undefined> => {
    try {
      const view = await site.view(viewer.path);
      problems.failures.delete(viewer.path);
      return view;
    } catch (error) {
      problems.failures.set(viewer.path, explainFailure(root, error));
      return undefined;
    }
  };
  return {
    /** @param superseded aborted when there is a newer change @returns whether the viewer got a page */
    show: async (viewer: Viewer, superseded?: AbortSignal): Promise<boolean> => {
      const view = await viewOf(viewer);
      if (view === undefined || view.version === viewer.version || superseded?.aborted === true) return false;
      viewer.version = view.version;
      viewer.send({ type: "page", html: view.html });
      return true;
    },
    sendProblems: async (viewer: Viewer): Promise<void> => {
      const view = await viewOf(viewer);
      await site.check(viewer.path).catch(() => undefined);
      viewer.send(shownProblems(root, problems.now(), view ?? { status: 500, sources: [] }, viewer.isLocal));
    },
  };
}

/**
 * The problems to show on a page: those that break it in an overlay, its own first; the rest as notes beside it.
 *
 * @param isLocal whether the browser is on this machine, so that it can open editors
 */
function shownProblems(
  root: string,
  problems: readonly Problem[],
  { status, sources }: Pick<View, "status" | "sources">,
  isLocal: boolean,
): Extract<FromServer, { type: "problems" }> {
  const isOwn = ({ path }: Problem) => sources.includes(path);
  const isBlocking = (problem: Problem) => {
    if (problem.severity !== "error" || /^broken-/.test(problem.code)) return false;
    // Errors of other content don't hide a page that works, but they may explain a missing page.
    return status !== 200 || isOwn(problem) || !problem.path.startsWith("content/");
  };
  const show = (problem: Problem): ShownProblem => {
    const file = isLocal ? fileInside(root, problem.path) : undefined;
    if (file === undefined) return problem;
    const path = encodeURI(file.replaceAll("\\", "/").replace(/^(?!\/)/, "/"));
    return { ...problem, editor: `vscode://file${path}:${problem.line}:${problem.column}` };
  };
  const framed = (problem: Problem): ShownProblem => ({ ...show(problem), frame: codeFrame(root, problem) });
  const blocking = problems.filter(isBlocking);
  const others = problems.filter((problem) => !isBlocking(problem));
  return {
    type: "problems",
    errors: blocking.filter(isOwn).slice(0, MAX_ERRORS).map(framed),
    others: blocking
      .filter((problem) => !isOwn(problem))
      .slice(0, MAX_ERRORS)
      .map(framed),
    notes: [...others.filter(isOwn), ...others.filter((problem) => !isOwn(problem))].slice(0, MAX_NOTES).map(show),
  };
}

/** Absolute path of a file inside the root; undefined if it doesn't exist there, or if its name can't be displayed. */
function fileInside(root: string, path: string): string | undefined {
  const real = attempt(() => realpathSync(join(root, path)));
  const isInside = real !== undefined && contains(realpathSync(root), real);
  return isInside && !/\p{Cc}/u.test(path) ? real : undefined;
}

/** Opens a place in the editor of `$VISUAL` or `$EDITOR`, or a running one. @param reported only files of these open */
export async function openEditor(root: string, position: Position, reported: readonly Problem[]): Promise<void> {
  const { path, line, column } = position;
  const file = reported.some((problem) => problem.path === path) ? fileInside(root, path) : undefined;
  if (file === undefined) return;
  const { default: launch } = await import("launch-editor");
  launch(`${file}:${line}:${column}`, process.env.VISUAL ?? process.env.EDITOR);
}
