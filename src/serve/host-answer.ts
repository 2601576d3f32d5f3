import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { Answer, Encoding } from "./http.ts";

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|wasm|manifest\+json)|image\/(?:svg\+xml|x-icon))/;
/** Shorter bodies grow, or fit into one packet anyway. */
const MIN_BYTES = 512;
/** What hosts that compress on the way use: most of the gain, little of the wait. */
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Gives an answer as a good static host does: named by its content, so that what the reader's cache
 * holds is not sent again, compressed where the reader takes that, and in part where a part is asked for.
 *
 * @param encodings those that the host sends, the shortest first
 */
export async function hostAnswer(
  answer: Answer,
  request: IncomingHttpHeaders,
  encodings: readonly Encoding[],
): Promise<Answer> {
  if (answer.status !== 200) return compressed(answer, chooseEncoding(answer, request, encodings), encodings);
  const digest = createHash("sha256").update(answer.body).digest("base64url").slice(0, 16);
  // Each encoding is a representation of its own: parts of two must never be put together.
  const isPart = request.range !== undefined;
  const encoding = isPart ? undefined : chooseEncoding(answer, request, encodings);
  const etag = encoding === undefined ? `"${digest}"` : `"${digest}-${encoding}"`;
  const named = { ...answer, headers: { ...answer.headers, ETag: etag, "Accept-Ranges": "bytes" } };
  const known = request["if-none-match"]?.split(",").map((name) => name.trim().replace(/^W\//, "")) ?? [];
  if (known.includes(etag) || known.includes("*")) return { ...named, status: 304, body: "" };
  if (isPart) return part(named, etag, request);
  return compressed(named, encoding, encodings);
}

/** The part of a body that is asked for; the whole where several are, or where the reader's part is of another body. */
function part(answer: Answer, etag: string, { range = "", "if-range": ifRange }: IncomingHttpHeaders): Answer {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if ((first === "" && last === "") || (ifRange !== undefined && ifRange !== etag)) return answer;
  const body = Buffer.from(answer.body);
  const start = first === "" ? Math.max(0, body.length - Number(last)) : Number(first);
  const end = first === "" || last === "" ? body.length - 1 : Math.min(Number(last), body.length - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return answer;
  const length = body.length;
  if (start > end) {
    return { ...answer, status: 416, body: "", headers: { ...answer.headers, "Content-Range": `bytes */${length}` } };
  }
  const headers = { ...answer.headers, "Content-Range": `bytes ${start}-${end}/${length}` };
  return { ...answer, status: 206, body: body.subarray(start, end + 1), headers };
}

async function compressed(
  answer: Answer,
  encoding: Encoding | undefined,
  encodings: readonly Encoding[],
): Promise<Answer> {
  if (!isCompressible(answer) || encodings.length === 0) return answer;
  const headers = { ...answer.headers, Vary: "Accept-Encoding" };
  if (encoding === undefined) return { ...answer, headers };
  const ready = answer.encoded?.[encoding];
  const body = ready === undefined ? await compress(answer.body, encoding) : await ready();
  return { ...answer, body, headers: { ...headers, "Content-Encoding": encoding } };
}

function compress(body: string | Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return encoding === "br" ? brotli(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) : deflate(body);
}

function isCompressible({ type, body }: Answer): boolean {
  return COMPRESSIBLE.test(type) && Buffer.byteLength(body) >= MIN_BYTES;
}

/** The shortest encoding that a request takes; `q=0` refuses one. */
function chooseEncoding(
  answer: Answer,
  { "accept-encoding": accepted = "" }: IncomingHttpHeaders,
  encodings: readonly Encoding[],
): Encoding | undefined {
  if (!isCompressible(answer)) return undefined;
  const taken = String(accepted)
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((word) => word.trim()))
    .filter(([, quality = ""]) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name);
  return encodings.find((name) => taken.includes(name));
}
