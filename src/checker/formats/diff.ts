import type { FixedFile } from "../fix.ts";

/** What was rewritten, as a unified diff without context: `patch -R` takes it back. */
export function formatDiff(files: readonly FixedFile[]): string {
  return files
    .flatMap(({ path, lines }) => [
      `--- a/${path}`,
      `+++ b/${path}`,
      ...lines.flatMap(({ line, before, after }) => [`@@ -${line} +${line} @@`, `-${before}`, `+${after}`]),
    ])
    .join("\n");
}
