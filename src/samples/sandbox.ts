import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TOOL_ROOT } from "../site/outputs/tool.ts";
import { HEAP_LIMITS, limitedLaunch } from "./limits.ts";
import { type Namespace, openNamespace } from "./namespace.ts";
import type { Packages } from "./packages.ts";
import type { ProcessInput } from "./run-process.ts";

/** What a program may do, and for how long. */
export interface Permissions {
  /** `worker`: threads; `loopback`: servers of its own. */
  readonly allow: readonly string[];
  readonly timeoutMs: number;
}

/** Temporary folders for the programs of one run, and what keeps them there. */
export interface Sandbox {
  /** Makes a folder that holds these files and nothing else. @returns its path, without links in it */
  readonly makeFolder: (files: readonly { readonly name: string; readonly text: string }[]) => Promise<string>;
  /**
   * Says how a program is started that reads its folder and packages only, writes into its folder only, starts no
   * processes, worker threads or native code, and opens no connections.
   *
   * @param settings for the preload
   */
  readonly confine: (folder: string, permissions: Permissions, settings: object) => Omit<ProcessInput, "signal">;
  readonly remove: (folder: string) => Promise<void>;
  /** Ends what runs in it and removes all of it. */
  readonly close: () => Promise<void>;
}

const GUARDS = join(TOOL_ROOT, "src/samples");
const PRELOAD = join(GUARDS, "preload.cjs");

/**
 * Makes the sandbox. Packages resolve because `node_modules` links stand in the folders above those of the
 * programs, docgen's outside of the site's: a link inside a writable folder would open what it leads to.
 *
 * @param packages where they are
 */
export async function openSandbox({ folders, linked }: Pick<Packages, "folders" | "linked">): Promise<Sandbox> {
  const top = realpathSync(await mkdtemp(join(tmpdir(), "docgen-samples-")));
  const outer = join(top, "tool");
  const inner = join(outer, "site");
  const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const readable = [outer, GUARDS, ...folders, ...linked];
  let namespace: Namespace | undefined;
  try {
    await mkdir(inner, { recursive: true });
    // Ends the search for a package.json that would say what kind of module a .js file is.
    await writeFile(join(outer, "package.json"), "{}\n");
    const [site, tool] = folders;
    if (site !== undefined) await symlink(site, join(inner, "node_modules"), "junction");
    if (tool !== undefined) await symlink(tool, join(outer, "node_modules"), "junction");
    namespace = await openNamespace(top, [...readable, realpathSync(process.execPath)], inner);
  } catch (error) {
    await remove(top);
    throw error;
  }
  let made = 0;
  return {
    makeFolder: async (files) => {
      made += 1;
      const folder = join(inner, String(made));
      await mkdir(folder);
      for (const { name, text } of files) {
        if (name.includes("/")) await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      return folder;
    },
    confine: (folder, { allow, timeoutMs }, settings) => ({
      launch: [...(namespace?.launch ?? []), ...limitedLaunch(folder, timeoutMs, namespace !== undefined)],
      args: [...permissionArguments(readable, folder, allow), ...HEAP_LIMITS, `--require=${PRELOAD}`],
      cwd: folder,
      env: environment(folder, { ...settings, allow }),
      timeoutMs,
    }),
    remove,
    close: async () => {
      await namespace?.close();
      await remove(top);
    },
  };
}

function permissionArguments(readable: readonly string[], folder: string, allow: readonly string[]): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  return [
    known.has("--permission") ? "--permission" : "--experimental-permission",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
    ...(allow.includes("worker") ? ["--allow-worker"] : []),
    // Newer releases of Node cut the network off themselves; what is left of it is the preload's to say.
    ...(allow.includes("loopback") && known.has("--allow-net") ? ["--allow-net"] : []),
    // SQLite opens files past the permission model.
    ...(known.has("--experimental-sqlite") ? ["--no-experimental-sqlite"] : []),
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=SecurityWarning",
  ];
}

/** The whole environment of a program: the same clock and language everywhere, nothing of the caller's. */
function environment(folder: string, settings: object): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    TZ: "UTC",
    LANG: "C.UTF-8",
    HOME: folder,
    TMPDIR: folder,
    TMP: folder,
    TEMP: folder,
    DOCGEN_SAMPLE: JSON.stringify(settings),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  };
}
