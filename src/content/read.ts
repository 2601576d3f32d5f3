import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { closeSync, readFileSync, readSync } from "node:fs";
import type { Problem } from "../shared/problem.ts";
import { openRegular } from "../shared/regular-file.ts";
import type { FoundFile } from "./walk.ts";

const WARN_BYTES = 2_000_000;
const MAX_BYTES = 10_000_000;
const CARRIAGE_RETURN = 13;
/** What files are read into, one after the other: memory of its own for each of thousands takes a seventh of reading. */
const SCRATCH = Buffer.allocUnsafeSlow(65_536);

/** A text file's content. */
export interface ReadText {
  readonly text: string;
  /** Of its bytes; empty where they were refused. */
  readonly hash: string;
  readonly problems: Problem[];
}

/**
 * Reads a text file: UTF-8, byte order mark dropped, line ends as `\n`.
 * Bytes that aren't UTF-8 are an error at their place, never replaced in silence; so is a zero byte,
 * which stands between the letters of UTF-16.
 */
export function readText(file: Pick<FoundFile, "path" | "absolute" | "bytes">): ReadText {
  const { path, bytes } = file;
  const problem = (severity: Problem["severity"], message: string, hint: string, line = 1): Problem => {
    return { path, line, column: 1, severity, code: "file", message, hint };
  };
  const megabytes = (bytes / 1_000_000).toFixed(1);
  if (bytes > MAX_BYTES) {
    return {
      text: "",
      hash: "",
      problems: [problem("error", `page is ${megabytes} MB; the limit is 10 MB`, "split it")],
    };
  }
  const data = bytesOf(file.absolute);
  const offset = isUtf8(data) ? data.indexOf(0) : firstInvalidByte(data);
  if (offset >= 0) {
    const line = data.subarray(0, offset).toString("latin1").split("\n").length;
    const message = `not UTF-8: invalid byte 0x${(data[offset] ?? 0).toString(16)} at offset ${offset}`;
    return { text: "", hash: "", problems: [problem("error", message, "save the file as UTF-8", line)] };
  }
  const problems =
    bytes > WARN_BYTES ? [problem("warning", `page is ${megabytes} MB`, "readers wait for it: split it")] : [];
  const text = data.toString("utf8").replace(/^\uFEFF/, "");
  return {
    text: data.includes(CARRIAGE_RETURN) ? text.replace(/\r\n?/g, "\n") : text,
    hash: hash("sha1", data),
    problems,
  };
}

/** A file's bytes, as long as no other file is read. */
function bytesOf(path: string): Buffer {
  const file = openRegular(path);
  try {
    let end = 0;
    for (let read = 1; read > 0 && end < SCRATCH.length; end += read) {
      read = readSync(file, SCRATCH, end, SCRATCH.length - end, null);
    }
    return end < SCRATCH.length ? SCRATCH.subarray(0, end) : readFileSync(path);
  } finally {
    closeSync(file);
  }
}

/** Halves the range that holds the first bad sequence, and goes back to where that begins. */
function firstInvalidByte(data: Buffer): number {
  let good = 0;
  let bad = data.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const decoder = new TextDecoder("utf-8", { fatal: true });
    try {
      decoder.decode(data.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  while (!isUtf8(data.subarray(0, good))) good -= 1;
  return good;
}
