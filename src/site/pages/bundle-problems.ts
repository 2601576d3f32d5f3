import { isBuiltin } from "node:module";
import { join } from "node:path";
import type { BuildFailure, Message } from "esbuild";
import type { Task } from "../../engine/task.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";

/** esbuild's namespace of the site's own modules. */
export const SITE = "site";

/**
 * Bundles the site's own modules, and reports their problems.
 *
 * @param problemsOf converts an error; returns none if the site isn't the cause, and the error is thrown again
 * @returns undefined if there are problems
 */
export async function reportFaults<T>(
  task: Task,
  bundle: () => Promise<T>,
  problemsOf: (error: unknown) => readonly Problem[],
): Promise<T | undefined> {
  try {
    return await bundle();
  } catch (error) {
    const problems = problemsOf(error);
    if (problems.length === 0) throw error;
    // A missing module may be created anywhere.
    task.volatile();
    task.report(...problems);
    return undefined;
  }
}

/** Hints for messages about code that other site generators accept. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [
    /into a JavaScript file without an output path|^No loader is configured/,
    "import only code and JSON: add style sheets to customCss in site.config.ts, and put images into content/static/",
  ],
  [/^Could not resolve "@(?:docusaurus|theme)\//, 'Link, useUrl, useSite and useTranslate are in "docgen/theme"'],
  [/^Could not resolve "@site\//, "write the path from this file: ./ or ../"],
];

const SERVER_ONLY =
  "a part of the theme also runs in the browser: import a JSON file, or read an environment variable as process.env.NAME";

/**
 * Problems of the site's own modules from an esbuild error; none for any other error.
 *
 * @param folder esbuild's working directory
 */
export function bundleProblems(error: unknown, root: string, folder = TOOL_ROOT): Problem[] {
  const { errors = [] } = error as Partial<BuildFailure>;
  return messageProblems(errors, root, "page", folder);
}

/**
 * Converts esbuild's messages about the site's files to problems.
 *
 * @param code of the problems
 * @param folder esbuild's working directory
 */
export function messageProblems(
  messages: readonly Message[],
  root: string,
  code: string,
  folder = TOOL_ROOT,
): Problem[] {
  return messages.map(({ text, location }) => {
    const { file = "", suggestion = "" } = location ?? {};
    const missing = /^Could not resolve "(.+)"$/.exec(text)?.[1] ?? "";
    const known = isBuiltin(missing) ? SERVER_ONLY : HINTS.find(([pattern]) => pattern.test(text))?.[1];
    const hint = known ?? (suggestion === "" ? undefined : `write "${suggestion}"`);
    const isOwn = file.startsWith(`${SITE}:`);
    return problemOf({
      path: isOwn ? file.slice(SITE.length + 1) : slashedPath(root, join(folder, file)),
      line: location?.line,
      column: (location?.column ?? 0) + 1,
      code,
      message: isBuiltin(missing) ? `uses ${missing} in the browser` : text,
      hint,
    });
  });
}
