import { readFileSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { MANIFEST_FILE, readManifest } from "../output/manifest.ts";
import { Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
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
import { findFile, HOSTS, type HostKind, PLAIN_HOST } from "./host-kinds.ts";
import { type Answer, createHttpServer, type Handler, plainAnswer } from "./http.ts";

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
 * @param onProblem told of what is wrong with the site's files for its host, by their path in the folder
 * @throws Failure (exit code 1) where nothing was built
 */
export function createPreview(out: string, like: HostKind | undefined, onProblem: (problem: Problem) => void): Preview {
  const manifest = readManifest(out);
  if (manifest === undefined) throw new Failure(1, `${out}: holds no built site; run docgen build first`);
  const { baseUrl = "/" } = manifest;
  const current = followBuilds(out, like === undefined || HOSTS[like].readsHeaders ? onProblem : () => undefined);
  return { server: createHttpServer(staticHandler(out, baseUrl, like, current)), baseUrl };
}

function staticHandler(out: string, baseUrl: string, like: HostKind | undefined, current: () => Built): Handler {
  const rules = like === undefined ? PLAIN_HOST : HOSTS[like];
  return async (path, query, request) => {
    const { files, redirects, headers } = current();
    const has = (file: string) => files.has(file) && !(rules.readsHeaders && FOR_HOST.includes(file));
    const answer = async (file: string, status: number): Promise<Answer | undefined> => {
      const isKept = rules === PLAIN_HOST && file.startsWith(HASHED_FOLDER);
      const own = rules.readsHeaders ? headersFor(headers, path) : {};
      const beside = (encoding: keyof typeof ENDINGS) => {
        const name = file + ENDINGS[encoding];
        return rules.sendsPrecompressed && files.has(name) ? name : undefined;
      };
      return hostAnswer(
        {
          out,
          file,
          status,
          headers: { "Cache-Control": isKept ? KEPT_FOR_GOOD : rules.cacheControl, ...own },
          encodings: rules.encodings,
          beside,
        },
        request,
      );
    };
    const notFound = async () => (files.has("404.html") ? answer("404.html", 404) : undefined);
    if (!path.startsWith(baseUrl)) {
      return path === "/" || `${path}/` === baseUrl ? redirect(baseUrl, 302) : notFound();
    }
    const found = findFile(path.slice(baseUrl.length), has, rules);
    const moved = rules.redirects === undefined ? undefined : findRedirect(redirects, path);
    const isFirst = rules.redirects === "before-files" || moved?.rule.isForced === true || found === undefined;
    if (moved !== undefined && isFirst) return followRule(moved, query, answer, has, baseUrl);
    if (found === undefined) return notFound();
    // A file that is listed may be gone, or something else may stand in its place.
    if ("file" in found) return (await answer(found.file, 200)) ?? notFound();
    return redirect(baseUrl + encodeRoute(found.moved) + safeQuery(query), found.status);
  };
}

/** A rule with status 200 or 404 shows another file of the site at the address that was asked for. */
async function followRule(
  { rule, location }: { readonly rule: RedirectRule; readonly location: string },
  query: string,
  answer: (file: string, status: number) => Promise<Answer | undefined>,
  has: (file: string) => boolean,
  baseUrl: string,
): Promise<Answer | undefined> {
  const [, address = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(location) ?? [];
  if (rule.status !== 200 && rule.status !== 404) {
    return redirect(address + (address.includes("?") ? "" : safeQuery(query)) + hash, rule.status);
  }
  const found = findFile(address.slice(baseUrl.length), has);
  if (!address.startsWith(baseUrl) || found === undefined || !("file" in found)) return undefined;
  return answer(found.file, rule.status);
}

/** Knows the files of the last build, without reading their list for every request. */
function followBuilds(out: string, onProblem: (problem: Problem) => void): () => Built {
  let stamp = "";
  let built: Built = { files: new Set(), redirects: [], headers: [] };
  const current = () => {
    const info = statSync(join(out, MANIFEST_FILE), { throwIfNoEntry: false });
    const now = `${info?.ino} ${info?.mtimeMs} ${info?.size}`;
    if (now !== stamp) {
      const files = new Set(readManifest(out)?.files);
      const read = (file: string) => (files.has(file) ? readText(join(out, file)) : "");
      built = {
        files,
        redirects: parseRedirects(read("_redirects")),
        headers: parseHeaders(read("_headers"), onProblem),
      };
    }
    stamp = now;
    return built;
  };
  current();
  return current;
}

/** Empty for a file that is gone: a build may be under way. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function redirect(location: string, status: number): Answer {
  return { ...plainAnswer(status, ""), headers: { Location: location } };
}

/** Nothing goes into a header that could end it. */
function safeQuery(query: string): string {
  return /^\?[\x21-\x7e]*$/.test(query) ? query : "";
}
