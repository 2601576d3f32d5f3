import { Failure } from "../shared/failure.ts";

/** Name of the configuration in a site's root. */
export const CONFIG_FILE = "site.config.ts";

/** The failure (exit code 2) of a folder that is no site's root. @param file path of its missing configuration */
export function missingConfig(file: string): Failure {
  return new Failure(2, `${file}: not found; a site's root holds ${CONFIG_FILE} and content/ (choose it with --root)`);
}
