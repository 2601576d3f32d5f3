import { once } from "node:events";
import { fstatSync, type ReadStream, type Stats } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname } from "node:path";
import { type Readable, Writable } from "node:stream";
import sirv from "sirv";

/** A file as the response to a request. */
export interface FileResponse {
  readonly status: number;
  readonly type: string;
  /** Absolute path of a regular file. A request never names it: the caller looks it up. */
  readonly file: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the file with `.br` or `.gz` appended may be sent in its place. */
  readonly brotli?: boolean;
  readonly gzip?: boolean;
}

/** A response whose content is at hand. */
export interface ContentResponse {
  readonly status: number;
  readonly type: string;
  /** A stream is sent as it is read, and destroyed afterwards; its length is given as a header. */
  readonly body: string | Uint8Array | Readable;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Opens a file with sirv, which decides on ETag, range and encoding. The result is returned instead of sent: sirv lets
 * the process crash if a file can't be read, and leaves it open if the client goes away.
 *
 * @returns undefined if the file is gone
 * @throws Error, without a path, if it can't be read
 */
export async function openFile(
  response: FileResponse,
  request: IncomingHttpHeaders,
): Promise<ContentResponse | undefined> {
  const { status, type, file, brotli = false, gzip = false } = response;
  const headers: Record<string, string> = { "Accept-Ranges": "bytes" };
  const reply = Object.assign(new Writable(), {
    statusCode: 200,
    getHeader: () => undefined,
    setHeader: (name: string, value: string) => void Object.assign(headers, { [name]: value }),
    writeHead: (code: number, more = {}) => {
      reply.statusCode = code;
      Object.assign(headers, more);
    },
  });
  let body: Readable | undefined;
  reply.once("pipe", (source: ReadStream) => {
    body = source;
  });
  const url = `/${basename(file)}`;
  const { "accept-encoding": encodings = "", "if-none-match": tag } = request;
  // sirv ignores qualities.
  const accepted = encodings.replace(/[\w-]+\s*;\s*q=0(?:\.0*)?(?=\s*(?:,|$))/gi, "");
  const asked = {
    url,
    // sirv takes this as the parsed URL, and decodes its path.
    _parsedUrl: { raw: url, pathname: url.replaceAll("%", "%25") },
    headers: { "accept-encoding": accepted, ...(status === 200 && { "if-none-match": tag, range: rangeOf(request) }) },
  };
  const serve = sirv(dirname(file), { dev: true, etag: true, extensions: [], brotli, gzip });
  try {
    serve(asked as unknown as IncomingMessage, reply as unknown as ServerResponse);
    body?.unpipe();
    const [descriptor] = body === undefined ? [] : await once(body, "open");
    if (descriptor !== undefined && headers.ETag !== tagOf(fstatSync(descriptor))) {
      // A build replaced the file after sirv read its length: the headers describe another file than the one opened.
      body?.destroy();
      return openFile(response, request);
    }
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Error(`The file can't be read: ${code}.`);
  }
  if (reply.statusCode === 404) return undefined;
  if (reply.statusCode === 304 && tag !== undefined) headers.ETag = tag;
  // An archive, `data.csv.gz`, is sent as it is.
  if (!brotli && !gzip) delete headers["Content-Encoding"];
  return {
    status: reply.statusCode === 200 ? status : reply.statusCode,
    type,
    body: body ?? "",
    headers: { ...headers, "Content-Type": type, ...response.headers },
  };
}

/** The ETag that sirv makes. */
function tagOf({ size, mtime }: Stats): string {
  return `W/"${size}-${mtime.getTime()}"`;
}

/** A range that sirv understands; for any other, HTTP allows to send the whole file. */
function rangeOf({ range = "", "if-range": ifRange }: IncomingHttpHeaders): string | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? [];
  const isUnderstood = last === "" || (Number(last) > 0 && Number(last) >= Number(first));
  // `If-Range` asks for a strong ETag, which sirv doesn't make.
  return isUnderstood && ifRange === undefined ? range : undefined;
}
