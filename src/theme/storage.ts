type Area = "localStorage" | "sessionStorage";

/** Reads a value from a browser's storage; undefined if it is missing or storage is blocked. */
export function readStored(area: Area, key: string): string | undefined {
  try {
    return window[area].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Reads a JSON value; undefined if it is missing or invalid. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined removes it. @returns false if storage is blocked or full */
export function writeStored(area: Area, key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) window[area].removeItem(key);
    else window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
