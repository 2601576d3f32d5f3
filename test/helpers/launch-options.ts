import type { LaunchOptions } from "playwright-core";
import { playLibraryHost } from "./library-host.ts";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** How the tests start a browser. `close` ends the library's host that it is sent to: it is the caller's to call. */
export async function launchOptions(
  executablePath: string,
): Promise<{ readonly options: LaunchOptions; readonly close: () => void }> {
  const host = await playLibraryHost();
  return { options: { executablePath, args: [...QUIET, ...host.args] }, close: host.close };
}
