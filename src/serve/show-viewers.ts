import type { FromServer, ShownProblem } from "../client/dev/dev-messages.ts";
import { codeFrame } from "../shared/code-frame.ts";
import type { Problem } from "../shared/problem.ts";
import type { Viewer } from "./channel.ts";
import type { DevSite, View } from "./dev-site.ts";
import { explainFailure } from "./failures.ts";
import { fileInside } from "./open-editor.ts";

/** Maximum number of problems that are sent to a page. */
const MAX_ERRORS = 10;
const MAX_NOTES = 50;

/** Sends pages and problems to viewers. The failure of one page doesn't affect the others. */
export interface Show {
  /** @param superseded aborted when there is a newer change @returns whether the viewer got a page */
  readonly show: (viewer: Viewer, superseded?: AbortSignal) => Promise<boolean>;
  readonly sendProblems: (viewer: Viewer) => Promise<void>;
}

/**
 * @param failures failures of viewed pages, by path; updated here
 * @param problemsNow all current problems, including these
 */
export function createShow(
  root: string,
  site: DevSite,
  failures: Map<string, readonly Problem[]>,
  problemsNow: () => readonly Problem[],
): Show {
  const viewOf = async (viewer: Viewer): Promise<View | undefined> => {
    try {
      const view = await site.view(viewer.path);
      failures.delete(viewer.path);
      return view;
    } catch (error) {
      failures.set(viewer.path, explainFailure(root, error));
      return undefined;
    }
  };
  return {
    show: async (viewer, superseded) => {
      const view = await viewOf(viewer);
      if (view === undefined || view.version === viewer.version || superseded?.aborted === true) return false;
      viewer.version = view.version;
      viewer.send({ type: "page", html: view.html });
      return true;
    },
    sendProblems: async (viewer) => {
      const view = await viewOf(viewer);
      await site.check(viewer.path).catch(() => undefined);
      viewer.send(shownProblems(root, problemsNow(), view ?? { status: 500, sources: [] }, viewer.isLocal));
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
