import type { SiteConfig } from "../config/schema.ts";
import { readHtml } from "../shared/html.ts";
import { attributeOf, isScript } from "../shared/html-parts.ts";
import { analyticsSources, type Sources } from "./analytics.ts";

/** Sources of everything but scripts; diagrams and the editor need inline styles. */
const BASE: Sources = {
  "default-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "https:", "data:", "blob:"],
  "media-src": ["'self'", "https:", "data:", "blob:"],
  "font-src": ["'self'", "data:"],
  // For `fetch` in live samples.
  "connect-src": ["'self'", "https:"],
  // Workers, and the files that live samples save: to Firefox, a download is a navigation of the frame.
  "child-src": ["'self'", "blob:"],
  "object-src": ["'none'"],
  "base-uri": ["'self'"],
};

/** Scripts that a browser would execute: sources of inline ones, addresses of others. */
function findScripts(html: string) {
  const inline: string[] = [];
  const addresses: string[] = [];
  const parts = readHtml(html);
  for (const [index, part] of parts.entries()) {
    if (part.kind !== "start" || part.isInert || !isScript(part)) continue;
    const src = attributeOf(part, "src");
    if (src !== undefined) addresses.push(src);
    else inline.push(html.slice(part.to, parts.slice(index).find(({ kind }) => kind === "end")?.from));
  }
  return { inline, addresses };
}

/**
 * The content security policy of a page: allows its own scripts and those of the configuration; inline scripts by
 * their hash. Undefined if the configuration turns it off.
 *
 * @param html the page without its article, in which scripts never run
 * @param sha256 Base64 digest of a text
 */
export function securityPolicy(config: SiteConfig, html: string, sha256: (text: string) => string): string | undefined {
  const { contentSecurityPolicy: additions } = config;
  if (additions === false) return undefined;
  const { inline, addresses } = findScripts(html);
  // Pages swapped in by the router stay under the first page's policy, so each has all configured scripts.
  const all = [...addresses, ...config.scripts.map(({ src }) => src)];
  const scripts = [
    "'self'",
    ...new Set(inline.map((words) => `'sha256-${sha256(words)}'`)),
    ...new Set(all.filter((src) => /^(?:https?:)?\/\//.test(src)).map(sourceOf)),
  ];
  const policy: Record<string, readonly string[]> = { ...BASE, "script-src": scripts };
  for (const [directive, sources] of neededSources(config)) {
    policy[directive] = [...(policy[directive] ?? []), ...sources];
  }
  for (const [directive, sources] of Object.entries(additions)) {
    const inherited = /^(?:frame|worker)-src$/.test(directive) ? "child-src" : "default-src";
    const combined = [...(policy[directive] ?? policy[inherited] ?? []), ...sources];
    // Browsers ignore 'none' beside other sources: it applies if the site sets it, and is dropped if the site names a
    // source.
    policy[directive] = sources.some(isNone)
      ? ["'none'"]
      : combined.filter((source) => !isNone(source) || sources.length === 0);
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
    .join("; ");
}

/** Sources, by directive, of services that the configuration names. */
function neededSources({ analytics, feedback, search }: SiteConfig): [string, readonly string[]][] {
  const sources = analytics === undefined ? [] : Object.entries(analyticsSources(analytics));
  // The policy allows requests to all addresses that begin with `https:`.
  const insecure = [analytics?.host, feedback?.url, search.report].filter((url) => url?.startsWith("http:"));
  return [...sources, ...insecure.map((url = ""): [string, string[]] => ["connect-src", [new URL(url).origin]])];
}

function isNone(source: string): boolean {
  return source.toLowerCase() === "'none'";
}

/** An address as a policy source: without a query, and with `;` and `,` encoded, which would end the source. */
function sourceOf(address: string): string {
  return address
    .replace(/[?#].*$/, "")
    .replace(/;/g, "%3B")
    .replace(/,/g, "%2C");
}
