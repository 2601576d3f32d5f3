import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foldersUp, slashedPath } from "../shared/disk-path.ts";
import { globSource } from "../shared/glob.ts";

/** Where GitHub looks for the file, in this order. */
const FILES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/**
 * Reads the `CODEOWNERS` of the repository that contains a site.
 *
 * @param root absolute path of the site's root
 * @returns the owners of a file, `@team mail@example.com`; undefined if it has none. Its path is relative to the root
 */
export function readCodeOwners(root: string): (path: string) => string | undefined {
  const top = foldersUp(root).find((folder) => existsSync(join(folder, ".git"))) ?? root;
  const file = FILES.map((name) => join(top, name)).find((path) => existsSync(path));
  const rules = file === undefined ? [] : readFileSync(file, "utf8").split(/\r?\n/).flatMap(ruleOf);
  return (path) => {
    const inRepository = slashedPath(top, join(root, path));
    // The last rule that matches counts, also one without owners.
    return rules.findLast(({ pattern }) => pattern.test(inRepository))?.owners || undefined;
  };
}

function ruleOf(line: string): { pattern: RegExp; owners: string }[] {
  const [written = "", ...owners] = line
    .replace(/(?:^|\s)#.*$/, "")
    .trim()
    .split(/(?<!\\)\s+/);
  return written === "" ? [] : [{ pattern: patternOf(written.replaceAll("\\ ", " ")), owners: owners.join(" ") }];
}

/** A pattern as in `.gitignore`, which matches what is in a folder, too; but `docs/*` only files of that folder. */
function patternOf(written: string): RegExp {
  const path = written.replace(/^\//, "").replace(/\/$/, "");
  const isAnchored = written.startsWith("/") || path.includes("/");
  const rest = written.endsWith("/") ? "/.*" : path.endsWith("/*") ? "" : "(?:/.*)?";
  return new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${globSource(path)}${rest}$`);
}
