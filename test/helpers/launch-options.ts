import type { LaunchOptions } from "playwright-core";
import { mockLibraryHost } from "./library-host.ts";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Launch options for test browsers. `close` ends the mocked CDN; the caller calls it. */
export async function launchOptions(
  executablePath: string,
): Promise<{ readonly options: LaunchOptions; readonly close: () => void }> {
  const host = await mockLibraryHost();
  return { options: { executablePath, args: [...QUIET, ...host.args] }, close: host.close };
}
