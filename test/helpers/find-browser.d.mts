/** Path of an installed Chromium, or of Playwright's download. */
export function findBrowser(): string | undefined;

/** Path of a headless Chromium; undefined if there is none. */
export function findShell(): string | undefined;
