import type { FromServer } from "../client/dev/messages.ts";
import type { Problem } from "../shared/problem.ts";
import { codeFrame } from "./code-frame.ts";
import type { View } from "./views.ts";

/** More than these nobody reads at once. */
const MAX_ERRORS = 10;
const MAX_NOTES = 50;

/** What a page is told of all that is wrong: over the page what keeps it from being right, beside it the rest. */
export function shownProblems(
  root: string,
  problems: readonly Problem[],
  { status, sources }: Pick<View, "status" | "sources">,
): Extract<FromServer, { type: "problems" }> {
  const isOver = ({ path, severity, code }: Problem) => {
    if (severity !== "error" || /^broken-/.test(code)) return false;
    // Another page's fault is no reason to hide this one; that of a missing page may be the reason why.
    return status !== 200 || sources.includes(path) || !/^content\/.*\.(?:mdx?|tsx)$/.test(path);
  };
  const errors = problems.filter(isOver).slice(0, MAX_ERRORS);
  const notes = problems.filter((problem) => !isOver(problem)).slice(0, MAX_NOTES);
  return {
    type: "problems",
    errors: errors.map((problem) => {
      const frame = codeFrame(root, problem);
      return frame === undefined ? problem : { ...problem, frame };
    }),
    notes,
  };
}
