/** Path of a Chromium that is on this machine: an installed one, or Playwright's own download. */
export function findBrowser(): string | undefined;

/** The same for what needs no windows; undefined where there is no such one. */
export function findShell(): string | undefined;
