import { isBuiltin } from "node:module";
import { join } from "node:path";
import type { BuildFailure, Message } from "esbuild";
import { slashedPath } from "../../shared/disk-path.ts";
import { installHint } from "../../shared/install-hint.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";

/** esbuild's namespace of the site's own modules. */
export const SITE = "site";

/** Hints for messages about code that other site generators accept. */
const HINTS: readonly (readonly [message: RegExp, hint: string])[] = [
  [
    /into a JavaScript file without an output path|^No loader is configured/,
    "import only code and JSON: add style sheets to customCss in site.config.ts, and put images into content/static/",
  ],
  [/^Could not resolve "@(?:docusaurus|theme)\//, 'Link, useUrl, useSite and useTranslate are in "docgen/theme"'],
  [/^Could not resolve "@site\//, "write the path from this file: ./ or ../"],
  [/^uses \S+ in the browser$/, "use it only in the page's load(), and return the data that the component needs"],
];

const SERVER_ONLY =
  "a part of the theme also runs in the browser: import a JSON file, or read an environment variable as process.env.NAME";

/** Problems of the site's modules from an esbuild error, if any. @param root absolute @param folder esbuild's folder */
export function bundleProblems(error: unknown, root: string, folder = root): Problem[] {
  const { errors = [] } = error as Partial<BuildFailure>;
  return messageProblems(errors, root, "page", folder);
}

/** Converts esbuild's messages about the site's files to problems. @param folder esbuild's working directory */
export function messageProblems(messages: readonly Message[], root: string, code: string, folder: string): Problem[] {
  return messages.map(({ text, location }) => {
    const { file = "", suggestion = "" } = location ?? {};
    const missing = /^Could not resolve "(.+)"$/.exec(text)?.[1] ?? "";
    const advice = isBuiltin(missing)
      ? SERVER_ONLY
      : (HINTS.find(([pattern]) => pattern.test(text))?.[1] ?? installHint(missing));
    const hint = advice ?? (suggestion === "" ? undefined : `write "${suggestion}"`);
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
