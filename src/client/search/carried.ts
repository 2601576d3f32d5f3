/** Session storage key of what a page that the browser loads itself is to highlight. */
const STORAGE_KEY = "docgen.search.carried";

/** Words for the page that a chosen result leads to. */
export interface Carried {
  readonly pathname: string;
  readonly terms: readonly string[];
}

/** Keeps words for the next page of this tab, in case that the browser loads it. */
export function carry(carried: Carried): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(carried));
  } catch {
    // Blocked: that page is shown without marks.
  }
}

/** Takes what was kept, which is then gone; undefined where nothing was kept for this page. */
export function takeCarried(): readonly string[] | undefined {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    if (stored === null) return undefined;
    sessionStorage.removeItem(STORAGE_KEY);
    const { pathname, terms } = JSON.parse(stored) as Carried;
    return isPath(pathname) ? terms : undefined;
  } catch {
    // Blocked, or not ours.
    return undefined;
  }
}

/** Whether the page at a path is shown; hosts add and take off a last slash. */
export function isPath(pathname: string): boolean {
  const bare = (path: string) => path.replace(/\/$/, "");
  return bare(pathname) === bare(location.pathname);
}
