import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { OutputFile } from "../output/types.ts";
import { TOOL_ROOT } from "./tool.ts";

/** A PNG of the output, and the SVG that it is drawn from. */
export interface Picture {
  readonly file: string;
  readonly svg: string;
  /** Pixels. */
  readonly width: number;
}

/** What a worker draws, and where it puts it. */
export interface DrawTask {
  readonly svg: string;
  readonly width: number;
  readonly path: string;
}

const WORKER = join(TOOL_ROOT, "dist/build/picture-worker.js");
/** Starting a worker costs as much as drawing a few. */
const WORTH_A_WORKER = 12;
const MAX_WORKERS = 4;
/** Pictures of pages that are gone are kept until they are this many times those that are there. */
const SPARE = 3;
const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const END = Buffer.from("49454e44ae426082", "hex");

/** Changes with everything that the pixels depend on besides the SVG. */
function drawingVersion(): string {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  const manifests = [
    join(dirname(require.resolve("@resvg/resvg-wasm/index_bg.wasm")), "package.json"),
    require.resolve("@fontsource/inter/package.json"),
  ];
  const versions = manifests.map((path) => (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version);
  return versions.join(" ");
}

/**
 * Draws pictures beside the main thread, and keeps them by what they are drawn from: a second build
 * only reads them. What is kept damaged is drawn anew.
 *
 * @param cache folder of the kept ones
 * @param useKept false: reads none
 */
export async function drawPictures(
  pictures: readonly Picture[],
  cache: string,
  useKept: boolean,
): Promise<OutputFile[]> {
  if (pictures.length === 0) return [];
  await mkdir(cache, { recursive: true });
  const version = drawingVersion();
  const tasks = pictures.map(({ file, svg, width }) => {
    const key = createHash("sha256").update(`${version}\n${width}\n${svg}`).digest("hex").slice(0, 32);
    return { file, svg, width, path: join(cache, `${key}.png`) };
  });
  const kept = await Promise.all(tasks.map(({ path }) => (useKept ? readPicture(path) : undefined)));
  const missing = new Map(tasks.flatMap((task, index) => (kept[index] === undefined ? [[task.path, task]] : [])));
  await drawAll([...missing.values()]);
  const files = await Promise.all(
    tasks.map(async ({ file, path }, index) => ({ file, data: kept[index] ?? (await readFile(path)) })),
  );
  await prune(cache, new Set(tasks.map(({ path }) => path)));
  return files;
}

async function drawAll(tasks: readonly DrawTask[]): Promise<void> {
  const most = Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1));
  const count = Math.min(most, Math.ceil(tasks.length / WORTH_A_WORKER));
  const shares = Array.from({ length: count }, (_, worker) => tasks.filter((__, index) => index % count === worker));
  await Promise.all(shares.map(drawShare));
}

function drawShare(tasks: readonly DrawTask[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: tasks.map(({ svg, width, path }) => ({ svg, width, path })) });
    worker.once("error", reject);
    worker.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the worker that draws pictures ended with ${code}`));
    });
  });
}

async function readPicture(path: string): Promise<Uint8Array | undefined> {
  try {
    const data = await readFile(path);
    const isWhole = data.subarray(0, 8).equals(SIGNATURE) && data.subarray(-8).equals(END);
    return isWhole ? data : undefined;
  } catch {
    // Not kept yet.
    return undefined;
  }
}

async function prune(cache: string, used: ReadonlySet<string>): Promise<void> {
  const paths = (await readdir(cache)).map((name) => join(cache, name));
  if (paths.length <= used.size * SPARE + 100) return;
  await Promise.all(paths.filter((path) => !used.has(path)).map((path) => rm(path, { force: true })));
}
