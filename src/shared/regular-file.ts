import { closeSync, constants, fstatSync, openSync, readFile, readFileSync, type Stats } from "node:fs";
import { promisify } from "node:util";
import { Failure } from "./failure.ts";

/** A pipe that is opened otherwise waits for its writer. Windows knows no such flag, and no such pipes. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file for reading. Pipes and devices, which may have no end or none yet, are refused before they are read.
 *
 * @returns its descriptor, the caller's to close
 * @throws Failure (exit code 1) for anything but a file
 */
export function openRegular(path: string): number {
  let file: number;
  try {
    file = openSync(path, WITHOUT_WAITING);
  } catch (error) {
    // Sockets can't be opened at all.
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

/** The same for files that may be large: other work goes on meanwhile. */
export async function readRegularLater(path: string): Promise<Buffer> {
  const file = openRegular(path);
  try {
    return await promisify(readFile)(file);
  } finally {
    closeSync(file);
  }
}

function notRegular(path: string, info: Stats | undefined): Failure {
  let kind = "socket";
  if (info?.isDirectory()) kind = "folder";
  else if (info?.isFIFO()) kind = "pipe";
  else if (info?.isCharacterDevice() || info?.isBlockDevice()) kind = "device";
  return new Failure(1, `${path}: is a ${kind} and can't be read; put a file in its place`);
}
