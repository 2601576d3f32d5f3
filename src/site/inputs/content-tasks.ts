import { hash } from "node:crypto";
import { imageSize } from "image-size";
import { checkData } from "../../content/check-data.ts";
import { type ReadText, readText, type TextFile } from "../../content/read.ts";
import { CONTENT_FOLDER, type Walked, walkContent } from "../../content/walk.ts";
import type { InputFile } from "../../engine/inputs.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import type { MediaFile } from "../../links/resolve.ts";
import { hasErrors, type Problem } from "../../shared/problem.ts";
import { encodeRoute, nameOf } from "../../shared/route.ts";
import type { Setup } from "../setup.ts";
import type { VersionTreesTask } from "./read-version-trees.ts";

/** File names of pictures. */
export const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;

/** The end of the file name of a picture with two or three pixels per CSS pixel. */
export const DENSITY = /@([23])x\.\w+$/;

interface CheckedText extends ReadText {
  /** Problems found in the file. */
  readonly faults: readonly Problem[];
}

type PictureSize = Pick<MediaFile, "width" | "height" | "density">;

/** Files below `content/`, and those of versions that are in commits. Keys are paths relative to the root. */
export interface ContentTasks {
  /** All files. The key is empty. */
  readonly files: TaskDef<Walked>;
  /** A data file. In serve, its last good version is used while it has errors. */
  readonly data: TaskDef<CheckedText>;
  readonly picture: TaskDef<PictureSize>;
  /** Output name of a file beside pages: contains a digest of its content. */
  readonly asset: TaskDef<MediaFile & { readonly output: string }>;
}

export function createContentTasks(
  { define, root }: Setup,
  { trees }: { readonly trees: VersionTreesTask },
): ContentTasks {
  const files = define<Walked>({
    name: "content files",
    keep: "memory",
    keepsLastGood: true,
    digest: ({ files: walked, problems }) => JSON.stringify([walked.map(({ path }) => path), problems]),
    run: async (task) => {
      if (task.entry("") === undefined) throw systemError("ENOENT", root, "scandir");
      const folders = (await task.get(trees, "")).flatMap((tree) => tree.folders);
      const walks = [CONTENT_FOLDER, ...folders.map(({ to }) => to)].map((path) =>
        walkContent(root, task.entry(path), task.list, path),
      );
      return { files: walks.flatMap((walk) => walk.files), problems: walks.flatMap((walk) => walk.problems) };
    },
  });
  const data = define<CheckedText>({
    name: "data file",
    keep: "graph",
    keepsLastGood: true,
    faults: ({ problems, faults }) => [...problems, ...faults],
    run: (task, path) => {
      const read = readText(textFileOf(task, path));
      return { ...read, faults: hasErrors(read.problems) ? [] : checkData(path, read.text) };
    },
  });
  const picture = define<PictureSize>({
    name: "picture size",
    keep: "graph",
    run: (task, path) => sizeOf(task, path, fileOf(task, path)),
  });
  const asset = define<MediaFile & { readonly output: string }>({
    name: "asset",
    keep: "graph",
    run: (task, path) => {
      const file = fileOf(task, path);
      const digest = hash("sha256", file.bytes()).slice(0, 8);
      const output = `assets/media/${nameOf(path).replace(/(\.\w+)?$/, `-${digest}$1`)}`;
      return { file: encodeRoute(output), ...(PICTURE.test(path) ? sizeOf(task, path, file) : {}), output };
    },
  });
  return { files, data, picture, asset };
}

/** @throws a system error for a file that has been deleted, or can't be read */
export function fileOf(task: Task, path: string): InputFile {
  const file = task.file(path);
  if (file !== undefined) return file;
  throw systemError(isThere(task, path) ? "EACCES" : "ENOENT", path, "open");
}

/** Reads a text file; if it can't be read, reports a problem of the site. @throws a system error if it was deleted */
export function textFileOf(task: Task, path: string): TextFile {
  const file = task.file(path);
  if (file !== undefined) return { path, bytes: file.size, read: file.bytes };
  if (isThere(task, path)) return { path, bytes: 0, read: () => undefined };
  throw systemError("ENOENT", path, "open");
}

function isThere(task: Task, path: string): boolean {
  return task.entry(path)?.kind === "file";
}

/** An error as the system throws it for a file. */
function systemError(code: string, path: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, path, syscall });
}

function sizeOf(task: Task, path: string, file: InputFile): PictureSize {
  try {
    const { width, height } = imageSize(file.bytes());
    const [, density] = DENSITY.exec(path) ?? [];
    return { width, height, ...(density === undefined ? {} : { density: Number(density) }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(": undefined", "") : String(error);
    const message = `can't read the size of the image: ${reason}`;
    const hint = "save it again as PNG, JPEG, WebP, AVIF, GIF or SVG: an empty or damaged file has no size";
    task.report({ path, line: 1, column: 1, severity: "warning", code: "image", message, hint });
    return {};
  }
}
