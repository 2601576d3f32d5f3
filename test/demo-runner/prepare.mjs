// Copies a demo into the cache and installs its packages there.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, tail } from "./processes.mjs";

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const LIBRARY = join(PROJECT, "node_modules/xlsx");
const SAMPLES = join(PROJECT, "content/static/files");
const VERSION = JSON.parse(readFileSync(join(LIBRARY, "package.json"), "utf8")).version;
/** What a reader's package.json names; the registry's `xlsx` is an old release. */
const TARBALL = `https://cdn.sheetjs.com/xlsx-${VERSION}/xlsx-${VERSION}.tgz`;
const DONE = ".installed";
/** What stays in a work folder between two runs. */
const KEPT = new Set(["node_modules", "package-lock.json", DONE]);
/** Files of a demo folder that a reader would not have. */
const OURS = new Set(["demo.json", "node_modules"]);

/**
 * Where work folders are. It is outside the project, so that a demo cannot find packages or configuration of the site
 * in a parent folder; each copy of the project has its own part.
 */
export function cacheFolder() {
  if (process.env.DOCGEN_DEMOS_CACHE !== undefined) return process.env.DOCGEN_DEMOS_CACHE;
  const cache = process.env.XDG_CACHE_HOME ?? (existsSync(homedir()) ? join(homedir(), ".cache") : tmpdir());
  return join(cache, "docgen-demos", hash(PROJECT));
}

/**
 * Makes the demo's work folder: its files as they are now, packages of an earlier run with the same Node.js.
 * `env` is the environment of that Node.js, for the installation.
 * @returns the folder's path
 */
export async function prepare(demo, cache, { major, env }) {
  const manifest = join(demo.folder, "package.json");
  const source = existsSync(manifest) ? readFileSync(manifest, "utf8") : "";
  checkManifest(demo, source);
  const name = demo.name.replaceAll("/", "--");
  const dir = join(cache, `${name}-${hash(`${source} ${VERSION} ${major} ${demo.scripts}`)}`);
  mkdirSync(cache, { recursive: true });
  for (const other of readdirSync(cache)) {
    if (other.startsWith(`${name}-`) && /^[0-9a-f]{8}$/.test(other.slice(name.length + 1)) && other !== basename(dir))
      rmSync(join(cache, other), { recursive: true, force: true });
  }
  if (!existsSync(join(dir, DONE))) rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  for (const entry of readdirSync(dir)) {
    if (!KEPT.has(entry)) rmSync(join(dir, entry), { recursive: true, force: true });
  }
  cpSync(demo.folder, dir, { recursive: true, filter: (path) => !OURS.has(basename(path)) });
  for (const file of demo.files) cpSync(join(SAMPLES, file), join(dir, file));
  if (source !== "") await install(demo, dir, source, { cache, env });
  else if (!existsSync(join(dir, DONE))) placeLibrary(join(dir, "node_modules/xlsx"));
  writeFileSync(join(dir, DONE), "");
  return dir;
}

function checkManifest(demo, source) {
  if (source === "") return;
  const { dependencies = {}, devDependencies = {} } = JSON.parse(source);
  const all = Object.entries({ ...dependencies, ...devDependencies });
  const loose = all.find(([name, range]) => name !== "xlsx" && !/^(npm:.+@)?\d+\.\d+\.\d+/.test(range));
  if (loose !== undefined) throw new Error(`${demo.name}/package.json: give ${loose[0]} an exact version`);
  const { xlsx } = Object.fromEntries(all);
  if (xlsx !== undefined && xlsx !== TARBALL) throw new Error(`${demo.name}/package.json: xlsx must be ${TARBALL}`);
}

/** Packages come once; the reader's package.json holds the path of the site's library in place of the address. */
async function install(demo, dir, source, { cache, env }) {
  const tarball = await packLibrary(cache);
  writeFileSync(join(dir, "package.json"), source.replaceAll(TARBALL, `file:${tarball}`));
  if (existsSync(join(dir, DONE))) return;
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const scripts = demo.scripts ? [] : ["--ignore-scripts"];
  const { ended, output } = launch("npm", ["install", ...flags, ...scripts], { cwd: dir, env });
  const code = await ended;
  if (code !== 0) throw new Error(`npm install ended with ${code}:\n${tail(output())}`);
  const library = join(dir, "node_modules/xlsx");
  if (!existsSync(library)) placeLibrary(library);
  const { version } = JSON.parse(readFileSync(join(library, "package.json"), "utf8"));
  if (version !== VERSION) throw new Error(`a package brought xlsx ${version}; override it in package.json`);
}

/** The site's library under the name that readers know it by. */
function placeLibrary(folder) {
  cpSync(LIBRARY, folder, { recursive: true });
  const manifest = join(folder, "package.json");
  const text = readFileSync(manifest, "utf8");
  rmSync(manifest);
  writeFileSync(manifest, text.replace('"name": "@e965/xlsx"', '"name": "xlsx"'));
}

async function packLibrary(cache) {
  const tarball = join(cache, `xlsx-${VERSION}.tgz`);
  if (existsSync(tarball)) return tarball;
  const work = join(cache, `pack-${process.pid}`);
  placeLibrary(join(work, "xlsx"));
  const { ended, output } = launch("npm", ["pack", "--ignore-scripts", "--pack-destination", work], {
    cwd: join(work, "xlsx"),
  });
  if ((await ended) !== 0) throw new Error(`npm pack failed:\n${tail(output())}`);
  mkdirSync(dirname(tarball), { recursive: true });
  renameSync(join(work, `xlsx-${VERSION}.tgz`), tarball);
  rmSync(work, { recursive: true, force: true });
  return tarball;
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
