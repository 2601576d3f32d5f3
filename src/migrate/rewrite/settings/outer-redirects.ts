import type { Mapping } from "../../../content/data-file.ts";
import { escapeHtml } from "../../../shared/text.ts";
import type { Job } from "../../job.ts";
import { STATIC } from "../../plan/new-paths.ts";
import { baseUrlOf, list, texts } from "../../read/config-values.ts";

/**
 * Writes redirects to other sites and to static files as HTML files, as Docusaurus does: docgen's own lead to pages.
 *
 * @returns the redirects to pages
 */
export function putOuterRedirects(
  config: Mapping,
  redirects: unknown,
  { files, put, docusaurus }: Job,
): Mapping[] | undefined {
  const baseUrl = baseUrlOf(docusaurus.config);
  const inner = list(redirects).filter(({ from, to }) => {
    const target = String(to);
    const isOther = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(target);
    if (!isOther && !target.includes("?") && !files.has(STATIC + target.replace(/[?#].*/, ""))) return true;
    const address = isOther ? target : baseUrl + target.replace(/^\//, "");
    for (const old of texts(from)) {
      const path = old.replace(/^\/+|\/+$/g, "");
      const file = /\.html?$/.test(path) ? path : `${path}/index.html`;
      put(`${STATIC}/${file}`, { text: redirectPage(address, String(config.title)) });
    }
    return false;
  });
  return inner.length === 0 ? undefined : inner;
}

function redirectPage(address: string, title: string): string {
  const url = escapeHtml(address);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${url}">
<link rel="canonical" href="${url}">
</head>
<body><p><a href="${url}">${url}</a></p></body>
</html>
`;
}
