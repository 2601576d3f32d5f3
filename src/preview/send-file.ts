import { constants, realpathSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createBrotliCompress, createGzip, constants as zlib } from "node:zlib";
import { type HttpResponse, typeOf } from "../shared/http.ts";

export type Encoding = "br" | "gzip";

const ENDINGS = { br: ".br", gzip: ".gz" } as const;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|wasm|manifest\+json)|image\/(?:svg\+xml|x-icon))/;
/** Shorter bodies grow, or fit into one packet anyway. */
const MIN_BYTES = 512;
/** What hosts that compress on the way use: most of the gain, little of the wait. */
const BROTLI_QUALITY = 5;
/** A pipe would wait for its writer. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** No file is there, or a link, folder or pipe in its place. */
const NOT_THERE = ["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO"];

/** A file of the site, and how it may be sent. */
export interface HostFile {
  readonly out: string;
  readonly file: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Encodings that the host sends, the shortest first. */
  readonly encodings: readonly Encoding[];
  /** Files among which encodings of this one are looked for: its name with the encoding's ending. */
  readonly ready: ReadonlySet<string> | undefined;
}

/**
 * Sends a file as a good static host does: named by its size and time, so that what the reader's
 * cache holds is not sent again, compressed where the reader takes that, and in part where a part is
 * asked for. It is read as it is sent, and no more of it than is asked for.
 *
 * @returns undefined where there is no such file
 * @throws Error without a path where it can't be read
 */
export async function sendFile(host: HostFile, request: IncomingHttpHeaders): Promise<HttpResponse | undefined> {
  const { out, file, status, encodings } = host;
  const type = typeOf(file);
  const isPart = status === 200 && request.range !== undefined;
  const isCompressible = encodings.length > 0 && COMPRESSIBLE.test(type);
  const wanted = isCompressible && !isPart ? chooseEncoding(request, encodings) : undefined;
  const beside = wanted === undefined ? undefined : file + ENDINGS[wanted];
  const ready = beside !== undefined && host.ready?.has(beside) ? await openFile(out, beside) : undefined;
  const opened = ready ?? (await openFile(out, file));
  if (opened === undefined) return undefined;
  const { handle, bytes } = opened;
  const encoding = ready === undefined && bytes < MIN_BYTES ? undefined : wanted;
  // Each encoding is a representation of its own: parts of two must never be put together.
  const etag = encoding === undefined ? `"${opened.tag}"` : `"${opened.tag}-${encoding}"`;
  const headers = {
    ...host.headers,
    ...(status === 200 && { ETag: etag, "Accept-Ranges": "bytes" }),
    ...(isCompressible && { Vary: "Accept-Encoding" }),
  };
  const answer = (code: number, body: string | Readable, more = {}): HttpResponse => {
    return { status: code, type, body, headers: { ...headers, ...more } };
  };
  const part = isPart ? partOf(request, etag, bytes) : undefined;
  const { start, end } = part ?? { start: 0, end: bytes - 1 };
  const isHeld = status === 200 && isKnown(request, etag);
  if (isHeld || start > end) {
    await handle.close();
    if (isHeld) return answer(304, "");
    return part === undefined ? answer(status, "") : answer(416, "", { "Content-Range": `bytes */${bytes}` });
  }
  const body = handle.createReadStream({ start, end });
  const encoded = encoding !== undefined && { "Content-Encoding": encoding };
  if (encoding !== undefined && ready === undefined) return answer(status, compressed(body, encoding), encoded);
  const known = { ...encoded, "Content-Length": String(end - start + 1) };
  if (part === undefined) return answer(status, body, known);
  return answer(206, body, { ...known, "Content-Range": `bytes ${start}-${end}/${bytes}` });
}

/** A file that was opened: as long as it is, it stays what it is, whatever is put in its place. */
interface Opened {
  readonly handle: FileHandle;
  readonly bytes: number;
  /** Another for another content. */
  readonly tag: string;
}

/** Opens a file that stands below a folder, and is not reached by a link. @throws Error without a path */
async function openFile(out: string, file: string): Promise<Opened | undefined> {
  const path = join(out, file);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, OPEN_FLAGS);
    const info = await handle.stat({ bigint: true });
    if (info.isFile() && realpathSync(path) === join(realpathSync(out), file)) {
      const tag = [info.size, info.mtimeNs, info.ino].map((part) => part.toString(36)).join("-");
      return { handle, bytes: Number(info.size), tag };
    }
    return void (await handle.close());
  } catch (error) {
    await handle?.close();
    const { code = "" } = error as NodeJS.ErrnoException;
    if (NOT_THERE.includes(code)) return undefined;
    throw new Error(`The file can't be read: ${code}.`);
  }
}

/** Whether the reader has what would be sent. */
function isKnown({ "if-none-match": names = "" }: IncomingHttpHeaders, etag: string): boolean {
  return names.split(",").some((name) => ["*", etag, `W/${etag}`].includes(name.trim()));
}

/**
 * The first and last byte that are asked for, the first behind the last where there are none such.
 *
 * @returns undefined where several parts are asked for, or a part of another body than this one
 */
function partOf(request: IncomingHttpHeaders, etag: string, bytes: number) {
  const { range = "", "if-range": ifRange = etag } = request;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first + last === "" || (first !== "" && last !== "" && Number(last) < Number(first)) || ifRange !== etag)
    return undefined;
  if (first === "") return { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  return { start: Number(first), end: Math.min(last === "" ? Infinity : Number(last), bytes - 1) };
}

function compressed(source: Readable, encoding: Encoding): Readable {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  // The stream that is read from tells what goes wrong.
  return pipeline(source, encoding === "br" ? createBrotliCompress({ params }) : createGzip(), () => undefined);
}

/** The encoding that a request likes best, of those it likes equally the shortest; `q=0` refuses one. */
function chooseEncoding({ "accept-encoding": accepted = "" }: IncomingHttpHeaders, encodings: readonly Encoding[]) {
  const wishes = new Map<string, number>();
  for (const [, name = "", quality = "1"] of String(accepted).matchAll(/([\w*-]+)(?:\s*;\s*q=([\d.]+))?/gi))
    wishes.set(name.toLowerCase(), Number(quality) || 0);
  const liking = (name: Encoding) => wishes.get(name) ?? wishes.get("*") ?? 0;
  return encodings.filter((name) => liking(name) > 0).sort((a, b) => liking(b) - liking(a))[0];
}
