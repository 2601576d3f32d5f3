import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_FILE, readManifest } from "../output/manifest.ts";
import { attempt } from "../shared/attempt.ts";
import { Failure } from "../shared/failure.ts";
import { createHttpServer, type HttpResponse, NEGOTIATED, textResponse, typeOf } from "../shared/http.ts";
import type { Problem } from "../shared/problem.ts";
import { decodePath, encodeRoute } from "../shared/route.ts";
import { type PathRedirect, readHeaders, readRedirects } from "./host-files.ts";
import { findFile, HOSTS, type HostKind, type HostRules, PLAIN_HOST } from "./host-kinds.ts";

/** File names in this folder contain a hash, so caches may keep them forever. */
const HASHED_FOLDER = "assets/";
const IMMUTABLE = "public, max-age=31536000, immutable";

/** The state of a built site; read again after a build. */
interface Built {
  /** Excludes the files that configure the host. */
  readonly files: ReadonlySet<string>;
  readonly redirectOf: (path: string) => PathRedirect | undefined;
  readonly headersOf: (path: string) => Readonly<Record<string, string>>;
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
  const host = like === undefined ? PLAIN_HOST : HOSTS[like];
  const current = followBuilds(out, host, onProblem);
  current();
  const server = createHttpServer((path, query, wantsMarkdown) => {
    const { files, redirectOf, headersOf } = current();
    const show = (file: string | undefined, status: number): HttpResponse | undefined => {
      const isSent = (name: string) => files.has(name) && attempt(() => isOwnFile(out, name)) === true;
      if (file === undefined || !isSent(file)) return undefined;
      const isImmutable = host === PLAIN_HOST && file.startsWith(HASHED_FOLDER);
      return {
        status,
        type: typeOf(file),
        file: join(out, file),
        headers: { "cache-control": isImmutable ? IMMUTABLE : host.cacheControl, ...headersOf(path) },
        brotli: host.brotli && isSent(`${file}.br`),
        gzip: host.gzip && isSent(`${file}.gz`),
      };
    };
    const isInside = path.startsWith(baseUrl);
    if (!isInside && (path === "/" || `${path}/` === baseUrl)) return redirect(baseUrl, 302);
    const match = isInside ? findFile(path.slice(baseUrl.length), files, host) : undefined;
    const rule = isInside ? redirectOf(path) : undefined;
    if (rule !== undefined && (host.redirects === "before-files" || rule.isForced || match === undefined)) {
      const [, address = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(rule.to) ?? [];
      if (rule.status !== 200 && rule.status !== 404) {
        return redirect(address + (address.includes("?") ? "" : query) + hash, rule.status);
      }
      // A rewrite: serves another file at the same URL.
      const target = decodePath(address) ?? "";
      return target.startsWith(baseUrl)
        ? show(findFile(target.slice(baseUrl.length), files)?.file, rule.status)
        : undefined;
    }
    if (match?.moved !== undefined) return redirect(baseUrl + encodeRoute(match.moved) + query, match.status);
    const copy = host === PLAIN_HOST ? copyOf(match?.file, files) : undefined;
    const response = (wantsMarkdown ? show(copy, 200) : undefined) ?? show(match?.file, 200);
    if (response === undefined) return show("404.html", 404);
    return copy === undefined ? response : { ...response, headers: { ...NEGOTIATED, ...response.headers } };
  });
  return { server, baseUrl };
}

/** The Markdown copy of a page, if it has one. @param page its output file */
function copyOf(page: string | undefined, files: ReadonlySet<string>): string | undefined {
  if (page === undefined || !page.endsWith(".html")) return undefined;
  const bare = page.replace(/(?:^|\/)index\.html$|\.html$/, "");
  return [bare === "" ? "index.md" : `${bare}.md`, `${bare}/index.md`].find((file) => files.has(file));
}

/** Whether a file is a regular one that no link leads to. @throws the system's error */
function isOwnFile(folder: string, file: string): boolean {
  const path = join(folder, file);
  return lstatSync(path).isFile() && realpathSync(path) === join(realpathSync(folder), file);
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
    last = {
      // If the site was swapped between the two reads, it is read again.
      fingerprint: manifest === undefined ? "" : fingerprint,
      files,
      redirectOf: readRedirects(take("_redirects")),
      headersOf: readHeaders(take("_headers"), onProblem),
    };
    return last;
  };
}

function redirect(location: string, status: number): HttpResponse {
  return { ...textResponse(status, ""), headers: { Location: location } };
}
