import { attempt } from "../shared/attempt.ts";

type Area = "localStorage" | "sessionStorage";

/** Reads a value from a browser's storage; undefined if it is missing or storage is blocked. */
export function readStored(area: Area, key: string): string | undefined {
  return attempt(() => window[area].getItem(key)) ?? undefined;
}

/** Reads a JSON value; undefined if it is missing or invalid. */
export function readStoredJson(area: Area, key: string): unknown {
  return attempt(() => JSON.parse(readStored(area, key) ?? "null") as unknown) ?? undefined;
}

/** Stores a value; undefined removes it. @returns false if storage is blocked or full */
export function writeStored(area: Area, key: string, value: string | undefined): boolean {
  const isStored = attempt(() => {
    if (value === undefined) window[area].removeItem(key);
    else window[area].setItem(key, value);
    return true;
  });
  return isStored === true;
}
