import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_FILE, readManifest } from "../output/manifest.ts";
import { attempt } from "../shared/attempt.ts";
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

/** File names in this folder contain a hash, so caches may keep them forever. */
const HASHED_FOLDER = "assets/";
const IMMUTABLE = "public, max-age=31536000, immutable";

/** The state of a built site; read again after a build. */
interface Built {
  /** Excludes the files that configure the host. */
  readonly files: ReadonlySet<string>;
  readonly redirects: readonly RedirectRule[];
  readonly headers: readonly HeaderRule[];
}

/**
 * Serves a built site like a good static host: compressed, with immutable assets, revalidation of everything else, and
 * the site's own redirects and headers. Only files listed in the manifest are ever opened.
 *
 * @param out absolute path of the output folder
 * @param like a host to imitate: its handling of slashes, `.html` and missing pages
 * @param onProblem called with problems of the files that configure the host; their paths are relative to `out`
 * @returns the server, and the base URL that it serves
 * @throws Failure (exit code 1) if there is no built site
 */
export function createPreview(out: string, like: HostKind | undefined, onProblem: (problem: Problem) => void) {
  const manifest = readManifest(out);
  if (manifest === undefined) throw new Failure(1, `${out}: contains no built site; run docgen build first`);
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
      const cached = isPlain && file.startsWith(HASHED_FOLDER) ? IMMUTABLE : rules.cacheControl;
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
      // A rewrite: serves another file at the same URL.
      const shown = address.startsWith(baseUrl) ? findFile(address.slice(baseUrl.length), files) : undefined;
      return shown !== undefined && "file" in shown ? show(shown.file, rule.status) : undefined;
    }
    if (found === undefined) return notFound();
    // A listed file may have been deleted or replaced.
    if ("file" in found) return (await show(found.file, 200)) ?? notFound();
    return redirect(baseUrl + encodeRoute(found.moved) + safeQuery(query), found.status);
  };
}

/** Returns the state of the last build, and reads it again only if the manifest has changed. */
function followBuilds(out: string, { redirects }: HostRules, onProblem: (problem: Problem) => void): () => Built {
  let last: (Built & { readonly fingerprint: string }) | undefined;
  return () => {
    const info = statSync(join(out, MANIFEST_FILE), { throwIfNoEntry: false });
    const fingerprint = `${info?.ino} ${info?.mtimeMs} ${info?.size}`;
    if (fingerprint === last?.fingerprint) return last;
    const manifest = readManifest(out);
    const files = new Set(manifest?.files);
    // Nothing for a missing file: a build may be running.
    const read = (file: string) => attempt(() => readFileSync(join(out, file), "utf8")) ?? "";
    const take = (file: string) => (redirects !== undefined && files.delete(file) ? read(file) : "");
    const rules = { redirects: parseRedirects(take("_redirects")), headers: parseHeaders(take("_headers"), onProblem) };
    // If the site was swapped between the two reads, it is read again.
    last = { fingerprint: manifest === undefined ? "" : fingerprint, files, ...rules };
    return last;
  };
}

function redirect(location: string, status: number): HttpResponse {
  return { ...textResponse(status, ""), headers: { Location: location } };
}

/** Drops a query that could break out of the header. */
function safeQuery(query: string): string {
  return /^\?[\x21-\x7e]*$/.test(query) ? query : "";
}
