import type { Problem } from "../shared/problem.ts";
import { foldedKey, outputFile, type TrailingSlash } from "../shared/route.ts";
import type { SourcePage, StaticFile } from "./types.ts";

/** Names that Windows keeps for itself; a site built there must be the same site. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Output files that docgen writes itself. */
const OWN_FILES = /^(404\.html|docgen-manifest\.json|search-index-[^/]*\.json|assets\/.*)$/;

/**
 * Finds pages and static files that would be written to one place, also where they differ only
 * by case or Unicode form, and names that not every file system can hold.
 */
export function findCollisions(
  pages: readonly SourcePage[],
  statics: readonly StaticFile[],
  trailingSlash: TrailingSlash,
): Problem[] {
  const problems: Problem[] = [];
  const takenBy = new Map<string, { path: string; what: string }>();
  const claim = (path: string, line: number, file: string, what: string) => {
    const report = (message: string, hint: string) =>
      problems.push({ path, line, column: 1, severity: "error", code: "collision", message, hint });
    const bad = file
      .split("/")
      .find((part) => RESERVED.test(part.replace(/\..*$/, "")) || /[<>:"|?*\\]|[. ]$/.test(part));
    if (bad !== undefined) report(`"${bad}" cannot be a file name on every system`, "rename the file or set a slug");
    const key = foldedKey(file);
    const other = takenBy.get(key);
    if (other !== undefined) {
      report(
        `${what} is also made by ${other.path}${other.what === what ? "" : ` (${other.what})`}`,
        "rename one of the two or set a slug",
      );
    } else takenBy.set(key, { path, what });
  };
  for (const page of pages) {
    const file = outputFile(page.route, trailingSlash);
    claim(page.path, page.keyLines.slug ?? 1, file, `route ${page.route}`);
  }
  for (const { path, file } of statics) {
    if (OWN_FILES.test(file)) {
      problems.push({
        path,
        line: 1,
        column: 1,
        severity: "error",
        code: "collision",
        message: `docgen writes ${file} itself`,
        hint: "rename the static file",
      });
    } else claim(path, 1, file, `file ${file}`);
  }
  return problems;
}
