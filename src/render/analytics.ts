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
  readonly start: string;
  readonly view: string;
  readonly search: string;
  /** Origins that its script needs besides its own address. */
  readonly sources?: Sources;
}

/** Sources of a content security policy, by directive. */
export type Sources = Readonly<Record<string, readonly string[]>>;

const GOOGLE = "https://www.googletagmanager.com";

/** The service of a configuration. Its calls are those that it documents for single-page sites. */
function serviceOf({ variant, trackingId, anonymizeIP, host }: Analytics): Service {
  const id = jsonForHtml(trackingId);
  const at = (fallback: string) => (host ?? fallback).replace(/\/$/, "");
  switch (variant) {
    case "gtag":
      return {
        script: `${GOOGLE}/gtag/js?id=${encodeURIComponent(trackingId)}`,
        start: `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}window.gtag=gtag;gtag("js",new Date());gtag("config",${id},{anonymize_ip:${anonymizeIP}})`,
        view: `gtag("set","page_path",n);gtag("event","page_view")`,
        search: `gtag("event","view_search_results",{results:e.detail})`,
      };
    case "analytics.js":
      return {
        script: "https://www.google-analytics.com/analytics.js",
        start: `window.ga=window.ga||function(){(ga.q=ga.q||[]).push(arguments)};ga.l=+new Date;ga("create",${id},"auto");${anonymizeIP ? 'ga("set","anonymizeIp",true);' : ""}ga("send","pageview")`,
        view: `ga("set","page",n);ga("send","pageview")`,
        search: `ga("send","event","search","view",e.detail.join(" "))`,
      };
    case "gtm":
      return {
        script: `${GOOGLE}/gtm.js?id=${encodeURIComponent(trackingId)}`,
        start: `window.dataLayer=window.dataLayer||[];dataLayer.push({"gtm.start":Date.now(),event:"gtm.js"})`,
        view: `dataLayer.push({event:"page_view",page_path:n})`,
        search: `dataLayer.push({event:"view_search_results",results:e.detail})`,
        // It loads the scripts of tags from there.
        sources: { "script-src": [GOOGLE] },
      };
    case "plausible":
      return {
        script: `${at("https://plausible.io")}/js/script.manual.js`,
        attributes: { "data-domain": trackingId },
        start: `window.plausible=window.plausible||function(){(plausible.q=plausible.q||[]).push(arguments)};plausible("pageview")`,
        view: `plausible("pageview")`,
        search: `plausible("search",{props:{results:e.detail.join(" ")}})`,
        sources: insecure(host),
      };
    case "umami":
      return {
        script: `${at("https://cloud.umami.is")}/script.js`,
        attributes: { "data-website-id": trackingId },
        // Its script counts route changes itself.
        start: "",
        view: "",
        search: `window.umami&&umami.track("search",{results:e.detail.join(" ")})`,
        sources: insecure(host),
      };
    case "matomo":
      return {
        script: `${at("")}/matomo.js`,
        start: `var q=window._paq=window._paq||[];q.push(["setTrackerUrl",${jsonForHtml(`${at("")}/matomo.php`)}],["setSiteId",${id}],["enableLinkTracking"],["trackPageView"])`,
        view: `_paq.push(["setCustomUrl",location.href],["setDocumentTitle",document.title],["trackPageView"])`,
        search: `_paq.push(["trackEvent","search","view",e.detail.join(" ")])`,
        sources: insecure(host),
      };
    case "goatcounter":
      return {
        script: host === undefined ? "https://gc.zgo.at/count.js" : `${at("")}/count.js`,
        attributes: { "data-goatcounter": `${at(`https://${trackingId}.goatcounter.com`)}/count` },
        // Its script counts the first page view.
        start: "",
        view: `window.goatcounter&&goatcounter.count&&goatcounter.count({path:n})`,
        search: `window.goatcounter&&goatcounter.count&&goatcounter.count({path:"search: "+e.detail.join(" "),event:true})`,
        sources: insecure(host),
      };
  }
}

/** Sources for requests to an address: the policy allows those to all addresses that begin with `https:`. */
export function insecure(address: string | undefined): Sources {
  return address?.startsWith("http:") === true ? { "connect-src": [new URL(address).origin] } : {};
}

/** The script tag of the service. */
export function analyticsTag(analytics: Analytics): string {
  const { script, attributes = {} } = serviceOf(analytics);
  return `${startTag("script", { async: true, src: script, ...attributes })}</script>`;
}

/** Sources that the service needs besides the address of its script. */
export function analyticsSources(analytics: Analytics | undefined): Sources {
  return analytics === undefined ? {} : (serviceOf(analytics).sources ?? {});
}

/**
 * Inline script: sends the first page view, and one per route change, in the next task, when the new title is set; of a
 * search, only the routes of the shown results are sent, never the query.
 */
export function analyticsScript(analytics: Analytics): string {
  const { start, view, search } = serviceOf(analytics);
  const changes = `function a(){return location.pathname+location.search+location.hash}var p=a();function c(){var n=a();if(n!==p){p=n;setTimeout(function(){${view}})}}document.addEventListener("${NAVIGATED_EVENT}",c);addEventListener("hashchange",c);document.addEventListener("${SEARCH_VIEWS_EVENT}",function(e){${search}})`;
  return `(function(){${start};${changes}})()`;
}
