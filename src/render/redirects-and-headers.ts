import type { SiteConfig } from "../config/schema.ts";
import type { Redirect } from "../navigation/redirects.ts";
import { toUrl, wellFormed } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";

/** Script that redirects with the query, and with the hash unless the target has one; the same in every page. */
const FORWARD = `var a=document.querySelector("a"),h=a.getAttribute("href");location.replace(h.replace(/#.*/,"")+location.search+(a.hash||location.hash))`;

/** The page of a redirect. */
export function renderRedirect({ to, hash }: Redirect, { url: origin, baseUrl }: SiteConfig, lang: string): string {
  const address = toUrl(baseUrl, to) + hash;
  return redirectPage(address, origin + address, lang);
}

/** A page that redirects at once: by a script, which keeps query and hash, else by a meta refresh. */
export function redirectPage(address: string, canonical: string, lang: string): string {
  const url = escapeHtml(address);
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<title>Moved</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${escapeHtml(canonical)}">
<noscript><meta http-equiv="refresh" content="0; url=${url}"></noscript>
</head>
<body>
<p>This page has moved: <a href="${url}">${url}</a></p>
<script>${FORWARD}</script>
</body>
</html>
`;
}

/** Encodes whitespace and control characters in a hash, as they would end its entry. */
function encodeSpaces(hash: string): string {
  return wellFormed(hash).replace(/[\s\p{Cc}]/gu, encodeURIComponent);
}

/** `_redirects`, for hosts that support it (Netlify, Cloudflare Pages). */
export function renderRedirectsFile(redirects: readonly Redirect[], { baseUrl }: SiteConfig): string {
  return redirects
    .map(({ from, to, hash }) => `${toUrl(baseUrl, from)} ${toUrl(baseUrl, to)}${encodeSpaces(hash)} 301\n`)
    .join("");
}

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
