import type { Problem } from "../shared/problem.ts";
import type { Viewer } from "./channel.ts";
import type { DevSite } from "./dev-site.ts";
import { explainFailure } from "./failure-problems.ts";
import { shownProblems } from "./shown-problems.ts";
import type { View } from "./views.ts";

/** Sends pages and problems to viewers. The failure of one page doesn't affect the others. */
export interface Show {
  /** @param superseded aborted when there is a newer change @returns whether the viewer got a page */
  readonly show: (viewer: Viewer, superseded?: AbortSignal) => Promise<boolean>;
  /** Sends a viewer all current problems. */
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
