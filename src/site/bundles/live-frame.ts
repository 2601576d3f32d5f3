import { hash } from "node:crypto";
import type { SiteConfig } from "../../config/schema.ts";
import { withBaseUrl } from "../../shared/route.ts";
import { escapeHtml, jsonForHtml } from "../../shared/text.ts";

/** The script and the style of the frame. */
export interface FrameParts {
  readonly script: Uint8Array;
  /** SHA-256 of the script in base64, as the policy has it. */
  readonly scriptHash: string;
  readonly style: string;
}

/**
 * Creates the page that live samples run in, `assets/live-frame-HASH.html`, as a single file.
 *
 * Its script is inline and allowed by hash: the frame's origin is opaque, so `'self'` doesn't match it and hosts send
 * it no modules, while a hash is valid on any host, port and base URL. `'strict-dynamic'` lets the script load the
 * library from any configured address. Samples may load pictures from other sites and send requests to them, as in a
 * page of the reader's own. Forms are blocked, as submitting one would replace the frame.
 */
export function liveFrame({ script, scriptHash, style }: FrameParts, config: SiteConfig) {
  const { defaultLocale, localeConfigs } = config.i18n;
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' 'strict-dynamic' 'unsafe-eval'`,
    "style-src 'unsafe-inline' *",
    "img-src * data: blob:",
    "media-src * data: blob:",
    "font-src * data:",
    "connect-src * data: blob:",
    "worker-src blob:",
    "form-action 'none'",
  ].join("; ");
  const start = `<!doctype html>
<html lang="${escapeHtml(localeConfigs[defaultLocale]?.htmlLang ?? defaultLocale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="robots" content="noindex">
<title>Live sample</title>
<style>${style}</style>
</head>
<body>
<div id="result"></div>
<script type="application/json" id="library">${jsonForHtml(libraryOf(config))}</script>
<script>`;
  const data = Buffer.concat([Buffer.from(start), script, Buffer.from("</script>\n</body>\n</html>\n")]);
  return { file: `assets/live-frame-${hash("sha256", data).slice(0, 8)}.html`, data };
}

/** The configured library; addresses of its scripts are absolute or relative to the base URL. */
function libraryOf({ live, scripts, baseUrl }: SiteConfig): object {
  const { library } = live;
  const libraryScripts = scripts.filter(({ name }) => library !== undefined && name === library.scripts);
  return {
    global: library?.global ?? "",
    scripts: libraryScripts.map(({ src, type, integrity, crossorigin }) => {
      return { src: withBaseUrl(baseUrl, src), type, integrity, crossorigin };
    }),
  };
}
