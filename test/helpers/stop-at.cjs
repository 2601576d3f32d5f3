// Preload for docgen: kills its process before the n-th change of a file, like `kill -9` or a power failure.
const fs = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const { STOP_AT, STOP_IN, STOP_LOSES, STOP_COUNT } = process.env;
const where = new RegExp(STOP_IN);
/** Inodes of files that have not been flushed. */
const unflushed = new Set();
let changes = 0;

/** Simulates a power failure: truncates unflushed files; names stay, as their order is kept. */
function lose() {
  if (STOP_LOSES === undefined) return;
  for (const entry of fs.readdirSync(STOP_LOSES, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`;
    if (!entry.isFile() || !/\/(?:\.docgen\/(?!cache\/)|build\/)/.test(path)) continue;
    if (unflushed.has(fs.statSync(path).ino)) fs.truncateSync(path);
  }
}

function noteChange(...paths) {
  if (!paths.some((path) => typeof path === "string" && where.test(path))) return;
  changes++;
  if (changes !== Number(STOP_AT)) return;
  lose();
  process.kill(process.pid, "SIGKILL");
}

function noteWritten(path, options) {
  const info = typeof path === "string" ? fs.statSync(path, { throwIfNoEntry: false }) : fs.fstatSync(path);
  if (info === undefined) return;
  if (options?.flush === true) unflushed.delete(info.ino);
  else unflushed.add(info.ino);
}

function wrap(object, name, pathsOf, written = () => {}) {
  const before = object[name];
  object[name] = (...args) => {
    noteChange(...pathsOf(args));
    const result = before(...args);
    if (result instanceof Promise) result.then(() => written(args)).catch(() => {});
    else written(args);
    return result;
  };
}

if (isMainThread) {
  for (const name of ["renameSync", "linkSync", "rmSync", "rmdirSync"]) wrap(fs, name, (args) => args.slice(0, 2));
  for (const name of ["rm", "link"]) wrap(fs.promises, name, (args) => args.slice(0, 2));
  for (const object of [fs, fs.promises]) {
    const [write, copy, open] = object === fs ? ["writeFileSync", "copyFileSync"] : ["writeFile", "copyFile", "open"];
    wrap(
      object,
      write,
      ([path]) => [path],
      ([path, , options]) => noteWritten(path, options),
    );
    wrap(
      object,
      copy,
      ([, path]) => [path],
      ([, path]) => noteWritten(path),
    );
    if (open !== undefined)
      wrap(
        object,
        open,
        () => [],
        ([path]) => noteWritten(path),
      );
  }
  const { fsyncSync } = fs;
  fs.fsyncSync = (file) => {
    fsyncSync(file);
    unflushed.delete(fs.fstatSync(file).ino);
  };
  process.on("exit", () => {
    if (STOP_COUNT !== undefined) fs.appendFileSync(STOP_COUNT, `${changes}\n`);
    lose();
  });
}
