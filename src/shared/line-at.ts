/** Line number of an offset in a text, from 1; 1 for a negative offset. */
export function lineAt(text: string, offset: number): number {
  return positionAt(text, Math.max(0, offset)).line;
}

/** Line and column of an offset in a text, both from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
