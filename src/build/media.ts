import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { imageSize } from "image-size";
import type { Content, StaticFile } from "../content/types.ts";
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

/** One file as pages see it. */
interface Medium {
  readonly target: string;
  readonly media: MediaFile;
  readonly file: OutputFile;
  readonly problems: readonly Problem[];
}

/** Recalls what was made of files that haven't changed. */
export interface MediaMemory {
  /** @param path relative to the root, of the file that `make` reads */
  readonly medium: <T>(path: string, make: () => Promise<T>) => Promise<T>;
}

/**
 * Measures pictures and gives files beside pages their names with content hashes.
 *
 * @param memory of the time before; a build begins with nothing
 */
export async function collectMedia(
  content: Content,
  memory: MediaMemory = { medium: (_, make) => make() },
): Promise<Media> {
  const media = await Promise.all([
    ...content.statics.map((one) => memory.medium(one.path, () => staticFile(one))),
    ...[...content.assets].map(([path, absolute]) => memory.medium(path, () => assetFile(path, absolute))),
  ]);
  const unique = new Map(media.map(({ file }) => [file.file, file]));
  return {
    byTarget: new Map(media.map(({ target, media: own }) => [target, own])),
    files: [...unique.values()],
    problems: media.flatMap(({ problems }) => problems),
  };
}

async function staticFile({ path, file, absolute }: StaticFile): Promise<Medium> {
  const problems: Problem[] = [];
  const size = PICTURE.test(file) ? measure(path, await readFile(absolute), problems) : {};
  const target = `/${file}`;
  return { target, media: { file: encodeRoute(file), ...size }, file: { file, copyOf: absolute }, problems };
}

async function assetFile(path: string, absolute: string): Promise<Medium> {
  const problems: Problem[] = [];
  const data = await readFile(absolute);
  const hash = createHash("sha256").update(data).digest("hex").slice(0, 8);
  const file = `assets/media/${nameOf(path).replace(/(\.\w+)?$/, `-${hash}$1`)}`;
  const media = { file: encodeRoute(file), ...(PICTURE.test(path) ? measure(path, data, problems) : {}) };
  return { target: path, media, file: { file, data }, problems };
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
