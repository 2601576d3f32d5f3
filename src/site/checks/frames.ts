import type { SiteConfig } from "../../config/schema.ts";
import type { WrittenLink } from "../../links/use.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";

/** Iframes of other hosts that the pages' content security policy forbids: readers see an empty box. */
export function forbiddenFrames({ contentSecurityPolicy: csp }: SiteConfig, links: readonly WrittenLink[]): Problem[] {
  if (csp === false) return [];
  const sources = csp["frame-src"] ?? csp["child-src"] ?? csp["default-src"] ?? [];
  return links.flatMap(({ kind, path, line, column, target }): Problem[] => {
    if (kind !== "frame" || !/^(?:https?:)?\/\//i.test(target)) return [];
    const absolute = target.startsWith("//") ? `https:${target}` : target;
    const url = URL.canParse(absolute) ? new URL(absolute) : undefined;
    if (url === undefined || sources.some((source) => allows(source, url))) return [];
    const message = `browsers block the frame "${target}": the content security policy of the pages does not allow its host`;
    const hint = `in site.config.ts, write contentSecurityPolicy: { "frame-src": ["${url.origin}"] }`;
    return [problemOf({ path, line, column, severity: "warning", code: "forbidden-frame", message, hint })];
  });
}

/**
 * Whether a policy's source matches an address: https://www.w3.org/TR/CSP3/#match-url-to-source-expression, without
 * paths.
 */
function allows(source: string, { protocol, hostname, port }: URL): boolean {
  if (source === "*") return true;
  const [, scheme, host, ownPort] = /^(?:([a-z][a-z\d+.-]*):(?:\/\/)?)?([^/:]*)(?::(\d+|\*))?/i.exec(source) ?? [];
  // `http:` also allows `https:`.
  if (scheme !== undefined && `${scheme}:` !== protocol && !(scheme === "http" && protocol === "https:")) return false;
  if (host === undefined || host === "") return scheme !== undefined;
  const isHost = host.startsWith("*.")
    ? hostname.endsWith(host.slice(1).toLowerCase())
    : host.toLowerCase() === hostname;
  const usual = protocol === "https:" ? "443" : "80";
  return isHost && (ownPort === "*" || (ownPort ?? usual) === (port || usual));
}
