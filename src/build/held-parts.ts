/** Characters that are held as one. */
const HELD_TOGETHER = 1 << 18;

/** The parts of a file for which there is no place yet, in memory. */
export interface HeldParts {
  readonly hold: (part: string) => void;
  /** Gives what is held and lets it go. */
  readonly release: () => Buffer[];
}

export function createHeldParts(): HeldParts {
  let held: Buffer[] = [];
  let waiting: string[] = [];
  let length = 0;
  const join = () => {
    if (length > 0) held.push(Buffer.from(waiting.join("")));
    waiting = [];
    length = 0;
  };
  return {
    hold: (part) => {
      waiting.push(part);
      length += part.length;
      if (length >= HELD_TOGETHER) join();
    },
    release: () => {
      join();
      const parts = held;
      held = [];
      return parts;
    },
  };
}
