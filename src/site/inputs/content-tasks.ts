import { hash } from "node:crypto";
import { imageSize } from "image-size";
import { checkData } from "../../content/check-data.ts";
import { readText, type TextFile } from "../../content/source.ts";
import { CONTENT_FOLDER, type Walked, walkContent } from "../../content/walk.ts";
import type { InputFile } from "../../engine/inputs.ts";
import type { Task } from "../../engine/task.ts";
import type { MediaFile } from "../../links/resolve.ts";
import { hasErrors } from "../../shared/problem.ts";
import { encodeRoute, nameOf } from "../../shared/route.ts";
import type { CheckedText, PictureSize, Setup, SiteTasks } from "../tasks.ts";

/** File names of pictures. */
export const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;

/** The end of the file name of a picture with two or three pixels per CSS pixel. */
export const DENSITY = /@([23])x\.\w+$/;

/** Tasks for the files in `content/`: which there are, data files, sizes of pictures, assets. */
export function createContentTasks({ define, root, tasks }: Setup): SiteTasks["content"] {
  const files = define<Walked>(
    "content files",
    {
      keep: "memory",
      keepsLastGood: true,
      digest: ({ files: walked, problems }) => JSON.stringify([walked.map(({ path }) => path), problems]),
    },
    async (task) => {
      if (task.entry("") === undefined) throw systemError("ENOENT", root, "scandir");
      const folders = (await task.get(tasks.trees, "")).flatMap((tree) => tree.folders);
      const walks = [CONTENT_FOLDER, ...folders.map(({ to }) => to)].map((path) =>
        walkContent(root, task.entry(path), task.list, path),
      );
      return { files: walks.flatMap((walk) => walk.files), problems: walks.flatMap((walk) => walk.problems) };
    },
  );
  const data = define<CheckedText>(
    "data file",
    { keep: "graph", keepsLastGood: true, faults: ({ problems, faults }) => [...problems, ...faults] },
    (task, path) => {
      const read = readText(textFileOf(task, path));
      return { ...read, faults: hasErrors(read.problems) ? [] : checkData(path, read.text) };
    },
  );
  const picture = define<PictureSize>("picture size", { keep: "graph" }, (task, path) =>
    sizeOf(task, path, fileOf(task, path)),
  );
  const asset = define<MediaFile & { readonly output: string }>("asset", { keep: "graph" }, (task, path) => {
    const file = fileOf(task, path);
    const digest = hash("sha256", file.bytes()).slice(0, 8);
    const output = `assets/media/${nameOf(path).replace(/(\.\w+)?$/, `-${digest}$1`)}`;
    return { file: encodeRoute(output), ...(PICTURE.test(path) ? sizeOf(task, path, file) : {}), output };
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
