import { readFileSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { MANIFEST_FILE, readManifest } from "../output/manifest.ts";
import { Failure } from "../shared/failure.ts";
import { createHttpServer, type Handler, type HttpResponse, textResponse } from "../shared/http.ts";
import type { Problem } from "../shared/problem.ts";
import { encodeRoute } from "../shared/route.ts";
import {
  findRedirect,
  type HeaderRule,
  headersFor,
  parseHeaders,
  parseRedirects,
  type RedirectRule,
} from "./host-files.ts";
import { findFile, HOSTS, type HostKind, type HostRules, PLAIN_HOST } from "./host-kinds.ts";
import { sendFile } from "./send-file.ts";

/** Names below it change with the content: caches may keep them for good. */
const HASHED_FOLDER = "assets/";
const KEPT_FOR_GOOD = "public, max-age=31536000, immutable";

/** A built site as it lies in its folder; read anew when a build has put another in its place. */
interface Built {
  /** Without those that the host reads itself. */
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
  const rules = like === undefined ? PLAIN_HOST : HOSTS[like];
  const current = followBuilds(out, rules, onProblem);
  current();
  return { server: createHttpServer(staticHandler(out, baseUrl, rules, current)), baseUrl };
}

function staticHandler(out: string, baseUrl: string, rules: HostRules, current: () => Built): Handler {
  const isPlain = rules === PLAIN_HOST;
  return async (path, query, request) => {
    const { files, redirects, headers } = current();
    const show = (file: string, status: number): Promise<HttpResponse | undefined> => {
      const cached = isPlain && file.startsWith(HASHED_FOLDER) ? KEPT_FOR_GOOD : rules.cacheControl;
      const own = { "Cache-Control": cached, ...headersFor(headers, path) };
      const { encodings } = rules;
      return sendFile({ out, file, status, headers: own, encodings, ready: isPlain ? files : undefined }, request);
    };
    const notFound = async () => (files.has("404.html") ? show("404.html", 404) : undefined);
    if (!path.startsWith(baseUrl)) {
      return path === "/" || `${path}/` === baseUrl ? redirect(baseUrl, 302) : notFound();
    }
    const found = findFile(path.slice(baseUrl.length), files, rules);
    const rule = findRedirect(redirects, path);
    if (rule !== undefined && (rules.redirects === "before-files" || rule.isForced || found === undefined)) {
      const [, address = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(rule.to) ?? [];
      if (rule.status !== 200 && rule.status !== 404) {
        return redirect(address + (address.includes("?") ? "" : safeQuery(query)) + hash, rule.status);
      }
      // Another file of the site is shown at the address that was asked for.
      const shown = address.startsWith(baseUrl) ? findFile(address.slice(baseUrl.length), files) : undefined;
      return shown !== undefined && "file" in shown ? show(shown.file, rule.status) : undefined;
    }
    if (found === undefined) return notFound();
    // A file that is listed may be gone, or something else may stand in its place.
    if ("file" in found) return (await show(found.file, 200)) ?? notFound();
    return redirect(baseUrl + encodeRoute(found.moved) + safeQuery(query), found.status);
  };
}

/** Knows the files of the last build, without reading their list for every request. */
function followBuilds(out: string, { redirects }: HostRules, onProblem: (problem: Problem) => void): () => Built {
  let last: (Built & { readonly stamp: string }) | undefined;
  return () => {
    const info = statSync(join(out, MANIFEST_FILE), { throwIfNoEntry: false });
    const stamp = `${info?.ino} ${info?.mtimeMs} ${info?.size}`;
    if (stamp === last?.stamp) return last;
    const files = new Set(readManifest(out)?.files);
    const take = (file: string) => (redirects !== undefined && files.delete(file) ? readText(join(out, file)) : "");
    const rules = { redirects: parseRedirects(take("_redirects")), headers: parseHeaders(take("_headers"), onProblem) };
    last = { stamp, files, ...rules };
    return last;
  };
}

/** Empty for a file that is gone: a build may be under way. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function redirect(location: string, status: number): HttpResponse {
  return { ...textResponse(status, ""), headers: { Location: location } };
}

/** Nothing goes into a header that could end it. */
function safeQuery(query: string): string {
  return /^\?[\x21-\x7e]*$/.test(query) ? query : "";
}
