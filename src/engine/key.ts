/** Separates the parts of a key; no path contains it. */
export const SEPARATOR = "\0";

/** Joins several parts to one key. */
export function joinKey(...parts: readonly (string | number)[]): string {
  return parts.join(SEPARATOR);
}

/** Splits a key into the parts that `joinKey` joined. */
export function splitKey(key: string): readonly string[] {
  return key.split(SEPARATOR);
}
