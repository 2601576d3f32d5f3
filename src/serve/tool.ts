import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { WORK_FOLDER } from "../shared/constants.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { RUNTIME_FOLDERS, TOOL_ROOT } from "../shared/tool-root.ts";
import { DEV_SCRIPT_FILE, isCompiledNow, prebuiltParts } from "../site/outputs/prebuilt.ts";
import type { ClientParts } from "../site/outputs/tool-tasks.ts";
import type { Renderer } from "../site/pages/renderer.ts";

/** Folders of docgen's own code that affects pages. */
export const TOOL_FOLDERS: readonly string[] = RUNTIME_FOLDERS.map((name) => join(TOOL_ROOT, name));

const THEME_ENTRY = "src/theme/public.ts";
const RENDERER_ENTRY = "src/site/pages/renderer.ts";
const CONTEXT_ENTRY = "src/theme/site-context.ts";
const WORKER_ENTRY = "src/site/pages/page-worker.ts";
/** docgen's own code that renders HTML. */
const THEME_FILE = /[\\/]src[\\/](?:theme|shared)[\\/].*\.tsx?$/;

const isToolFile = (path: string) => TOOL_FOLDERS.some((folder) => path.startsWith(folder));

export type ToolCode = ReturnType<typeof createToolCode>;

/** docgen's own code: as compiled, or after an edit from its current files. */
export function createToolCode(own: Renderer) {
  let edits = 0;
  let themeEdits = 0;
  return {
    /** Whether a file belongs to docgen's code. @param path absolute */
    has: isToolFile,
    /** Registers edits. @param paths absolute @returns whether any belongs to docgen's code */
    changed: (paths: readonly string[]) => {
      const tool = paths.filter(isToolFile);
      if (tool.length > 0) edits++;
      if (tool.some((path) => THEME_FILE.test(path))) themeEdits++;
      return tool.length > 0;
    },
    /** Identifies the current version. */
    state: () => String(edits),
    client: async (): Promise<ClientParts> => {
      if (isCompiledNow()) return prebuiltParts();
      const { bundleClient, bundleFrame } = await import("../site/outputs/assets.ts");
      return { bundle: await bundleClient(), frame: await bundleFrame() };
    },
    renderer: async () => (themeEdits === 0 ? own : loadRenderer(String(themeEdits))),
  };
}

/** The script that connects a page to the server. */
export async function devScript(): Promise<Uint8Array> {
  if (isCompiledNow()) return readFileSync(DEV_SCRIPT_FILE);
  return (await import("../site/outputs/assets.ts")).bundleDevClient();
}

/**
 * Compiles and loads docgen's theme from its current files. Earlier versions stay in memory, as modules can't be
 * unloaded.
 *
 * @throws esbuild's errors
 */
async function loadRenderer(id: string): Promise<Renderer> {
  const { build } = await loadEsbuild();
  const folder = join(TOOL_ROOT, WORK_FOLDER, `serve-${process.pid}-${id}`);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [RENDERER_ENTRY, THEME_ENTRY, CONTEXT_ENTRY, WORKER_ENTRY],
    absWorkingDir: TOOL_ROOT,
    outdir: folder,
    outbase: "src",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    packages: "external",
    logLevel: "silent",
  });
  const pathOf = (entry: string) => join(folder, entry.replace(/^src\//, "").replace(/ts$/, "js"));
  const urlOf = (entry: string) => pathToFileURL(pathOf(entry)).href;
  const loaded = (await import(urlOf(RENDERER_ENTRY))) as { readonly OWN_RENDERER: Renderer };
  return { ...loaded.OWN_RENDERER, id, themeUrl: urlOf(THEME_ENTRY), pageWorker: pathOf(WORKER_ENTRY) };
}
