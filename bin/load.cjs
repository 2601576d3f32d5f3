// Loads docgen's own code from dist/code/, with what V8 made of it when docgen was compiled (bin/record.cjs): to
// parse and compile it anew took a twentieth of a build.
"use strict";
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script } = require("node:vm");
const { crc32 } = require("node:zlib");

const CODE = join(__dirname, "../dist/code");
const PARAMETERS = "require, module, exports, __filename, moduleUrl, importByUrl";
const CHECKSUM_BYTES = 4;
/** V8 looks at its own version and flags alone, and runs what another Node of the same V8 has made, to no good end. */
const MAKER = crc32(JSON.stringify([process.versions, process.platform, process.arch]));

/** What is loaded, by path. */
const modules = new Map();
/** How it was compiled, by path. */
const scripts = new Map();

/** Loads a module of docgen's, once. @param name path in dist/code/ @returns what it exports */
function load(name) {
  return loadFile(join(CODE, name));
}

function loadFile(path) {
  const known = modules.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  const source = readFileSync(path);
  const script = new Script(`(function (${PARAMETERS}) {${source}\n})`, {
    filename: path,
    cachedData: readCompiled(path, source),
  });
  const requireOutside = createRequire(path);
  const requireHere = (id) => (id.startsWith(".") ? loadFile(join(dirname(path), id)) : requireOutside(id));
  modules.set(path, module);
  scripts.set(path, script);
  script.runInThisContext()(requireHere, module, module.exports, path, pathToFileURL(path).href, importByUrl);
  return module.exports;
}

/** Stands here, since a script with such data can't import. */
function importByUrl(url) {
  return import(url);
}

/** @returns undefined for what isn't there, is damaged, of another source or another Node's: V8 would run it all the same */
function readCompiled(path, source) {
  try {
    const file = readFileSync(fileOf(path));
    const data = file.subarray(0, -CHECKSUM_BYTES);
    return file.readUInt32LE(data.length) === checksumOf(source, data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** A file for what V8 made of a source: this, and a checksum of both and of what made it. */
function sealCompiled(source, data) {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(checksumOf(source, data));
  return Buffer.concat([data, checksum]);
}

function checksumOf(source, data) {
  return crc32(data, crc32(source, MAKER));
}

/** Where that file stands. */
function fileOf(path) {
  return `${path}.cache`;
}

module.exports = { load, scripts, fileOf, sealCompiled };
