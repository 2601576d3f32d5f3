/** A file of the site that docgen has rewritten. */
export interface FixedFile {
  readonly path: string;
  /** Lines before and after. */
  readonly lines: readonly { readonly line: number; readonly before: string; readonly after: string }[];
}

/** The lines that differ between two texts with the same number of lines. */
export function changedLines(source: string, fixed: string): FixedFile["lines"] {
  const after = fixed.split("\n");
  return source.split("\n").flatMap((before, index) => {
    const now = after[index] ?? "";
    return before === now ? [] : [{ line: index + 1, before, after: now }];
  });
}
