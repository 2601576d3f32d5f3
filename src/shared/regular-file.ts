import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { Failure } from "./failure.ts";

/** Opens without blocking; otherwise a pipe would wait for its writer. Windows has neither this flag nor such pipes. */
const NON_BLOCKING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file for reading. Pipes and devices, which may have no end, are rejected before they are read.
 *
 * @returns the descriptor; the caller closes it
 * @throws Failure (exit code 1) for anything but a regular file
 */
export function openRegular(path: string): number {
  let file: number;
  try {
    file = openSync(path, NON_BLOCKING);
  } catch (error) {
    // `open` fails for sockets.
    if ((error as NodeJS.ErrnoException).code === "ENXIO") throw notRegular(path, undefined);
    throw error;
  }
  const info = fstatSync(file);
  if (info.isFile()) return file;
  closeSync(file);
  throw notRegular(path, info);
}

/** Reads a file. @throws Failure (exit code 1) for a folder, a pipe, a socket or a device */
export function readRegular(path: string): Buffer {
  const file = openRegular(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function notRegular(path: string, info: Stats | undefined): Failure {
  const kind = info === undefined ? "socket" : info.isDirectory() ? "folder" : info.isFIFO() ? "pipe" : "device";
  return new Failure(1, `${path}: is a ${kind}, which docgen can't read; replace it with a file`);
}
