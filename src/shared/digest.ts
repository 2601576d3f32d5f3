import { hash } from "node:crypto";

/** Hash of values as JSON: the same for the same values only. */
export function digestJson(...values: readonly unknown[]): string {
  return hash("sha1", JSON.stringify(values), "base64url");
}
