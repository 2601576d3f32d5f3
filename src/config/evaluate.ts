import { Failure } from "../shared/failure.ts";

export const CONFIG_FILE = "site.config.ts";

/**
 * Runs a bundled configuration from memory, so that nothing is written beside the site.
 *
 * @throws Failure (exit code 2) with what it throws
 */
export async function evaluateConfig(code: string): Promise<unknown> {
  try {
    const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    return ((await import(url)) as { default?: unknown }).default;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(2, `${CONFIG_FILE}: throws while it is read: ${message}`, { cause: error });
  }
}
