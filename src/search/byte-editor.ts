/** Copies groups of numbers, in their order, but for those that are dropped, and puts others between them. */
export interface ByteEditor {
  /** Copies what stands before a group. */
  readonly goTo: (group: number) => void;
  /** Copies what stands before a group, and leaves it out. @returns its bytes */
  readonly drop: (group: number) => Buffer;
  readonly insert: (text: string | Buffer) => void;
  readonly parts: () => Buffer[];
}

/** @param ends where the groups end, in bytes */
export function createByteEditor(bytes: Buffer, ends: Int32Array): ByteEditor {
  const parts: Buffer[] = [];
  let from = 0;
  const startOf = (group: number) => (group === 0 ? 0 : (ends[group - 1] ?? 0));
  const goTo = (group: number) => {
    parts.push(bytes.subarray(from, startOf(group)));
    from = startOf(group);
  };
  return {
    goTo,
    drop: (group) => {
      goTo(group);
      from = ends[group] ?? 0;
      return bytes.subarray(startOf(group), from);
    },
    insert: (text) => parts.push(typeof text === "string" ? Buffer.from(text, "latin1") : text),
    parts: () => [...parts, bytes.subarray(from)],
  };
}
