import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** A Linux namespace: only its own loopback and processes, and read-only access to the given files. */
export interface Namespace {
  /** Command prefix that starts a program in it without privileges. */
  readonly launch: readonly string[];
  /** Kills all processes in it. */
  readonly close: () => Promise<void>;
}

/** Folders with commands and libraries on Linux. */
const SYSTEM_FOLDERS = ["/usr", "/bin", "/lib", "/lib64", "/nix/store"];
/** Devices that Node or a sample opens. */
const DEVICES = ["/dev/null", "/dev/urandom"];
/** A user can't clear existing mount flags, so the usual ones are set again. */
const READ_ONLY = "bind,ro,nosuid,nodev";
const PROBE_MS = 10_000;

/** Prints its process id outside the namespace, sets up mounts and loopback inside it, and runs until docgen exits. */
const HOLDER = [
  "read -r pid rest </proc/self/stat",
  'mount -a -T "$1"',
  "ip link set lo up",
  'echo "$pid"',
  'exec chroot "$0" cat >/dev/null',
].join(" && ");

const ISOLATION = ["--user", "--map-root-user", "--net", "--ipc", "--mount", "--pid", "--fork", "--kill-child"];

/**
 * Creates a namespace, if Linux, its tools and the user's rights allow it.
 *
 * @param folder an empty folder, in which its root is created
 * @param readable absolute paths without links, of folders and of programs to run
 * @param writable a folder
 * @returns undefined if the system doesn't support it
 */
export async function openNamespace(
  folder: string,
  readable: readonly string[],
  writable: string,
): Promise<Namespace | undefined> {
  if (process.platform !== "linux") return undefined;
  const root = join(folder, "root");
  await mkdir(join(root, "proc"), { recursive: true });
  const shown = [
    ...SYSTEM_FOLDERS.filter((path) => existsSync(path)).map((path) => ({ path, options: READ_ONLY })),
    ...[...readable].sort().map((path) => ({ path, options: READ_ONLY })),
    ...[writable, ...DEVICES].map((path) => ({ path, options: "bind" })),
  ];
  for (const { path } of shown) await makeMountPoint(path, root + path);
  const table = join(folder, "mounts");
  const lines = [
    mountLine(root, root, READ_ONLY),
    ...shown.map(({ path, options }) => mountLine(path, root + path, options)),
    `proc ${escapePath(`${root}/proc`)} proc defaults`,
  ];
  await writeFile(table, lines.map((line) => `${line}\n`).join(""));

  const holder = spawn("unshare", [...ISOLATION, "sh", "-c", HOLDER, root, table], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = once(holder, "close").catch(() => undefined);
  const close = async () => {
    holder.kill("SIGKILL");
    await ended;
  };
  const launch = await probe(holder, ended);
  if (launch === undefined) await close();
  return launch === undefined ? undefined : { launch, close };
}

/** A line of an fstab file. */
function mountLine(from: string, to: string, options: string): string {
  return `${escapePath(from)} ${escapePath(to)} none ${options}`;
}

async function makeMountPoint(from: string, to: string): Promise<void> {
  const isFolder = statSync(from).isDirectory();
  await mkdir(isFolder ? to : dirname(to), { recursive: true });
  if (!isFolder) await writeFile(to, "");
}

function escapePath(path: string): string {
  return path.replace(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/** The command that enters the holder's namespace, once Node has run in it. */
async function probe(holder: ChildProcess, ended: Promise<unknown>): Promise<readonly string[] | undefined> {
  const said = holder.stdout === null ? undefined : await Promise.race([once(holder.stdout, "data"), ended]);
  if (said === undefined) return undefined;
  const enter = ["--user", "--net", "--ipc", "--mount", "--pid", "--root", "--wd", "--preserve-credentials"];
  const drop = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"];
  const launch = ["nsenter", `--target=${String(said).trim()}`, ...enter, ...drop];
  const [command = "", ...args] = [...launch, process.execPath, "--eval", ""];
  try {
    await promisify(execFile)(command, args, { timeout: PROBE_MS, env: {} });
    return launch;
  } catch {
    return undefined;
  }
}
