import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { imageSize } from "image-size";
import type { Content } from "../content/types.ts";
import type { MediaFile } from "../links/site-index.ts";
import type { OutputFile } from "../output/types.ts";
import type { Problem } from "../shared/problem.ts";
import { encodeRoute, nameOf } from "../shared/route.ts";

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;

/** Pictures and downloads: what pages may refer to, and what is written for them. */
export interface Media {
  readonly byTarget: ReadonlyMap<string, MediaFile>;
  readonly files: readonly OutputFile[];
  readonly problems: readonly Problem[];
}

/** Measures pictures and gives files beside pages their names with content hashes. */
export async function collectMedia(content: Content): Promise<Media> {
  const byTarget = new Map<string, MediaFile>();
  const files: OutputFile[] = [];
  const problems: Problem[] = [];
  await Promise.all([
    ...content.statics.map(async ({ path, file, absolute }) => {
      const size = PICTURE.test(file) ? measure(path, await readFile(absolute), problems) : {};
      byTarget.set(`/${file}`, { file: encodeRoute(file), ...size });
      files.push({ file, copyOf: absolute });
    }),
    ...[...content.assets].map(async ([path, absolute]) => {
      const data = await readFile(absolute);
      const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
      const file = `assets/media/${nameOf(path).replace(/(\.\w+)?$/, `-${hash}$1`)}`;
      byTarget.set(path, { file: encodeRoute(file), ...(PICTURE.test(path) ? measure(path, data, problems) : {}) });
      files.push({ file, data });
    }),
  ]);
  const unique = new Map(files.map((entry) => [entry.file, entry]));
  return { byTarget, files: [...unique.values()], problems };
}

function measure(path: string, data: Uint8Array, problems: Problem[]): { width?: number; height?: number } {
  try {
    const { width, height } = imageSize(data);
    return { width, height };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push({
      path,
      line: 1,
      column: 1,
      severity: "warning",
      code: "image",
      message: `size not readable: ${reason}`,
    });
    return {};
  }
}
