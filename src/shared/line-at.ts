/** Line number of an offset in a text, from 1; 1 for a negative offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split("\n").length;
}
