import { constants, realpathSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createBrotliCompress, createGzip, constants as zlib } from "node:zlib";
import { type HttpResponse, typeOf } from "../shared/http.ts";

export type Encoding = "br" | "gzip";

const EXTENSIONS = { br: ".br", gzip: ".gz" } as const;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|wasm|manifest\+json)|image\/(?:svg\+xml|x-icon))/;
/** Minimum size of a body worth compressing, in bytes. */
const MIN_BYTES = 512;
/** A common level for compression on the fly: most of the gain in little time. */
const BROTLI_QUALITY = 5;
/** Without `O_NONBLOCK`, opening a pipe would wait for its writer. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Error codes for a missing file, or a link, folder or pipe in its place. */
const MISSING = ["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO"];

/** A file of the site, and how to send it. */
interface HostFile {
  readonly out: string;
  readonly file: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Content encodings that the host supports, the smallest first. */
  readonly encodings: readonly Encoding[];
  /** Files of the site, among which precompressed ones are looked up by extension. */
  readonly ready: ReadonlySet<string> | undefined;
}

/**
 * Sends a file like a good static host: with an ETag from size and time, compressed if the client accepts it, and in
 * part for a range request. The file is streamed.
 *
 * @returns undefined if there is no such file
 * @throws Error, without a path, if the file can't be read
 */
export async function sendFile(host: HostFile, request: IncomingHttpHeaders): Promise<HttpResponse | undefined> {
  const { out, file, status, encodings } = host;
  const type = typeOf(file);
  const isPart = status === 200 && request.range !== undefined;
  const isCompressible = encodings.length > 0 && COMPRESSIBLE.test(type);
  const wanted = isCompressible && !isPart ? chooseEncoding(request, encodings) : undefined;
  const beside = wanted === undefined ? undefined : file + EXTENSIONS[wanted];
  const ready = beside !== undefined && host.ready?.has(beside) ? await openFile(out, beside) : undefined;
  const opened = ready ?? (await openFile(out, file));
  if (opened === undefined) return undefined;
  const { handle, bytes } = opened;
  const encoding = ready === undefined && bytes < MIN_BYTES ? undefined : wanted;
  // Each encoding is a separate representation: ranges of different ones must not be combined.
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
  const isUnmodified = status === 200 && isKnown(request, etag);
  if (isUnmodified || start > end) {
    await handle.close();
    if (isUnmodified) return answer(304, "");
    return part === undefined ? answer(status, "") : answer(416, "", { "Content-Range": `bytes */${bytes}` });
  }
  const body = handle.createReadStream({ start, end });
  const encoded = encoding !== undefined && { "Content-Encoding": encoding };
  if (encoding !== undefined && ready === undefined) return answer(status, compressed(body, encoding), encoded);
  const known = { ...encoded, "Content-Length": String(end - start + 1) };
  if (part === undefined) return answer(status, body, known);
  return answer(206, body, { ...known, "Content-Range": `bytes ${start}-${end}/${bytes}` });
}

/** An open file; its content stays the same even if the path is replaced meanwhile. */
interface Opened {
  readonly handle: FileHandle;
  readonly bytes: number;
  /** Identifies the content. */
  readonly tag: string;
}

/** Opens a file inside a folder, without following links. @throws Error, without a path, if it can't be read */
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
    if (MISSING.includes(code)) return undefined;
    throw new Error(`The file can't be read: ${code}.`);
  }
}

function isKnown({ "if-none-match": names = "" }: IncomingHttpHeaders, etag: string): boolean {
  return names.split(",").some((name) => ["*", etag, `W/${etag}`].includes(name.trim()));
}

/**
 * First and last byte of the requested range; the first is after the last if the range can't be satisfied.
 *
 * @returns undefined for several ranges, or if `If-Range` names another version
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
  // Errors are reported by the returned stream.
  return pipeline(source, encoding === "br" ? createBrotliCompress({ params }) : createGzip(), () => undefined);
}

/** The preferred encoding of a request, the smallest of equally preferred ones; `q=0` excludes one. */
function chooseEncoding({ "accept-encoding": accepted = "" }: IncomingHttpHeaders, encodings: readonly Encoding[]) {
  const wishes = new Map<string, number>();
  for (const [, name = "", value = "1"] of String(accepted).matchAll(/([\w*-]+)(?:\s*;\s*q=([\d.]+))?/gi))
    wishes.set(name.toLowerCase(), Number(value) || 0);
  const quality = (name: Encoding) => wishes.get(name) ?? wishes.get("*") ?? 0;
  return encodings.filter((name) => quality(name) > 0).sort((a, b) => quality(b) - quality(a))[0];
}
