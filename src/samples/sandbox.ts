import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import type { Program } from "./assemble-program.ts";
import { HEAP_LIMITS, limitedLaunch, type ProcessInput } from "./limited-process.ts";
import { type Namespace, openNamespace } from "./namespace.ts";
import type { Packages } from "./packages.ts";

/** Confined temporary folders for the programs of a run. */
export interface Sandbox {
  /** Creates a folder with these files. @returns its real path */
  readonly makeFolder: (files: readonly { readonly name: string; readonly text: string }[]) => Promise<string>;
  /**
   * How to start a program that reads only packages and its folder, writes only into its folder, starts no processes,
   * worker threads or native code, and opens no connections.
   *
   * @param settings for the preload
   */
  readonly confine: (
    folder: string,
    program: Pick<Program, "allow" | "timeoutMs">,
    settings: object,
  ) => Omit<ProcessInput, "signal">;
  readonly remove: (folder: string) => Promise<void>;
  /** Kills running programs and removes all folders. */
  readonly close: () => Promise<void>;
}

const GUARDS = join(TOOL_ROOT, "src/samples");

/**
 * Creates a sandbox. Packages resolve through `node_modules` links in the folders above those of the programs, later
 * ones outside earlier ones: a link inside a writable folder would make its target writable.
 *
 * @param timeZone of the programs
 */
export async function openSandbox(
  { folders, linked }: Pick<Packages, "folders" | "linked">,
  timeZone = "UTC",
): Promise<Sandbox> {
  const top = realpathSync(await mkdtemp(join(tmpdir(), "docgen-samples-")));
  const outer = join(top, "packages");
  const levels = folders.map((_, index) => join(outer, ...folders.slice(index).map(() => "packages")));
  const inner = levels[0] ?? join(outer, "packages");
  const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const readable = [outer, ...folders, ...linked];
  let namespace: Namespace | undefined;
  try {
    await mkdir(inner, { recursive: true });
    // Stops the lookup of a package.json, which would determine the module type of .js files.
    await writeFile(join(outer, "package.json"), "{}\n");
    for (const [index, folder] of folders.entries()) {
      await symlink(folder, join(levels[index] ?? outer, "node_modules"), "junction");
    }
    namespace = await openNamespace(top, [GUARDS, ...readable, realpathSync(process.execPath)], inner);
  } catch (error) {
    await remove(top);
    throw error;
  }
  let count = 0;
  return {
    makeFolder: async (files) => {
      count += 1;
      const folder = join(inner, String(count));
      await mkdir(folder);
      for (const { name, text } of files) {
        if (name.includes("/")) await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      return folder;
    },
    confine: (folder, { allow, timeoutMs }, settings) => ({
      launch: [...(namespace?.launch ?? []), ...limitedLaunch(folder, timeoutMs, namespace !== undefined)],
      args: [...guardArguments(readable, [folder], allow), ...HEAP_LIMITS],
      cwd: folder,
      env: environment(folder, timeZone, { ...settings, allow }),
      timeoutMs,
    }),
    remove,
    close: async () => {
      await namespace?.close();
      await remove(top);
    },
  };
}

/**
 * Node arguments that guard a program: Node's permission model, and a preload for what that lets through.
 *
 * @param readable absolute paths of the files and folders that it may read
 */
export function guardArguments(
  readable: readonly string[],
  writable: readonly string[] = [],
  allow: Program["allow"] = [],
): string[] {
  const flags = process.allowedNodeEnvironmentFlags;
  return [
    flags.has("--permission") ? "--permission" : "--experimental-permission",
    // Node 20 aborts if a path is granted twice.
    ...[...new Set([GUARDS, ...readable])].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    `--require=${join(GUARDS, "preload.cjs")}`,
    ...(allow.includes("worker") ? ["--allow-worker"] : []),
    // Newer versions of Node block the network themselves; the preload restricts what `--allow-net` permits.
    ...(allow.includes("loopback") && flags.has("--allow-net") ? ["--allow-net"] : []),
    // SQLite bypasses the permission model.
    ...(flags.has("--experimental-sqlite") ? ["--no-experimental-sqlite"] : []),
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=SecurityWarning",
  ];
}

/** The complete environment of a program: fixed time zone and language, nothing from the caller. */
function environment(folder: string, timeZone: string, settings: object): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    TZ: timeZone,
    LANG: "C.UTF-8",
    HOME: folder,
    TMPDIR: folder,
    TMP: folder,
    TEMP: folder,
    DOCGEN_SAMPLE: JSON.stringify(settings),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  };
}
