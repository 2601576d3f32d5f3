import { constants, realpathSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createBrotliCompress, createGzip, constants as zlib } from "node:zlib";
import { type Answer, type OpenBody, typeOf } from "./http.ts";

export type Encoding = "br" | "gzip";

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|wasm|manifest\+json)|image\/(?:svg\+xml|x-icon))/;
/** Shorter bodies grow, or fit into one packet anyway. */
const MIN_BYTES = 512;
/** What hosts that compress on the way use: most of the gain, little of the wait. */
const BROTLI_QUALITY = 5;
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
  /** The file that holds an encoding of this one. */
  readonly beside: (encoding: Encoding) => string | undefined;
}

/**
 * Sends a file as a good static host does: named by its size and time, so that what the reader's
 * cache holds is not sent again, compressed where the reader takes that, and in part where a part is
 * asked for. It is read as it is sent, and no more of it than is asked for.
 *
 * @returns undefined where there is no such file
 */
export async function hostAnswer(host: HostFile, request: IncomingHttpHeaders): Promise<Answer | undefined> {
  const { out, file, status, encodings } = host;
  const opened = await openFile(out, file);
  if (opened === undefined) return undefined;
  const { body, bytes, tag } = opened;
  const type = typeOf(file);
  const isCompressible = encodings.length > 0 && COMPRESSIBLE.test(type) && bytes >= MIN_BYTES;
  const isPart = status === 200 && request.range !== undefined;
  const encoding = isPart || !isCompressible ? undefined : chooseEncoding(request, encodings);
  // Each encoding is a representation of its own: parts of two must never be put together.
  const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
  const headers = {
    ...host.headers,
    ...(status === 200 && { ETag: etag, "Accept-Ranges": "bytes" }),
    ...(isCompressible && !isPart && { Vary: "Accept-Encoding" }),
  };
  const whole = { status, type, body: body(), headers };
  const known = request["if-none-match"]?.split(",").map((name) => name.trim().replace(/^W\//, "")) ?? [];
  if (status === 200 && (known.includes(etag) || known.includes("*"))) {
    await whole.body.close();
    return { ...whole, status: 304, body: "" };
  }
  if (isPart) return part(whole, opened, etag, request);
  if (encoding === undefined) return whole;
  const beside = host.beside(encoding);
  const ready = beside === undefined ? undefined : await openFile(out, beside);
  if (ready !== undefined) await whole.body.close();
  const shorter = ready === undefined ? compressed(whole.body, encoding) : ready.body();
  return { ...whole, body: shorter, headers: { ...headers, "Content-Encoding": encoding } };
}

/** A file that was opened: as long as it is, it stays what it is, whatever is put in its place. */
interface Opened {
  readonly bytes: number;
  /** Another for another content. */
  readonly tag: string;
  /** The bytes from the first to the last, counted from 0. */
  readonly body: (first?: number, last?: number) => OpenBody;
}

/** Opens a file that stands below a folder, and is not reached by a link. @throws Error without a path */
async function openFile(out: string, file: string): Promise<Opened | undefined> {
  const path = join(out, file);
  // A pipe would wait for its writer.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let handle: FileHandle | undefined;
  try {
    const opened = await open(path, flags);
    handle = opened;
    const info = await opened.stat({ bigint: true });
    const isOwn = info.isFile() && realpathSync(path) === join(realpathSync(out), file);
    if (!isOwn) return void (await opened.close());
    const bytes = Number(info.size);
    const body = (start = 0, end = bytes - 1) => {
      return {
        bytes: end - start + 1,
        read: () => opened.createReadStream({ start, end }),
        close: () => opened.close(),
      };
    };
    return { bytes, tag: `${bytes.toString(36)}-${info.mtimeNs.toString(36)}-${info.ino.toString(36)}`, body };
  } catch (error) {
    await handle?.close();
    const { code = "" } = error as NodeJS.ErrnoException;
    if (NOT_THERE.includes(code)) return undefined;
    throw new Error(`The file can't be read: ${code}.`);
  }
}

/** The part of a body that is asked for; the whole where several are, or where the reader's part is of another body. */
function part(
  whole: Answer & { readonly body: OpenBody },
  { bytes, body }: Opened,
  etag: string,
  { range = "", "if-range": ifRange }: IncomingHttpHeaders,
): Answer {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if ((first === "" && last === "") || (ifRange !== undefined && ifRange !== etag)) return whole;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return whole;
  const headers = (bounds: string) => ({ ...whole.headers, "Content-Range": `bytes ${bounds}/${bytes}` });
  return start > end
    ? { ...whole, status: 416, body: { ...body(), bytes: 0 }, headers: headers("*") }
    : { ...whole, status: 206, body: body(start, end), headers: headers(`${start}-${end}`) };
}

function compressed(whole: OpenBody, encoding: Encoding): OpenBody {
  const read = (): Readable => {
    const params = { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    // The stream that is read from tells what goes wrong.
    return pipeline(whole.read(), encoding === "br" ? createBrotliCompress({ params }) : createGzip(), () => undefined);
  };
  return { ...whole, bytes: undefined, read };
}

/** The encoding that a request likes best, of those it likes equally the shortest; `q=0` refuses one. */
function chooseEncoding({ "accept-encoding": accepted = "" }: IncomingHttpHeaders, encodings: readonly Encoding[]) {
  const wishes = new Map<string, number>();
  for (const [, name = "", quality = "1"] of String(accepted).matchAll(/([\w*-]+)(?:\s*;\s*q=([\d.]+))?/gi))
    wishes.set(name.toLowerCase(), Number(quality) || 0);
  const liking = (name: Encoding) => wishes.get(name) ?? wishes.get("*") ?? 0;
  return encodings.filter((name) => liking(name) > 0).sort((a, b) => liking(b) - liking(a))[0];
}
