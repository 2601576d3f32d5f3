import type { Problem } from "../shared/problem.ts";
import type { Viewer } from "./channel.ts";
import type { DevSite } from "./dev-site.ts";
import { explainFailure } from "./failure-problems.ts";
import { shownProblems } from "./shown-problems.ts";
import type { View } from "./views.ts";

/** Shows viewers the site as it is now. A page that can't be made is told of, and keeps nothing from the others. */
export interface Show {
  /** @param superseded aborted when there is something newer to show */
  readonly show: (viewer: Viewer, superseded?: AbortSignal) => Promise<void>;
  /** Tells a viewer all that is wrong now. */
  readonly tellProblems: (viewer: Viewer) => Promise<void>;
}

/**
 * @param failures what keeps pages from being made, by their paths: kept up to date
 * @param problemsNow all that is wrong, these among it
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
      if (view === undefined || view.version === viewer.version || superseded?.aborted === true) return;
      viewer.version = view.version;
      viewer.send({ type: "page", html: view.html });
    },
    tellProblems: async (viewer) => {
      const view = await viewOf(viewer);
      await site.check(viewer.path).catch(() => undefined);
      viewer.send(shownProblems(root, problemsNow(), view ?? { status: 500, sources: [] }));
    },
  };
}
