import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { inflateSync } from "node:zlib";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Drawn, DrawTask } from "./draw-pictures.ts";
import { indexedPng, trueColorPng } from "./encode-png.ts";

/** docgen's own fonts: with those of the machine the bytes would differ. */
const FONTS = ["latin", "latin-ext", "greek", "cyrillic"].flatMap((script) => [`${script}-400`, `${script}-600`]);

const require = createRequire(join(TOOL_ROOT, "package.json"));
const fontBuffers = FONTS.map((name) => {
  return unpackWoff(readFileSync(require.resolve(`@fontsource/inter/files/inter-${name}-normal.woff`)));
});
const ready = initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
parentPort?.on("message", (task: DrawTask) => void ready.then(() => parentPort?.postMessage(draw(task))));

function draw({ svg, width, rows }: DrawTask): Drawn {
  try {
    const font = { fontBuffers, defaultFontFamily: "Inter" };
    const drawing = new Resvg(svg, { fitTo: { mode: "width", value: width }, font });
    const image = drawing.render();
    const { pixels, width: columns, height } = image;
    const indexed = indexedPng(pixels, columns, rows ?? [...Array(height).keys()]);
    const png = indexed ?? (rows === undefined ? image.asPng() : trueColorPng(pixels, columns, rows));
    image.free();
    drawing.free();
    return png;
  } catch (error) {
    // The SVG may be one of the site's files, so an error is a result.
    return error instanceof Error ? error.message : String(error);
  }
}

/** The font inside a WOFF 1.0 file: the same tables, each unpacked (w3.org/TR/WOFF). */
function unpackWoff(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * power, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE(16 * (count - power), 10);
  const parts: Uint8Array[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const source = woff.subarray(start, start + packed);
    const table = Buffer.alloc((length + 3) & ~3);
    (packed < length ? inflateSync(source) : source).copy(table);
    const record = 12 + 16 * index;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(length, record + 12);
    parts.push(table);
    offset += table.length;
  }
  return Buffer.concat(parts);
}
