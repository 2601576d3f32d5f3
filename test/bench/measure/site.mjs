import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { corpusPages } from "../corpus/pages.mjs";
import { SOURCE_OF, VARIANTS } from "../corpus/variants.mjs";

const SETTINGS = fileURLToPath(new URL("../peers", import.meta.url));
/** Folder of all that is measured. */
export const WORK = fileURLToPath(new URL("../.peers", import.meta.url));
const ASIDE = join(WORK, "aside");
const PACKAGE_FILES = ["package.json", "package-lock.json", ".npmrc"];

/**
 * Makes a peer ready to run: installs what its lock names, once per lock.
 * @throws when it can't be had here; the message is one line
 */
export function install(peer) {
  if (peer.program !== undefined) return checkProgram(peer.program);
  if (peer.npm === undefined) return;
  const from = join(SETTINGS, peer.npm);
  const to = join(WORK, peer.npm);
  const lock = createHash("sha256")
    .update(readFileSync(join(from, "package-lock.json")))
    .digest("hex");
  const stamp = join(to, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  mkdirSync(to, { recursive: true });
  for (const file of PACKAGE_FILES) cpSync(join(from, file), join(to, file));
  try {
    // No package's scripts are run: what these need comes as packages for the platform. Not `npm ci`: it refuses
    // locks that don't name the packages for all other platforms.
    execFileSync("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: to,
      stdio: "pipe",
    });
  } catch (error) {
    const line = String(error.stderr)
      .split("\n")
      .find((text) => text.startsWith("npm error"));
    throw new Error(line ?? "npm install failed");
  }
  writeFileSync(stamp, lock);
}

function checkProgram(program) {
  try {
    execFileSync(program, ["version"], { stdio: "pipe" });
  } catch {
    throw new Error(`${program} is not installed`);
  }
}

/** The version of a peer as it runs here. */
export function versionOf(peer) {
  if (peer.program !== undefined)
    return /v[\d.]+/.exec(execFileSync(peer.program, ["version"], { encoding: "utf8" }))?.[0];
  if (peer.npm === undefined) return "";
  const [name] = Object.keys(JSON.parse(readFileSync(join(SETTINGS, peer.npm, "package.json"), "utf8")).dependencies);
  return JSON.parse(readFileSync(join(WORK, peer.npm, "node_modules", name, "package.json"), "utf8")).version;
}

/**
 * A peer's site with so many pages, written anew. Its methods bring it into the states that are measured; the
 * edited page is the middle one, and every edit puts another mark into its text.
 */
export function createSite(peer, count) {
  const root = join(WORK, peer.npm ?? "", "sites", `${peer.name}-${count}`);
  const pages = corpusPages(count);
  const files = VARIANTS[peer.variant](pages);
  const edited = pages[Math.floor(count / 2)];
  const source = SOURCE_OF[peer.variant](edited.id);
  const original = files.find(([path]) => path === source)[1];
  let edits = 0;

  /** As on a machine that has never built it: no output, no caches, the text as generated. */
  const clean = () => {
    putAside(root);
    if (peer.settings !== undefined) cpSync(join(SETTINGS, peer.settings), root, { recursive: true });
    for (const file of PACKAGE_FILES.slice(1)) rmSync(join(root, file), { force: true });
    for (const [path, data] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), data);
    }
  };
  clean();
  return {
    cwd: root,
    pages,
    edited,
    output: join(root, "build"),
    clean,
    /** Writes another mark into the page. @returns the mark */
    edit: () => {
      const mark = `edit-mark-${++edits}-`;
      writeFileSync(
        join(root, source),
        original.replace(`\`${edited.own}\`.`, `\`${edited.own}\`. It now has the ${mark} in it.`),
      );
      return mark;
    },
    command: (command) => {
      const [program, ...args] = command;
      if (peer.npm === undefined) return [program, ...args];
      return [join(WORK, peer.npm, "node_modules/.bin", program), ...args];
    },
    env: { ...process.env, NO_COLOR: "1", NO_UPDATE_NOTIFIER: "1", ...peer.env },
    log: join(root, "..", `${peer.name}-${count}.log`),
  };
}

/**
 * Takes a folder away without deleting it. Some file systems (ext4 without its journal) look through all that was
 * deleted in the last minutes whenever they make a file: a build of hundreds of files took half a second longer
 * right behind the deletion of another's, as it never does on a machine that has not built before.
 */
export function putAside(folder) {
  mkdirSync(ASIDE, { recursive: true });
  if (existsSync(folder)) renameSync(folder, join(mkdtempSync(join(ASIDE, "site-")), "site"));
}

/** Deletes what was put aside: to be called when nothing is measured for some minutes. */
export function emptyAside() {
  rmSync(ASIDE, { recursive: true, force: true });
}

/** How many files a folder holds and how many bytes these have. */
export function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0);
  return { files: files.length, bytes };
}
