import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../shared/failure.ts";

/** Name of the configuration in a site's root. */
export const CONFIG_FILE = "site.config.ts";
/** Names of the configuration with any extension that a module may have. */
const OTHER_FILE = /^site\.config\.[cm]?[jt]sx?$/;

/** Checks that a folder is the root of a site. @throws Failure (exit code 2) if it has no configuration */
export function requireConfig(root: string): void {
  const file = join(root, CONFIG_FILE);
  if (existsSync(file)) {
    if (!statSync(file).isDirectory()) return;
    throw new Failure(2, `${file}: is a folder; replace it with a configuration file`);
  }
  const other = readdirSync(root).find((name) => OTHER_FILE.test(name) && name !== CONFIG_FILE);
  const remedy = "set the folder of the site with --root, or run docgen init to create a site";
  throw new Failure(2, `${file}: not found; ${other === undefined ? remedy : `rename ${other} to it`}`);
}
