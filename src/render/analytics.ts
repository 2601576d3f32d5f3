import type { SiteConfig } from "../config/schema.ts";
import { NAVIGATED_EVENT, SEARCH_VIEWS_EVENT } from "../shared/constants.ts";
import { escapeHtml, jsonForHtml } from "../shared/text.ts";

type Analytics = NonNullable<SiteConfig["analytics"]>;

/** The script tag of the service. */
export function analyticsTag({ variant, trackingId }: Analytics): string {
  const src =
    variant === "gtag"
      ? `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(trackingId)}`
      : "https://www.google-analytics.com/analytics.js";
  return `<script async src="${escapeHtml(src)}"></script>`;
}

/**
 * Inline script: sends the first page view, and one per route change, in the next task, when the new title is set.
 * The calls are those that each service documents for single-page sites; of a search, only the routes of the shown
 * results are sent, never the query.
 */
export function analyticsScript({ variant, trackingId, anonymizeIP }: Analytics): string {
  const id = jsonForHtml(trackingId);
  const [start, view, search] =
    variant === "gtag"
      ? [
          `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}window.gtag=gtag;gtag("js",new Date());gtag("config",${id},{anonymize_ip:${anonymizeIP}})`,
          `gtag("set","page_path",n);gtag("event","page_view")`,
          `gtag("event","view_search_results",{results:e.detail})`,
        ]
      : [
          `window.ga=window.ga||function(){(ga.q=ga.q||[]).push(arguments)};ga.l=+new Date;ga("create",${id},"auto");${anonymizeIP ? 'ga("set","anonymizeIp",true);' : ""}ga("send","pageview")`,
          `ga("set","page",n);ga("send","pageview")`,
          `ga("send","event","search","view",e.detail.join(" "))`,
        ];
  const changes = `function a(){return location.pathname+location.search+location.hash}var p=a();function c(){var n=a();if(n!==p){p=n;setTimeout(function(){${view}})}}document.addEventListener("${NAVIGATED_EVENT}",c);addEventListener("hashchange",c);document.addEventListener("${SEARCH_VIEWS_EVENT}",function(e){${search}})`;
  return `(function(){${start};${changes}})()`;
}
