import { join, relative } from "node:path";
import type { BuildFailure, Message } from "esbuild";
import type { Problem } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../outputs/tool.ts";

/** esbuild's namespace of the site's own modules. */
export const SITE = "site";

/** What esbuild found wrong in the site's own modules; empty where the error isn't esbuild's. */
export function bundleProblems(error: unknown, root: string): Problem[] {
  const { errors = [] } = error as Partial<BuildFailure>;
  return messageProblems(errors, root, "page");
}

/** What esbuild says of the site's own files, as errors. @param code of the problems */
export function messageProblems(messages: readonly Message[], root: string, code: string): Problem[] {
  return messages.map(({ text, location }) => {
    const { file = "", suggestion = "" } = location ?? {};
    const isOwn = file.startsWith(`${SITE}:`);
    return {
      path: isOwn ? file.slice(SITE.length + 1) : relative(root, join(TOOL_ROOT, file)).replaceAll("\\", "/"),
      line: location?.line ?? 1,
      column: (location?.column ?? 0) + 1,
      severity: "error",
      code,
      message: text,
      ...(suggestion === "" ? {} : { hint: `write "${suggestion}"` }),
    };
  });
}
