/** Edits on the positions of a source: what none of them covers stays byte for byte. */
export interface Edits {
  /** Replaces a range; where ranges nest, the outer one holds. */
  readonly replace: (start: number, end: number, text: string) => void;
  /** A range of the source as it is after all edits inside it. */
  readonly slice: (start: number, end: number) => string;
  /** Whether anything is replaced inside a range. */
  readonly touches: (start: number, end: number) => boolean;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly order: number;
}

/** Collects edits of a source. */
export function createEdits(source: string): Edits {
  let edits: Edit[] = [];
  let isSorted = true;
  const within = (start: number, end: number) => {
    if (!isSorted) edits = edits.toSorted((a, b) => a.start - b.start || b.end - a.end || a.order - b.order);
    isSorted = true;
    return edits.filter((edit) => edit.start >= start && edit.end <= end);
  };
  return {
    replace: (start, end, text) => {
      edits.push({ start, end, text, order: edits.length });
      isSorted = false;
    },
    touches: (start, end) => edits.some((edit) => edit.start < end && edit.end > start),
    slice: (start, end) => {
      const pieces: string[] = [];
      let at = start;
      for (const edit of within(start, end)) {
        if (edit.start < at) continue;
        pieces.push(source.slice(at, edit.start), edit.text);
        at = edit.end;
      }
      return pieces.join("") + source.slice(at, end);
    },
  };
}
