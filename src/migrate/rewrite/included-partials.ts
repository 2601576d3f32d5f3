import { basename, dirname, extname, posix } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { relativePath } from "../../links/rewrite.ts";
import { digestJson } from "../../shared/digest.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import type { Job } from "../job.ts";
import { newPathOf } from "../plan/new-paths.ts";
import { hasProps, type PageJob, type PlannedPages } from "../plan/plan-pages.ts";

/** Maximum depth of partials with props, which may include each other endlessly. */
const MAX_DEPTH = 50;

/**
 * Plans the rewriting of a partial. Its new name begins with `_`, and differs for each set of props.
 *
 * @param page the page that includes it
 * @returns the partial's new path, relative to the page
 */
export function include(path: string, allProps: Mapping, page: PageJob, work: Job & PlannedPages): string {
  const { boundary, tasks } = work;
  const props = hasProps(path) ? allProps : undefined;
  const newPath = newPathOf(path, work);
  const folder =
    newPath === undefined ? posix.join("content/_partials", slashedPath(boundary, dirname(path))) : dirname(newPath);
  const bare = basename(path, extname(path)).replace(/^_?/, "_");
  const digest = props === undefined ? "" : `--${digestJson(props).replace(/\W/g, "").slice(0, 6).toLowerCase()}`;
  const target = `${folder}/${bare}${digest}${extname(path)}`;
  const { contentRoot } = page;
  if (!tasks.has(target) && page.depth < MAX_DEPTH)
    tasks.set(target, { source: path, target, contentRoot, isPartial: true, depth: page.depth + 1, props });
  return relativePath(page.target, target);
}
