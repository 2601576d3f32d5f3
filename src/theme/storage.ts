export type Area = "localStorage" | "sessionStorage";

/** What stands under a key of a browser's storage; undefined for nothing, and where storage is blocked. */
export function readStored(area: Area, key: string): string | undefined {
  try {
    return window[area].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or drops what is stored. @returns false where storage is blocked or full */
export function store(area: Area, key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) window[area].removeItem(key);
    else window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
