import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { WORK_FOLDER } from "../shared/constants.ts";
import { digestJson } from "../shared/digest.ts";
import { Failure } from "../shared/failure.ts";
import { manifestIn } from "../shared/package-manifest.ts";

/** A version of a library, in a folder of its own. */
export interface InstalledLibrary {
  readonly name: string;
  readonly version: string;
  /** Real path of the `node_modules` folder that contains it. */
  readonly folder: string;
}

/** `xlsx@0.18.5`: what npm gives for it never changes. */
const EXACT = /.@\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
/** A folder or a file, as npm tells them from names: `../lib`, `xlsx@file:lib`, `lib.tgz`. */
const LOCAL =
  /^(?<name>@?[^@:/\\]+(?:\/[^@:/\\]+)?@)?(?<path>file:.+|\.{1,2}(?:[\\/].*)?|(?:[\\/]|[a-z]:[\\/]).+|(?!\w+:\/\/)[^@]+\.(?:tgz|tar\.gz))$/i;
const SETTINGS = ["--ignore-scripts", "--install-links", "--no-package-lock", "--save", "--no-audit", "--no-fund"];
/** npm tries again for minutes by itself. */
const NETWORK = ["--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];

/**
 * Installs a library with npm into `.docgen/libraries/`, without running scripts. An exact version is installed once.
 *
 * @param spec what `npm install` takes: a name with a version, a folder, a tarball or its URL
 * @throws Failure (exit code 1) if npm can't install it, or is not there
 */
export async function installLibrary(
  root: string,
  spec: string,
  signal: AbortSignal | undefined,
): Promise<InstalledLibrary> {
  const { name: alias = "", path } = LOCAL.exec(spec)?.groups ?? {};
  // npm resolves paths from the folder that it installs into.
  const local = path && resolve(path.replace(/^file:(?:\/\/(?=\/))?/, ""));
  if (spec.trim() === "") throw new Failure(2, "--library: name a library and its version, such as xlsx@0.18.5");
  if (local !== undefined && !existsSync(local)) throw new Failure(2, `--library: ${local}: does not exist`);
  const libraries = join(root, WORK_FOLDER, "libraries");
  const installed = join(libraries, `${spec.replace(/[^\w.]+/g, "-").slice(-40)}-${digestJson(spec).slice(0, 8)}`);
  if (!EXACT.test(spec) || !existsSync(installed)) {
    mkdirSync(libraries, { recursive: true });
    const fresh = mkdtempSync(join(libraries, "new-"));
    try {
      await runNpm(fresh, root, local === undefined ? spec : `${alias && `${alias}file:`}${local}`, signal);
      rmSync(installed, { recursive: true, force: true });
      renameSync(fresh, installed);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const [name = ""] = Object.keys(manifestIn(installed)?.dependencies ?? {});
  const folder = realpathSync(join(installed, "node_modules"));
  return { name, version: manifestIn(join(folder, name))?.version ?? "", folder };
}

async function runNpm(folder: string, root: string, spec: string, signal: AbortSignal | undefined): Promise<void> {
  writeFileSync(join(folder, "package.json"), "{}\n");
  // The registry of the site, with its key, which is not to stay in a cache.
  const settings = join(folder, ".npmrc");
  if (existsSync(join(root, ".npmrc"))) copyFileSync(join(root, ".npmrc"), settings);
  const isWindows = process.platform === "win32";
  const args = ["install", "--prefix", folder, ...SETTINGS, ...NETWORK, "--", spec];
  try {
    // npm is a script on Windows, which only a shell starts.
    const words = isWindows ? args.map((text) => `"${text}"`) : args;
    await promisify(execFile)("npm", words, { cwd: folder, shell: isWindows, signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Failure(1, `--library: ${explain(spec, error as NodeJS.ErrnoException & { stderr?: string })}`);
  } finally {
    rmSync(settings, { force: true });
  }
}

function explain(spec: string, { code, stderr = "", message }: NodeJS.ErrnoException & { stderr?: string }): string {
  if (code === "ENOENT") return "npm is not in PATH; it comes with Node.js";
  const said = stderr
    .split("\n")
    .flatMap((line) => /^npm (?:error|ERR!) (?!code |errno |A complete log|\s*$)(.+)$/.exec(line)?.[1] ?? []);
  const isOffline = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EAI_FAIL)\b/.test(stderr);
  const reason = said.find((line) => !/^(?:network|syscall|type) /.test(line)) ?? said[0] ?? message.split("\n", 1)[0];
  const remedy = isOffline ? "connect to the network, or give a folder or a tarball" : "check its name and version";
  return `npm can't install "${spec}": ${reason?.replace(/^notarget |\.$/g, "")}; ${remedy}`;
}
