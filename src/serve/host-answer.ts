import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { Answer } from "./http.ts";

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|wasm)|image\/(?:svg\+xml|x-icon))/;
/** Shorter bodies grow, or fit into one packet anyway. */
const MIN_BYTES = 512;
/** What hosts that compress on the way use: most of the gain, little of the wait. */
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Gives an answer as a good static host does: named by its content, so that what the reader's cache
 * holds is not sent again, and compressed where the reader takes that.
 */
export async function hostAnswer(answer: Answer, request: IncomingHttpHeaders): Promise<Answer> {
  if (answer.status !== 200) return compressed(answer, request);
  const etag = `W/"${createHash("sha256").update(answer.body).digest("base64url").slice(0, 16)}"`;
  const named = { ...answer, headers: { ...answer.headers, ETag: etag } };
  const known = request["if-none-match"]?.split(",").map((name) => name.trim()) ?? [];
  return known.includes(etag) || known.includes("*") ? { ...named, status: 304, body: "" } : compressed(named, request);
}

async function compressed(answer: Answer, request: IncomingHttpHeaders): Promise<Answer> {
  const { type, body } = answer;
  if (!COMPRESSIBLE.test(type) || Buffer.byteLength(body) < MIN_BYTES) return answer;
  const encoding = chooseEncoding(request["accept-encoding"]);
  const headers = { ...answer.headers, Vary: "Accept-Encoding" };
  if (encoding === undefined) return { ...answer, headers };
  const params = { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const data = encoding === "br" ? await brotli(body, { params }) : await deflate(body);
  return { ...answer, body: data, headers: { ...headers, "Content-Encoding": encoding } };
}

/** The shortest encoding that a request takes; `q=0` refuses one. */
function chooseEncoding(accepted = ""): "br" | "gzip" | undefined {
  const taken = accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((word) => word.trim()))
    .filter(([, quality = ""]) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name);
  return (["br", "gzip"] as const).find((name) => taken.includes(name));
}
