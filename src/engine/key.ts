/** Stands between the parts of a key: no path holds it. */
const BETWEEN = "\0";

/** A key of several parts. */
export function joinKey(...parts: readonly (string | number)[]): string {
  return parts.join(BETWEEN);
}

export function splitKey(key: string): readonly string[] {
  return key.split(BETWEEN);
}
