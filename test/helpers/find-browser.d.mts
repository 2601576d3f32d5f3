/** Path of a Chromium that is on this machine: an installed one, or Playwright's own download. */
export function findBrowser(): string | undefined;
export function findTestBrowser(): string | undefined;
