import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { MANIFEST_FILE, type Manifest, readManifest } from "../output/manifest.ts";
import { Failure } from "../shared/failure.ts";
import { encodeRoute } from "../shared/route.ts";
import { hostAnswer } from "./host-answer.ts";
import {
  findRedirect,
  type HeaderRule,
  headersFor,
  parseHeaders,
  parseRedirects,
  type RedirectRule,
} from "./host-files.ts";
import { HOSTS, type HostKind, type HostRules, PLAIN_HOST } from "./host-kinds.ts";
import { type Answer, createHttpServer, type Handler, plainAnswer, typeOf } from "./http.ts";

/** Names below it change with the content: caches may keep them for good. */
const HASHED_FOLDER = "assets/";
const KEPT_FOR_GOOD = "public, max-age=31536000, immutable";
const FOR_HOST = ["_redirects", "_headers"];
const ENDINGS = { br: ".br", gzip: ".gz" } as const;

/** A built site as it lies in its folder; read anew when a build has put another in its place. */
interface Built {
  readonly files: ReadonlySet<string>;
  readonly redirects: readonly RedirectRule[];
  readonly headers: readonly HeaderRule[];
}

/** A server, and the path below which it serves. */
export interface Preview {
  readonly server: Server;
  readonly baseUrl: string;
}

/**
 * Serves a built site as a good static host does: compressed, assets cached for good, everything
 * else asked for anew, redirects and headers as the site's files for its host say. Only files that
 * the build listed are ever opened.
 *
 * @param out absolute path of the output folder
 * @param like a host whose ways with slashes, `.html` and missing pages are imitated
 * @throws Failure (exit code 1) where nothing was built
 */
export function createPreview(out: string, like?: HostKind): Preview {
  const manifest = readManifest(out);
  if (manifest === undefined) throw new Failure(1, `${out}: holds no built site; run docgen build first`);
  const rules = like === undefined ? PLAIN_HOST : HOSTS[like];
  const { baseUrl = "/" } = manifest;
  return {
    server: createHttpServer(staticHandler(out, baseUrl, rules), {
      finish: (answer, request) => hostAnswer(answer, request, rules.encodings),
    }),
    baseUrl,
  };
}

function staticHandler(out: string, baseUrl: string, rules: HostRules): Handler {
  const current = followBuilds(out);
  return async (path, query) => {
    const { files, redirects, headers } = current();
    const has = (file: string) => files.has(file) && !(rules.readsHeaders && FOR_HOST.includes(file));
    const answer = (file: string) => fileAnswer(out, file, path, files, rules, headers);
    const notFound = async (): Promise<Answer | undefined> => {
      return files.has("404.html") ? { ...(await answer("404.html")), status: 404 } : undefined;
    };
    if (!path.startsWith(baseUrl)) {
      return path === "/" || `${path}/` === baseUrl ? redirect(baseUrl, 302) : notFound();
    }
    const found = rules.find(path.slice(baseUrl.length), has);
    const moved = rules.redirects === undefined ? undefined : findRedirect(redirects, path);
    const isFirst = rules.redirects === "before-files" || moved?.rule.isForced === true || found === undefined;
    if (moved !== undefined && isFirst) return followRule(moved, query, answer, has, baseUrl);
    if (found === undefined) return notFound();
    return "file" in found
      ? answer(found.file)
      : redirect(baseUrl + encodeRoute(found.moved) + safeQuery(query), found.status);
  };
}

/** A rule with status 200 or 404 shows another file of the site at the address that was asked for. */
async function followRule(
  { rule, location }: { readonly rule: RedirectRule; readonly location: string },
  query: string,
  answer: (file: string) => Promise<Answer>,
  has: (file: string) => boolean,
  baseUrl: string,
): Promise<Answer | undefined> {
  const [, address = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(location) ?? [];
  if (rule.status !== 200 && rule.status !== 404) {
    return redirect(address + (address.includes("?") ? "" : safeQuery(query)) + hash, rule.status);
  }
  const found = PLAIN_HOST.find(address.slice(baseUrl.length), has);
  if (!address.startsWith(baseUrl) || found === undefined || !("file" in found)) return undefined;
  return { ...(await answer(found.file)), status: rule.status };
}

/** Knows the files of the last build, without reading their list for every request. */
function followBuilds(out: string): () => Built {
  let stamp = "";
  let built: Built = { files: new Set(), redirects: [], headers: [] };
  return () => {
    const info = statSync(join(out, MANIFEST_FILE), { throwIfNoEntry: false });
    const now = `${info?.ino} ${info?.mtimeMs} ${info?.size}`;
    if (now !== stamp) built = readBuilt(out, readManifest(out));
    stamp = now;
    return built;
  };
}

function readBuilt(out: string, manifest: Manifest | undefined): Built {
  const files = new Set(manifest?.files);
  const read = (file: string) => (files.has(file) ? readFileSync(join(out, file), "utf8") : "");
  return { files, redirects: parseRedirects(read("_redirects")), headers: parseHeaders(read("_headers")) };
}

async function fileAnswer(
  out: string,
  file: string,
  path: string,
  files: ReadonlySet<string>,
  rules: HostRules,
  headers: readonly HeaderRule[],
): Promise<Answer> {
  const isKept = rules === PLAIN_HOST && file.startsWith(HASHED_FOLDER);
  const encoded = (["br", "gzip"] as const).flatMap((encoding) => {
    const beside = file + ENDINGS[encoding];
    return rules.sendsPrecompressed && files.has(beside)
      ? [[encoding, () => readFile(join(out, beside))] as const]
      : [];
  });
  return {
    status: 200,
    type: typeOf(file),
    body: await readFile(join(out, file)),
    headers: {
      "Cache-Control": isKept ? KEPT_FOR_GOOD : rules.cacheControl,
      ...(rules.readsHeaders ? headersFor(headers, path) : {}),
    },
    encoded: Object.fromEntries(encoded),
  };
}

function redirect(location: string, status: number): Answer {
  return { ...plainAnswer(status, ""), headers: { Location: location } };
}

/** Nothing goes into a header that could end it. */
function safeQuery(query: string): string {
  return /^\?[\x21-\x7e]*$/.test(query) ? query : "";
}
