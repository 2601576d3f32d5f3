import type { SearchLanguage, Side } from "./language.ts";

const OTHER = { source: "target", target: "source" } as const;

/**
 * The side of each word of a text; undefined if it has no direction. The words before the first preposition are on the
 * other side of those after it.
 */
export function sidesOf(
  words: readonly string[],
  { sideAfter = () => undefined, isStopWord }: SearchLanguage,
): readonly Side[] | undefined {
  const turns = words.flatMap((word, at) => {
    const side = sideAfter(word);
    const before = words[at - 1];
    // "How to read" and "to read" have an infinitive.
    const isTurn = side === "source" || (before !== undefined && !isStopWord(before));
    return side !== undefined && isTurn ? [{ at, side }] : [];
  });
  const [first] = turns;
  if (first === undefined) return undefined;
  return words.map((_, at) => {
    const next = turns.find((turn) => turn.at > at);
    const last = turns.findLast((turn) => turn.at <= at);
    const { side } = last ?? first;
    // In "a script to convert CSV to JSON", only the last "to" leads to the target.
    const isOther = last === undefined || last.side === next?.side;
    return isOther ? OTHER[side] : side;
  });
}
