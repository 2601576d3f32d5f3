import type { FixedFile } from "../fix.ts";

/** Formats rewritten files as a unified diff without context, for `patch -R`. */
export function formatDiff(files: readonly FixedFile[]): string {
  return files
    .flatMap(({ path, lines }) => [
      `--- a/${path}`,
      `+++ b/${path}`,
      ...lines.flatMap(({ line, before, after }) => [`@@ -${line} +${line} @@`, `-${before}`, `+${after}`]),
    ])
    .join("\n");
}
