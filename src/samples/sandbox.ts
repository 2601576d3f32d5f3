import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TOOL_ROOT } from "../build/tool.ts";

/** Temporary folders for the programs of one run. */
export interface Sandbox {
  /** Makes a folder that holds these files and nothing else. @returns its path, without links in it */
  readonly makeFolder: (files: readonly { readonly name: string; readonly text: string }[]) => Promise<string>;
  readonly remove: (folder: string) => Promise<void>;
  /** Removes all of it. */
  readonly close: () => Promise<void>;
}

const PRELOAD = join(TOOL_ROOT, "src/samples/preload.cjs");

/**
 * Makes the sandbox. Packages resolve because `node_modules` links stand in the folders above those of the
 * programs, docgen's outside of the site's: a link inside a writable folder would open what it leads to.
 *
 * @param packageFolders `node_modules` folders, at most two, the site's first
 */
export async function openSandbox(packageFolders: readonly string[]): Promise<Sandbox> {
  const top = realpathSync(await mkdtemp(join(tmpdir(), "docgen-samples-")));
  const inner = join(top, "site");
  const close = () => rm(top, { recursive: true, force: true, maxRetries: 3 });
  try {
    await mkdir(inner);
    // Ends the search for a package.json that would say what kind of module a .js file is.
    await writeFile(join(top, "package.json"), "{}\n");
    const [site, tool] = packageFolders;
    if (site !== undefined) await symlink(site, join(inner, "node_modules"), "junction");
    if (tool !== undefined) await symlink(tool, join(top, "node_modules"), "junction");
  } catch (error) {
    await close();
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
    remove: (folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
    close,
  };
}

/**
 * Arguments that make Node keep a program in its folder: it writes nowhere else, starts no processes, worker
 * threads or native code, and opens no connections.
 */
export function sandboxArguments(folder: string, allow: readonly string[]): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  return [
    known.has("--permission") ? "--permission" : "--experimental-permission",
    "--allow-fs-read=*",
    `--allow-fs-write=${folder}`,
    ...(allow.includes("worker") ? ["--allow-worker"] : []),
    // Newer releases of Node cut the network off themselves; what is left of it is the preload's to say.
    ...(allow.includes("loopback") && known.has("--allow-net") ? ["--allow-net"] : []),
    // SQLite opens files past the permission model.
    ...(known.has("--experimental-sqlite") ? ["--no-experimental-sqlite"] : []),
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=SecurityWarning",
    `--require=${PRELOAD}`,
  ];
}

/** The whole environment of a program: the same clock and language everywhere, nothing of the caller's. */
export function sandboxEnvironment(folder: string, settings: object): NodeJS.ProcessEnv {
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
