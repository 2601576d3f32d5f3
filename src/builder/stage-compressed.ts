import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { Staging } from "../output/staging.ts";
import { inParallel } from "../shared/parallel.ts";

const TEXT = /\.(?:html|css|m?js|json|xml|txt|md|csv|svg|webmanifest|wasm|ico)$/;
/** Shorter files, in bytes, fit into one packet anyway. */
const MIN_BYTES = 512;
/** Enough to keep zlib's threads busy; each file is held in memory. */
const FILES_AT_ONCE = 8;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `.br` and `.gz` beside text files that get smaller, for hosts that serve precompressed files. */
export async function stageCompressed(staging: Staging): Promise<void> {
  const texts = [...staging.keys()].filter(([file]) => TEXT.test(file));
  await inParallel(
    texts.map((text) => () => stageOne(...text, staging)),
    FILES_AT_ONCE,
  );
}

async function stageOne(file: string, key: string, staging: Staging): Promise<void> {
  if (staging.keep(`${file}.br`, key) && staging.keep(`${file}.gz`, key)) return;
  const body = staging.read(file, key);
  if (body === undefined || body.length < MIN_BYTES) return;
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
    [zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, gz] = await Promise.all([brotli(body, { params }), deflate(body, { level: 9 })]);
  if (br.length < body.length) await staging.add(`${file}.br`, br, key);
  if (gz.length < body.length) await staging.add(`${file}.gz`, gz, key);
}
