/** Line of an offset in a text, from 1; of one that is not in it, the first. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split("\n").length;
}
