import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { foldersUp } from "./disk-path.ts";

/** Root folder of docgen's own package, which holds `src/client` and `templates`. */
export const TOOL_ROOT: string = findToolRoot();

/** Folders of docgen's package whose code runs or is shown on pages. */
export const RUNTIME_FOLDERS = ["src/client", "src/search", "src/shared", "src/theme", "templates"] as const;

function findToolRoot(): string {
  const parts = ["src/client/boot.ts", "templates"];
  const folders = foldersUp(dirname(fileURLToPath(import.meta.url)));
  const root = folders.find((folder) => parts.every((part) => existsSync(join(folder, part))));
  if (root === undefined) throw new Error("docgen's own package folder was not found");
  return root;
}
