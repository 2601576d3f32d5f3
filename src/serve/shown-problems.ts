import type { FromServer } from "../client/dev/messages.ts";
import type { Problem } from "../shared/problem.ts";
import { codeFrame } from "./code-frame.ts";
import type { View } from "./views.ts";

/** Maximum number of problems that are sent to a page. */
const MAX_ERRORS = 10;
const MAX_NOTES = 50;

/** The problems to show on a page: errors that break it cover the page, the rest is listed beside it. */
export function shownProblems(
  root: string,
  problems: readonly Problem[],
  { status, sources }: Pick<View, "status" | "sources">,
): Extract<FromServer, { type: "problems" }> {
  const isBlocking = ({ path, severity, code }: Problem) => {
    if (severity !== "error" || /^broken-/.test(code)) return false;
    // Errors of other pages don't hide a page that works, but they may explain a missing page.
    return status !== 200 || sources.includes(path) || !/^content\/.*\.(?:mdx?|tsx)$/.test(path);
  };
  const errors = problems.filter(isBlocking).slice(0, MAX_ERRORS);
  const notes = problems.filter((problem) => !isBlocking(problem)).slice(0, MAX_NOTES);
  return {
    type: "problems",
    errors: errors.map((problem) => {
      const frame = codeFrame(root, problem);
      return frame === undefined ? problem : { ...problem, frame };
    }),
    notes,
  };
}
