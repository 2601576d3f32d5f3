import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TOOL_ROOT } from "../../shared/tool-root.ts";

export { TOOL_ROOT };

/** The compiled theme, which pages written in React share with the renderer. */
export const THEME_MODULE_URL: string = pathToFileURL(join(TOOL_ROOT, "dist/theme/public.js")).href;

/** docgen's own code that pages show or run, from its package's folder. */
export const SHOWN_FOLDERS = ["src/client", "src/search", "src/shared", "src/theme", "templates"] as const;
