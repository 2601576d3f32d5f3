import { type Area, readStored } from "../theme/storage.ts";

/** What was stored as JSON; undefined for nothing and for anything else. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
