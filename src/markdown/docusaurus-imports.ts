// import Tabs from '@theme/Tabs';
import type { Problem } from "../shared/problem.ts";
import { nextFence, type SourceLine } from "./include.ts";

const IMPORT = /^(?:import|export)\s+(?:[\w*{},][\w*{},\s]*\sfrom\s+)?["']([^"']+)["'];?\s*$/;

/**
 * Drops imports of `@theme/` components, as in pages written for Docusaurus: they are built in. Any other import would
 * have to be executed, and is an error.
 */
export function dropImports(lines: readonly SourceLine[]): { lines: SourceLine[]; problems: Problem[] } {
  const problems: Problem[] = [];
  let fence: string | undefined;
  const kept = lines.map((line) => {
    fence = nextFence(fence, line.text);
    const from = fence === undefined ? IMPORT.exec(line.text)?.[1] : undefined;
    if (from === undefined) return line;
    if (!from.startsWith("@theme/")) {
      problems.push({
        path: line.path,
        line: line.line,
        column: 1,
        severity: "error",
        code: "import",
        message: `pages cannot import "${from}"`,
        hint: 'use {vars.name} for a value and <Include file="./_part.md" /> for Markdown; put code that begins with import into a fence',
      });
    }
    return { ...line, text: "" };
  });
  return { lines: kept, problems };
}
