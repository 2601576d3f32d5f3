import type { SiteConfig } from "../config/schema.ts";

/**
 * What each answer says besides its page. The pages carry a policy of their own; here stands what a
 * policy in a page can't say, and what else keeps a browser from guessing and from telling.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};
const FRAMES = { "Content-Security-Policy": "frame-ancestors 'self'" };
/** Their names change with their content. */
const KEPT_FOR_GOOD = { "Cache-Control": "public, max-age=31536000, immutable" };

/** `_headers`, for hosts that read it (Netlify, Cloudflare Pages). @param baseUrl of the default language */
export function renderHeadersFile({ headers, contentSecurityPolicy }: SiteConfig, baseUrl: string): string {
  const all = { ...DEFAULTS, ...(contentSecurityPolicy === false ? {} : FRAMES), ...headers };
  return block(`${baseUrl}*`, all) + block(`${baseUrl}assets/*`, KEPT_FOR_GOOD);
}

function block(path: string, headers: Readonly<Record<string, string | false>>): string {
  const lines = Object.entries(headers).map(([name, value]) => (value === false ? "" : `  ${name}: ${value}\n`));
  return `${path}\n${lines.join("")}`;
}
