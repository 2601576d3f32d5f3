import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { OutputFile } from "./types.ts";

const TEXT = /\.(?:html|css|m?js|json|xml|txt|md|csv|svg|webmanifest|wasm|ico)$/;
/** Shorter files fit into one packet anyway. */
const MIN_BYTES = 512;
/** zlib's own threads do the work: as many files as keep them busy are held in memory. */
const PARALLEL = 8;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Compresses text files as far as it goes, for hosts that send `.br` and `.gz` beside a file in its
 * place. What does not get shorter is left alone.
 *
 * @returns the compressed files alone
 */
export async function compressFiles(files: readonly OutputFile[]): Promise<OutputFile[]> {
  const texts = files.filter(({ file }) => TEXT.test(file));
  const done: OutputFile[][] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < texts.length; index = next++) {
      const entry = texts[index];
      if (entry !== undefined) done[index] = await compressFile(entry);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return done.flat();
}

async function compressFile(entry: OutputFile): Promise<OutputFile[]> {
  const body = "copyOf" in entry ? await readFile(entry.copyOf) : Buffer.from(entry.data);
  if (body.length < MIN_BYTES) return [];
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
    [zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, gz] = await Promise.all([brotli(body, { params }), deflate(body, { level: 9 })]);
  const both: OutputFile[] = [
    { file: `${entry.file}.br`, data: br },
    { file: `${entry.file}.gz`, data: gz },
  ];
  return both.filter((one) => "data" in one && one.data.length < body.length);
}
