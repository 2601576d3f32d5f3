import { type Area, readStored } from "../theme/storage.ts";

/** A stored JSON value; undefined if it is missing or invalid. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
