import { join } from "node:path";
import { TEMPLATES } from "../../shared/constants.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import {
  type Activity,
  type CodeFault,
  describeFault,
  originOf,
  ownerIn,
  sourcesOf,
} from "../../shared/user-code/fault.ts";

/** docgen's own sources. */
const THEME_CODE = join(TOOL_ROOT, "src");

/** The site's code by what it is for: React pages with the theme, or what the configuration and Markdown name. */
export type CodeKind = "page" | "extension";

/**
 * The problem for a fault of a site's code, at the line that caused it. That of a React page stays at the page: its
 * message tells the line in another file.
 *
 * @param root absolute path of the site's root
 * @param codeOf returns the bundle of a module
 * @returns the problem, and whether the line is known
 */
export function codeProblem(
  root: string,
  kind: CodeKind,
  fault: CodeFault,
  activity: Activity,
  codeOf: (name: string) => string,
): { readonly fault: Problem; readonly isPlaced: boolean } {
  const { what, page, doing } = fault.during ?? activity;
  // The fault of a page may be in the theme that it is rendered with.
  const owner = ownerIn(fault.stack) ?? fault.owner;
  const code = codeOf(owner);
  // The theme is bundled from many files, including docgen's own.
  const isTheme = owner === TEMPLATES;
  const folder = isTheme ? TOOL_ROOT : root;
  const pathOf = (source: string) => slashedPath(root, join(folder, source));
  const isOwn = (source: string) => !isTheme || !contains(THEME_CODE, join(folder, source));
  const { source, line, column } = originOf(fault.stack, owner, code, isOwn) ?? {};
  const isPlaced = source !== undefined;
  const origin = pathOf(source ?? "");
  const isHere = isPlaced && (kind === "extension" || (isTheme ? !origin.startsWith("..") : origin === owner));
  const [text, hint] = describeFault(fault, doing, kind === "page" ? "a page" : "it");
  const subject = page === undefined ? what : `${what} in ${page}`;
  let message = fault.kind === "unusable" || what === undefined ? text : `${subject} ${text}`;
  let path = isHere ? origin : owner;
  if (isPlaced && !isHere) message += ` (${origin}:${line}:${column})`;
  if (isTheme && !isPlaced) {
    const templates = sourcesOf(code)
      .map(pathOf)
      .filter((name) => name.startsWith(`${TEMPLATES}/`));
    if (templates.length === 1) [path = owner] = templates;
    else if (templates.length > 1) message += ` (in ${templates.sort().join(" or ")})`;
  }
  const problem = problemOf({ path, ...(isHere ? { line, column } : {}), code: kind, message, hint, page });
  return { fault: problem, isPlaced };
}
