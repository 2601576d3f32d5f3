/** Edits of ranges of a source; everything outside of them stays byte for byte. */
export interface Edits {
  /** Replaces a range; of nested ranges only the outer one counts. */
  readonly replace: (start: number, end: number, text: string) => void;
  /** Whether anything is replaced inside a range. */
  readonly touches: (start: number, end: number) => boolean;
  /** The source after all edits. */
  readonly result: () => string;
}

/** Collects edits of a source. */
export function createEdits(source: string): Edits {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  return {
    replace: (start, end, text) => edits.push({ start, end, text }),
    touches: (start, end) => edits.some((edit) => edit.start < end && edit.end > start),
    result: () => {
      let result = "";
      let at = 0;
      for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
        if (start < at) continue;
        result += source.slice(at, start) + text;
        at = end;
      }
      return result + source.slice(at);
    },
  };
}

/** Whether only whitespace and quote markers precede an offset in its line. */
export function beginsLine(source: string, offset: number): boolean {
  return /^[\s>]*$/.test(source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset));
}

/** Whether an offset is the beginning of its line, or of a list item in it. */
export function beginsItem(source: string, offset: number): boolean {
  const before = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^(?:[\s>]|(?:[-*+]|\d{1,9}[.)])[ \t])*$/.test(before);
}

/** Whether only whitespace follows an offset in its line. */
export function endsLine(source: string, offset: number): boolean {
  const end = source.indexOf("\n", offset);
  return source.slice(offset, end < 0 ? undefined : end).trim() === "";
}
