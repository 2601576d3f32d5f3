// node test/pictures/make.mjs [part of a picture's name…] [--all] [--png folder]
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { PICTURES } from "./list.mjs";
import { DOCS, MAX_BYTES, shownPictures, stampOf } from "./samples.mjs";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
const MADE = fileURLToPath(new URL("made.json", import.meta.url));
const TOOLS = ["soffice", "Xvfb", "xdotool", "import", "convert", "cwebp"];
const SAMPLES_AT_ONCE = 8;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: "boolean", default: false }, png: { type: "string" } },
  });
  const missing = TOOLS.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(", ")}; see test/pictures/README.md`);

  const made = existsSync(MADE) ? JSON.parse(readFileSync(MADE, "utf8")) : {};
  const shown = shownPictures().filter(({ picture }) => picture in PICTURES);
  const wanted = shown.filter((entry) => {
    if (positionals.length > 0) return positionals.some((part) => entry.picture.includes(part));
    const stale = made[entry.picture] !== stampOf(entry) || !existsSync(join(DOCS, entry.picture));
    return values.all || stale;
  });

  const folder = mkdtempSync(join(tmpdir(), "docgen-pictures-"));
  try {
    const jobs = await inPool(wanted, SAMPLES_AT_ONCE, async (entry, number) => ({
      ...PICTURES[entry.picture],
      file: await fileOf(entry, join(folder, String(number))),
      png: join(folder, `${number}.png`),
    }));
    await capture(jobs, folder);
    for (const [number, entry] of wanted.entries()) {
      const { png } = jobs[number];
      const target = join(DOCS, entry.picture);
      mkdirSync(dirname(target), { recursive: true });
      encode(png, target);
      if (values.png !== undefined)
        cpSync(png, join(resolve(values.png), `${entry.picture.replace(/.*\/|\.webp$/g, "")}.png`));
      made[entry.picture] = stampOf(entry);
      console.log(`${String(statSync(target).size).padStart(6)}  ${entry.picture}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const kept = shown.map(({ picture }) => picture).filter((picture) => picture in made);
  const sorted = Object.fromEntries([...new Set(kept)].sort().map((picture) => [picture, made[picture]]));
  writeFileSync(MADE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Writes a picture without loss; a large one with fewer shades of grey, which its text has at its edges. */
function encode(png, target) {
  const compress = (source) => execFileSync("cwebp", ["-quiet", "-lossless", "-z", "9", source, "-o", target]);
  compress(png);
  for (const colors of [24, 12]) {
    if (statSync(target).size <= MAX_BYTES) return;
    execFileSync("convert", [png, "+dither", "-colors", String(colors), `png24:${png}.few`]);
    compress(`${png}.few`);
  }
}

async function inPool(list, size, work) {
  const results = [];
  const waiting = list.entries();
  const worker = async () => {
    for (const [number, entry] of waiting) results[number] = await work(entry, number);
  };
  await Promise.all(Array.from({ length: size }, worker));
  return results;
}

function isInstalled(tool) {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, tool)));
}

/** Runs a sample in a folder of its own. @returns the file that it writes, or what its entry in the list asks for */
async function fileOf({ picture, sample }, folder) {
  if (sample === undefined) throw new Error(`${picture}: no runnable sample stands above it`);
  cpSync(join(PROJECT, "content/static/files"), folder, { recursive: true });
  for (const [name, text] of Object.entries(sample.files ?? {})) writeFileSync(join(folder, name), text);
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "out"));
  const { file, value, as = "xlsx" } = PICTURES[picture];
  const modules = sample.language === "mjs";
  const ending = modules ? 'import { keep } from "./keep.cjs";' : 'const { keep } = require("./keep.cjs");';
  const last = value === undefined ? "" : `\n${ending} keep(${value}, ${JSON.stringify(as)});\n`;
  writeFileSync(join(folder, "keep.cjs"), KEEP);
  const program = join(folder, modules ? "sample.mjs" : "sample.cjs");
  writeFileSync(program, sample.code + last);
  const args = ["--require", join(folder, "keep.cjs"), program];
  await promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...process.env, TZ: "UTC" } });
  if (file !== undefined) return join(folder, file);
  const files = readdirSync(join(folder, "out")).sort();
  const found = value === undefined ? files[0] : files.at(-1);
  if (found === undefined) throw new Error(`${picture}: its sample writes no file; name a \`file\` or a \`value\``);
  return join(folder, "out", found);
}

/** Keeps what a sample writes into memory, each as a file with a number. */
const KEEP = `
const fs = require("fs");
const path = require("path");
const XLSX = require("xlsx");
const { write } = XLSX;
let number = 0;
function save(bytes, type) {
  fs.writeFileSync(path.join(__dirname, "out", String(number++).padStart(3, "0") + "." + type), bytes);
}
XLSX.write = function (wb, opts = {}) {
  const type = opts.bookType ?? "xlsx";
  const result = write(wb, opts);
  if (typeof result !== "string") save(Buffer.from(result), type);
  else save(Buffer.from(result, opts.type === "base64" ? "base64" : opts.type === "binary" ? "latin1" : "utf8"), type);
  return result;
};
exports.keep = function (value, type) {
  if (typeof value === "string" || Buffer.isBuffer(value)) return save(value, type);
  const wb = value.SheetNames ? value : { SheetNames: ["Sheet1"], Sheets: { Sheet1: value } };
  save(write(wb, { type: "buffer", bookType: type }), type);
};
`;

/** Opens the files one after the other in Calc, on a display of its own, and takes a picture of each. */
async function capture(jobs, folder) {
  if (jobs.length === 0) return;
  const jobsFile = join(folder, "jobs.json");
  writeFileSync(jobsFile, JSON.stringify(jobs));
  const display = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "2800x2000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [number] = await once(display.stdout, "data");
    const script = fileURLToPath(new URL("calc.py", import.meta.url));
    const env = { ...process.env, DISPLAY: `:${String(number).trim()}` };
    execFileSync("/usr/bin/python3", [script, jobsFile, join(folder, "profile")], { env, stdio: "inherit" });
  } finally {
    display.kill();
  }
}

await main();
