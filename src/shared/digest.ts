import { hash } from "node:crypto";

/** SHA-1 of values as JSON, for cache keys and comparisons. */
export function digestJson(...values: readonly unknown[]): string {
  return hash("sha1", JSON.stringify(values), "base64url");
}
