import type { SiteConfig } from "../config/schema.ts";
import { NAVIGATED_EVENT, SEARCH_VIEWS_EVENT } from "../shared/constants.ts";
import { jsonForHtml, startTag } from "../shared/text.ts";

type Analytics = NonNullable<SiteConfig["analytics"]>;

/** How a service counts. In scripts, `n` is the new path with query and hash, and `e.detail` the routes of results. */
interface Service {
  readonly script: string;
  /** Attributes of the script's tag, besides `src`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Counts the first page view, unless the service's script does. */
  readonly start?: string;
  /** Counts a later one, unless the service's script does. */
  readonly view?: string;
  readonly search: string;
  /** Origins that its script needs besides its own address. */
  readonly sources?: Sources;
}

/** Sources of a content security policy, by directive. */
export type Sources = Readonly<Record<string, readonly string[]>>;

const GOOGLE = "https://www.googletagmanager.com";

/** The address of a service that the site hosts itself, or a default; without a final slash. */
function hostOf({ host }: Analytics, fallback = ""): string {
  return (host ?? fallback).replace(/\/$/, "");
}

/** The services. Their calls are those that they document for single-page sites; `id` is JavaScript. */
const SERVICES: Readonly<Record<Analytics["variant"], (analytics: Analytics, id: string) => Service>> = {
  gtag: ({ trackingId, anonymizeIP }, id) => ({
    script: `${GOOGLE}/gtag/js?id=${encodeURIComponent(trackingId)}`,
    start: `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}window.gtag=gtag;gtag("js",new Date());gtag("config",${id},{anonymize_ip:${anonymizeIP}})`,
    view: `gtag("set","page_path",n);gtag("event","page_view")`,
    search: `gtag("event","view_search_results",{results:e.detail})`,
  }),
  "analytics.js": ({ anonymizeIP }, id) => ({
    script: "https://www.google-analytics.com/analytics.js",
    start: `window.ga=window.ga||function(){(ga.q=ga.q||[]).push(arguments)};ga.l=+new Date;ga("create",${id},"auto");${anonymizeIP ? 'ga("set","anonymizeIp",true);' : ""}ga("send","pageview")`,
    view: `ga("set","page",n);ga("send","pageview")`,
    search: `ga("send","event","search","view",e.detail.join(" "))`,
  }),
  gtm: ({ trackingId }) => ({
    script: `${GOOGLE}/gtm.js?id=${encodeURIComponent(trackingId)}`,
    start: `window.dataLayer=window.dataLayer||[];dataLayer.push({"gtm.start":Date.now(),event:"gtm.js"})`,
    view: `dataLayer.push({event:"page_view",page_path:n})`,
    search: `dataLayer.push({event:"view_search_results",results:e.detail})`,
    // It loads the scripts of tags from there.
    sources: { "script-src": [GOOGLE] },
  }),
  plausible: (analytics) => ({
    script: `${hostOf(analytics, "https://plausible.io")}/js/script.manual.js`,
    attributes: { "data-domain": analytics.trackingId },
    start: `window.plausible=window.plausible||function(){(plausible.q=plausible.q||[]).push(arguments)};plausible("pageview")`,
    view: `plausible("pageview")`,
    search: `plausible("search",{props:{results:e.detail.join(" ")}})`,
  }),
  umami: (analytics) => ({
    script: `${hostOf(analytics, "https://cloud.umami.is")}/script.js`,
    attributes: { "data-website-id": analytics.trackingId },
    // Its script counts page views and route changes itself.
    search: `window.umami&&umami.track("search",{results:e.detail.join(" ")})`,
  }),
  matomo: (analytics, id) => ({
    script: `${hostOf(analytics)}/matomo.js`,
    start: `var q=window._paq=window._paq||[];q.push(["setTrackerUrl",${jsonForHtml(`${hostOf(analytics)}/matomo.php`)}],["setSiteId",${id}],["enableLinkTracking"],["trackPageView"])`,
    view: `_paq.push(["setCustomUrl",location.href],["setDocumentTitle",document.title],["trackPageView"])`,
    search: `_paq.push(["trackEvent","search","view",e.detail.join(" ")])`,
  }),
  goatcounter: (analytics) => ({
    script: analytics.host === undefined ? "https://gc.zgo.at/count.js" : `${hostOf(analytics)}/count.js`,
    attributes: { "data-goatcounter": `${hostOf(analytics, `https://${analytics.trackingId}.goatcounter.com`)}/count` },
    // Its script counts the first page view.
    view: `window.goatcounter&&goatcounter.count&&goatcounter.count({path:n})`,
    search: `window.goatcounter&&goatcounter.count&&goatcounter.count({path:"search: "+e.detail.join(" "),event:true})`,
  }),
};

function serviceOf(analytics: Analytics): Service {
  return SERVICES[analytics.variant](analytics, jsonForHtml(analytics.trackingId));
}

/** The script tag of the service. */
export function analyticsTag(analytics: Analytics): string {
  const { script, attributes = {} } = serviceOf(analytics);
  return `${startTag("script", { async: true, src: script, ...attributes })}</script>`;
}

/** Sources that the service needs besides the addresses of its script and its host. */
export function analyticsSources(analytics: Analytics): Sources {
  return serviceOf(analytics).sources ?? {};
}

/**
 * Inline script: sends the first page view, and one per route change, in the next task, when the new title is set; of a
 * search, only the routes of the shown results are sent, never the query.
 */
export function analyticsScript(analytics: Analytics): string {
  const { start = "", view = "", search } = serviceOf(analytics);
  const changes = `function a(){return location.pathname+location.search+location.hash}var p=a();function c(){var n=a();if(n!==p){p=n;setTimeout(function(){${view}})}}document.addEventListener("${NAVIGATED_EVENT}",c);addEventListener("hashchange",c);document.addEventListener("${SEARCH_VIEWS_EVENT}",function(e){${search}})`;
  return `(function(){${start};${changes}})()`;
}
