import { nearest } from "../shared/nearest.ts";
import type { Problem } from "../shared/problem.ts";
import { type Route, routeKey } from "../shared/route.ts";
import type { Resolved } from "./resolve.ts";

/** A link with its place, once resolved. */
export interface LinkUse {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly target: string;
  readonly resolved: Resolved;
}

/** How bad a broken link is. */
export interface LinkLevels {
  readonly links: Problem["severity"] | "ignore";
  readonly markdownLinks: Problem["severity"] | "ignore";
}

/**
 * Turns links that lead nowhere into problems.
 *
 * @param anchorsOf the ids in a page's HTML, by route
 */
export function checkLinks(
  uses: Iterable<LinkUse>,
  anchorsOf: (route: Route) => ReadonlySet<string> | undefined,
  levels: LinkLevels,
): Problem[] {
  const problems: Problem[] = [];
  for (const { path, line, column, target, resolved } of uses) {
    const report = (level: Problem["severity"] | "ignore", code: string, message: string, hint?: string) => {
      if (level === "ignore") return;
      const problem = { path, line, column, severity: level, code, message };
      problems.push(hint === undefined ? problem : { ...problem, hint });
    };
    if (resolved.kind === "broken") {
      const level = resolved.code === "broken-markdown-link" ? levels.markdownLinks : levels.links;
      report(level, resolved.code, `broken link "${target}": ${resolved.message}`, resolved.hint);
    }
    if (resolved.kind !== "page" || !needsAnchor(resolved.hash)) continue;
    const anchors = anchorsOf(routeKey(resolved.route));
    if (anchors === undefined || anchors.has(resolved.hash)) continue;
    const close = nearest(resolved.hash, anchors);
    const hint = close === undefined ? undefined : `did you mean #${close}?`;
    report(
      levels.links,
      "broken-anchor",
      `broken link "${target}": ${resolved.route} has no anchor "${resolved.hash}"`,
      hint,
    );
  }
  return problems;
}

/** `#`, `#top` and text fragments lead to no element. */
function needsAnchor(hash: string): boolean {
  return hash !== "" && hash !== "top" && !hash.startsWith(":~:");
}
