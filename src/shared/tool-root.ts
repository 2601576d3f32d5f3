import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of docgen's own package, which holds `src/client` and `templates`. */
export const TOOL_ROOT: string = findToolRoot(dirname(fileURLToPath(import.meta.url)));

/** docgen's own code that pages show or run, from its package's folder. */
export const SHOWN_FOLDERS = ["src/client", "src/search", "src/shared", "src/theme", "templates"] as const;

function findToolRoot(folder: string): string {
  if (existsSync(join(folder, "src/client/boot.ts")) && existsSync(join(folder, "templates"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("docgen's own package folder was not found");
  return findToolRoot(parent);
}
