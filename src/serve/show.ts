import type { Viewer } from "./channel.ts";
import { failureProblems } from "./inputs.ts";
import type { Languages } from "./languages.ts";
import type { Ledger } from "./ledger.ts";
import { shownProblems } from "./shown-problems.ts";
import type { View } from "./views.ts";

/** Shows viewers the site as it is now. A page that can't be made is told of, and keeps nothing from the others. */
export interface Show {
  /** @param superseded aborted when there is something newer to show */
  readonly show: (viewer: Viewer, superseded?: AbortSignal) => Promise<void>;
  /** Tells a viewer all that is wrong now. */
  readonly tellProblems: (viewer: Viewer) => Promise<void>;
  /** Lets go of what was wrong with pages that nobody looks at any more. @param viewers that are there */
  readonly forget: (viewers: readonly Viewer[]) => void;
}

/** @param siteNow gives the site; undefined where it can't be read, which is told elsewhere */
export function createShow(root: string, ledger: Ledger, siteNow: () => Promise<Languages | undefined>): Show {
  const ownerOf = ({ path }: Viewer) => `${OWNER}${path}`;
  const viewOf = async (viewer: Viewer): Promise<View | undefined> => {
    try {
      const view = await (await siteNow())?.view(viewer.path);
      ledger.set(ownerOf(viewer), []);
      return view;
    } catch (error) {
      // What is gone is about to leave the site.
      const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (!isGone) ledger.set(ownerOf(viewer), failureProblems(error));
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
      viewer.send(shownProblems(root, ledger.all(), view ?? { status: 500, sources: [] }));
    },
    forget: (viewers) => {
      const owners = new Set(viewers.map(ownerOf));
      ledger.drop((owner) => owner.startsWith(OWNER) && !owners.has(owner));
    },
  };
}

/** Begins the name under which a page's failure stands in the ledger. */
const OWNER = "view ";
