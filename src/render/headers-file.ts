import type { SiteConfig } from "../config/schema.ts";

/**
 * Default response headers. Pages carry a content security policy of their own; these are directives that a `<meta>`
 * policy can't express, and headers against content sniffing and leaking referrers.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};
const FRAMES = { "Content-Security-Policy": "frame-ancestors 'self'" };
/** For files with a content hash in their names. */
const IMMUTABLE = { "Cache-Control": "public, max-age=31536000, immutable" };

/** `_headers`, for hosts that support it (Netlify, Cloudflare Pages). @param baseUrl of the default language */
export function renderHeadersFile({ headers, contentSecurityPolicy }: SiteConfig, baseUrl: string): string {
  const all = { ...DEFAULTS, ...(contentSecurityPolicy === false ? {} : FRAMES), ...headers };
  return block(`${baseUrl}*`, all) + block(`${baseUrl}assets/*`, IMMUTABLE);
}

function block(path: string, headers: Readonly<Record<string, string | false>>): string {
  const lines = Object.entries(headers).map(([name, value]) => (value === false ? "" : `  ${name}: ${value}\n`));
  return `${path}\n${lines.join("")}`;
}
