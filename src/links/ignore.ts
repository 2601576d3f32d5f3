import type { Position } from "../shared/problem.ts";

/** Exclusions from the link check: entries of the configuration, and comments in texts. */
export interface Ignores {
  readonly entries: readonly (string | RegExp)[];
  readonly comments: readonly Position[];
}

/** Applies exclusions, and records which of them matched nothing (`unused`). */
export function createIgnorer({ entries, comments }: Ignores) {
  const matchers = entries.map((entry) => ({ entry, matches: matcherOf(entry) }));
  const lines = new Set(comments.map(lineKey));
  const usedEntries = new Set<string | RegExp>();
  const usedLines = new Set<string>();
  return {
    isIgnored: (link: Position & { readonly target: string }): boolean => {
      const key = lineKey(link);
      const isCommented = lines.has(key);
      if (isCommented) usedLines.add(key);
      const matched = matchers.filter(({ matches }) => matches(link.target));
      for (const { entry } of matched) usedEntries.add(entry);
      return isCommented || matched.length > 0;
    },
    unused: (): Ignores => ({
      entries: entries.filter((entry) => !usedEntries.has(entry)),
      comments: comments.filter((comment) => !usedLines.has(lineKey(comment))),
    }),
  };
}

/** A string with a star is a glob: one star stops at a slash, two don't. */
function matcherOf(entry: string | RegExp): (target: string) => boolean {
  if (typeof entry !== "string") {
    // A global or sticky expression would keep its `lastIndex`.
    const pattern = new RegExp(entry.source, entry.flags.replace(/[gy]/g, ""));
    return (target) => pattern.test(target);
  }
  if (!entry.includes("*")) return (target) => target === entry;
  const parts = entry.split(/(\*+)/).map((part) => {
    return part === "*" ? "[^/]*" : part.startsWith("*") ? ".*" : part.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&");
  });
  const pattern = new RegExp(`^${parts.join("")}$`, "s");
  return (target) => pattern.test(target);
}

function lineKey({ path, line }: Position): string {
  return `${path}:${line}`;
}
