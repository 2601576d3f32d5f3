import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Folder of docgen's own package: the one that holds `src/client` and `templates`. */
export const TOOL_ROOT: string = findToolRoot(dirname(fileURLToPath(import.meta.url)));

/** The compiled theme, which pages written in React share with the renderer. */
export const THEME_MODULE_URL: string = pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href;

/** docgen's own code that pages show or run, from its package's folder. */
export const SHOWN_FOLDERS = ["src/client", "src/search", "src/shared", "src/theme", "templates"] as const;

function findToolRoot(folder: string): string {
  if (existsSync(join(folder, "src/client/boot.ts")) && existsSync(join(folder, "templates"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("docgen's own package folder was not found");
  return findToolRoot(parent);
}
